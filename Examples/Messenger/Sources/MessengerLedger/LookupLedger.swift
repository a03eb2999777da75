import MessengerCommands
import Resolver
import ResolverDiagnostics

/// What an edition of the program still has `Resolver` look up at run time, and who needs what in it.
///
/// Every edition uses this ledger, also the one that does not import `Resolver`: that nothing is in its ledger is observed,
/// not assumed.
package struct LookupLedger: WiringLedger {
    private let ledger = Ledger()
    private let recorder = DependencyGraph.Recorder()
    private let times = ServiceTimes()

    package init() {
        Resolver.addObserver(ledger)
        Resolver.addObserver(recorder)
        Resolver.addObserver(times)
    }

    package var text: String { ledger.report().description }

    package var graph: (text: String, chart: String) {
        let graph = recorder.graph(of: .root)
        return (graph.tree, graph.mermaid)
    }

    package func page(title: String) -> String {
        WiringReport(
            title: title, graph: recorder.graph(of: .root), times: times.entries, ledger: ledger.report()
        ).html
    }
}
