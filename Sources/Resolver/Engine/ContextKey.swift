/// A circumstance that a program may register other factories for.
package struct ContextKey: Hashable, Sendable {
    /// The lower, the more it counts among those that hold.
    package let rank: Int
    package let name: String

    package init(rank: Int, name: String) {
        self.rank = rank
        self.name = name
    }

    package static func arg(_ argument: String) -> ContextKey { ContextKey(rank: 0, name: argument) }
    package static let preview = ContextKey(rank: 1, name: "preview")
    package static let test = ContextKey(rank: 2, name: "test")
    package static let simulator = ContextKey(rank: 3, name: "simulator")
    package static let device = ContextKey(rank: 3, name: "device")
    package static let debug = ContextKey(rank: 4, name: "debug")

    /// A bit that says that the context may hold: one for each kind, and for arguments one of several by their length.
    package var bit: UInt {
        guard rank == 0 else { return 1 << UInt(rank) }
        // Not the name's hash, which costs more than resolving a service.
        return 1 << (8 + UInt(bitPattern: name.utf8.count) % 16)
    }

    /// What the process runs in.
    package static let ofProcess: Set<ContextKey> = {
        var contexts = Set(CommandLine.arguments.dropFirst().map { ContextKey.arg($0) })
        if ProgramCircumstances.isPreview { contexts.insert(.preview) }
        if ProgramCircumstances.isTest { contexts.insert(.test) }
        if ProgramCircumstances.isDebug { contexts.insert(.debug) }
        contexts.insert(ProgramCircumstances.isSimulator ? .simulator : .device)
        return contexts
    }()
}
