import MessengerCommands
import MessengerCore
import Resolver

extension Resolver {
    /// Stand-ins for what differs in every run.
    ///
    /// Everything else comes from `main`.
    private static let rehearsal = Resolver(child: .main)

    /// Puts the stand-ins before the real services, for the rest of the run.
    static func rehearse(with parts: Rehearsal) {
        rehearsal.register { parts.clock as any WallClock }
        rehearsal.register { parts.identifiers as any IdentifierGenerating }
        rehearsal.register { parts.events as any Analytics }
        root = rehearsal
    }
}
