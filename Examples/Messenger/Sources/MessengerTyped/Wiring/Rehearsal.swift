import MessengerCommands
import MessengerCore
import SafeFacade

extension Container {
    /// Puts stand-ins before what differs in every run, for the rest of the run.
    func rehearse(with parts: Rehearsal) {
        clock.register { parts.clock }
        identifiers.register { parts.identifiers }
        analytics.register { parts.events }
    }
}
