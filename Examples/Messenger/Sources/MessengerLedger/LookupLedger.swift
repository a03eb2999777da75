import MessengerCommands
import Resolver

/// What an edition of the program still has `Resolver` look up at run time.
///
/// Every edition is counted by this one, also the one that knows nothing of `Resolver`: that its ledger is empty is
/// found out, not stated.
package struct LookupLedger: WiringLedger {
    private let ledger = Ledger()

    package init() {
        Resolver.addObserver(ledger)
    }

    package var text: String { ledger.report().description }
}
