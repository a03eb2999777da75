import Operations

import func Foundation.fflush

/// A row of the tables.
struct Row {
    let operation: Operation
    let isOnTwoThreads: Bool

    static let all =
        Operation.onTwoThreads.map { Row(operation: $0, isOnTwoThreads: true) }
        + Operation.all.map { Row(operation: $0, isOnTwoThreads: false) }

    var name: String { operation.name + (isOnTwoThreads ? ", on two threads" : "") }

    var id: String { "\(operation.face) \(name)" }

    /// The rows with some names: for each name the rows that have it; if there are none, the rows whose name contains it.
    static func named(_ names: [String]) -> [Row] {
        guard !names.isEmpty else { return all }
        return names.flatMap { name in
            let exact = all.filter { $0.id == name || $0.name == name }
            return exact.isEmpty ? all.filter { $0.id.contains(name) } : exact
        }
    }
}

/// Prints a line of a table at once, without buffering.
func printLine(_ cells: String...) {
    print("| " + cells.joined(separator: " | ") + " |")
    fflush(nil)
}

/// A figure with two decimals, or without if it is large.
func decimals(_ figure: Double) -> String {
    guard figure < 1_000 else { return "\(Int(figure.rounded()))" }
    let hundredths = Int((figure * 100).rounded())
    return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
}

/// Whether an aim is met, in words.
func verdict(_ isMet: Bool) -> String { isMet ? "met" : "**missed**" }
