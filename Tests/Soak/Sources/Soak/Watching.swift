import Resolver
import ResolverDiagnostics
import SafeFacade

extension Worker {
    /// Observes what all workers do in a shared environment, and asks for a service itself.
    mutating func watched() {
        let (recorder, ledger, times, lines) = (DependencyGraph.Recorder(), Ledger(), ServiceTimes(), Counter())
        let observers: [any ResolutionObserver] = [recorder, ledger, times, ResolutionTrace { _ in lines.add() }]
        for observer in observers.shuffled(using: &random) { Resolver.addObserver(observer) }
        for _ in 0..<random.below(4) { shared() }
        Container.shared.plain().check(Kind.plain)
        for observer in observers.shuffled(using: &random) { Resolver.removeObserver(observer) }

        let plain = "Container.plain"
        if recorder.graph.services(named: plain).count != 1 { fail("a graph lacks what was asked for") }
        if !ledger.report().services.contains(where: { $0.factory == plain && $0.uses > 0 }) {
            fail("a ledger lacks what was asked for")
        }
        if !times.entries.contains(where: { $0.factory == plain }) { fail("no time was taken of what was asked for") }
        // Another thread that was writing may have taken over the lines, and only write them now.
        for _ in 0..<5_000 where lines.value == 0 { linger() }
        if lines.value == 0 { fail("a trace has nothing") }
    }

    /// Validates every service in a copy of a shared environment, while the other workers go on.
    func validate() {
        // Scopes are chosen at random, and two kinds sometimes throw.
        let chosen: Set<ValidationReport.Problem.Kind> = [.captive, .secondCopy, .registeredTwice, .threw]
        for problem in Resolver.validate(allowing: chosen).problems { fail("\(problem)") }
        for problem in Container.validate([\.plain, \.cached, \.session, \.pool]).problems { fail("\(problem)") }
    }

    /// Makes a decorator see all services for a while, in all workers.
    func decorated() {
        Resolver.decorate = { service in (service as? Thing).map { $0.check($0.kind) } }
        Container.shared.graph().check(Kind.graph)
        Resolver.decorate = nil
    }
}
