/// A circumstance that a program may register other factories for.
package struct ContextKey: Hashable, Sendable {
    /// Of the contexts that hold, the one with the lowest rank counts.
    package let rank: Int
    package let name: String

    /// The bit that says that the context may hold: launch arguments share theirs, any other context has its own.
    let bit: UInt

    private init(rank: Int, name: String, bit: UInt) {
        self.rank = rank
        self.name = name
        self.bit = 1 << bit
    }

    package static func arg(_ argument: String) -> ContextKey {
        // Not the name's hash, which costs more than resolving a service.
        ContextKey(rank: 0, name: argument, bit: 8 + UInt(bitPattern: argument.utf8.count) % 16)
    }
    package static let preview = ContextKey(rank: 1, name: "preview", bit: 1)
    package static let test = ContextKey(rank: 2, name: "test", bit: 2)
    package static let simulator = ContextKey(rank: 3, name: "simulator", bit: 3)
    package static let device = ContextKey(rank: 3, name: "device", bit: 4)
    package static let debug = ContextKey(rank: 4, name: "debug", bit: 5)

    /// Whether the bit alone says whether the context holds.
    var hasOwnBit: Bool { rank != 0 }

    /// The bits of those that hold.
    static func bits(_ contexts: Set<ContextKey>) -> UInt { contexts.reduce(0) { $0 | $1.bit } }

    /// The contexts that hold in the process.
    static let ofProcess: Set<ContextKey> = {
        var contexts = Set(CommandLine.arguments.dropFirst().map { ContextKey.arg($0) })
        if ProgramCircumstances.isPreview { contexts.insert(.preview) }
        if ProgramCircumstances.isTest { contexts.insert(.test) }
        if ProgramCircumstances.isDebug { contexts.insert(.debug) }
        contexts.insert(ProgramCircumstances.isSimulator ? .simulator : .device)
        return contexts
    }()
}
