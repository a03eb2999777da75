import Operations

import struct Foundation.Data
import class Foundation.FileHandle
import func Foundation.exit
import func Foundation.fflush

// Prints the ratios as tables in Markdown.

/// What the command line asks for.
struct Settings {
    var rounds = 41
    var milliseconds = 4.0
    var filter: String?

    init(_ arguments: [String]) {
        var arguments = arguments[...]
        while let option = arguments.popFirst() {
            switch (option, arguments.popFirst()) {
            case ("--rounds", let value?):
                guard let number = Int(value), number > 0 else { Settings.exit("--rounds takes a number above 0") }
                rounds = number
            case ("--milliseconds", let value?):
                guard let number = Double(value), number > 0 else {
                    Settings.exit("--milliseconds takes a number above 0")
                }
                milliseconds = number
            case ("--filter", let value?): filter = value
            default: Settings.exit("usage: Ratios [--rounds 41] [--milliseconds 4] [--filter TEXT]")
            }
        }
    }

    private static func exit(_ text: String) -> Never {
        FileHandle.standardError.write(Data((text + "\n").utf8))
        Foundation.exit(2)
    }
}

/// A line of a table, which can be read at once.
func row(_ cells: String...) {
    print("| " + cells.joined(separator: " | ") + " |")
    fflush(nil)
}

/// A figure with two decimals, or with none where it is large.
func decimals(_ figure: Double) -> String {
    guard figure < 1_000 else { return "\(Int(figure.rounded()))" }
    let hundredths = Int((figure * 100).rounded())
    return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
}

let settings = Settings(Array(CommandLine.arguments.dropFirst()))
let nanoseconds = settings.milliseconds * 1_000_000
// It takes a part of a millisecond to wake a thread, which would be most of what a short measurement shows.
let threadNanoseconds = max(nanoseconds, 100_000_000)
let threadRounds = max(1, settings.rounds / 4)
guard let leaf = Operation.named("direct leaf") else { fatalError("there is no unit") }
let operations = Operation.all.filter { operation in settings.filter.map { operation.id.contains($0) } ?? true }

print(
    "Medians of \(settings.rounds) paired rounds of \(settings.milliseconds) ms of processor time; for two threads of \(threadRounds) rounds of \(threadNanoseconds / 1_000_000) ms of the time that passes.\n"
)

// First, as the last operations are those that leave a sandbox behind.
let second = Gain(of: leaf, against: leaf, rounds: threadRounds, nanoseconds: threadNanoseconds)
// Without a core of its own for each thread there is nothing to be seen of what two threads gain.
let isBusy = second.own < 1.6
print("A second thread makes direct construction \(decimals(second.own)) times as fast.\n")
row("two threads", "face", "gain", "baseline's gain", "share", "throughput", "to", "aim", "")
row("---", "---", "---:", "---:", "---:", "---:", "---", "---", "---")
for operation in operations {
    guard let baseline = operation.threadsBaseline.flatMap({ Operation.named($0) }) else { continue }
    let gain = Gain(of: operation, against: baseline, rounds: threadRounds, nanoseconds: threadNanoseconds)
    let (aim, isMet): (String, Bool) =
        switch operation.threads {
        case .sharedObject: ("throughput ≥ 1", gain.throughput >= 1)
        case .gain, nil: ("share ≥ 0.9", gain.share >= 0.9)
        }
    row(
        operation.name, "\(operation.face)", decimals(gain.own), decimals(gain.ofBaseline), decimals(gain.share),
        decimals(gain.throughput), baseline.id, aim, isBusy ? "not judged" : verdict(isMet, of: operation))
}
print("")
row("operation", "face", "ns", "ratio", "±", "to", "aim", "")
row("---", "---", "---:", "---:", "---:", "---", "---", "---")
for operation in operations {
    let figures = Figures(of: operation, rounds: settings.rounds, nanoseconds: nanoseconds)
    let (aim, isMet): (String, Bool?) =
        switch operation.aim {
        case .ratio(let limit): ("≤ \(limit)", figures.ratio <= limit)
        case .nanoseconds(let limit): ("≤ \(Int(limit)) ns", figures.nanoseconds <= limit)
        case nil: ("", nil)
        }
    row(
        operation.name, "\(operation.face)", decimals(figures.nanoseconds),
        operation.baseline == nil ? "" : decimals(figures.ratio),
        operation.baseline == nil ? "" : decimals(figures.spread / 2), operation.baseline ?? "", aim,
        isMet.map { verdict($0, of: operation) } ?? "")
}

func verdict(_ isMet: Bool, of operation: Operation) -> String {
    // A baseline and another's container aim at nothing.
    switch operation.face {
    case .runtime, .typed: isMet ? "met" : "**missed**"
    case .direct, .naive: ""
    }
}
