import Foundation

/// Makes names that no other thing has.
package protocol IdentifierGenerating: Sendable {
    func next() -> String
}

/// Names that are unique in the world.
package struct RandomIdentifiers: IdentifierGenerating {
    package init() {}

    package func next() -> String { UUID().uuidString.lowercased() }
}

/// Names in counting order, the same in every run.
package final class CountingIdentifiers: IdentifierGenerating {
    private let count = Locked(0)

    package init() {}

    package func next() -> String {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return String(number)
    }
}
