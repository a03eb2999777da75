import Forms
import Resolver

// Services in actors, in tasks and on the main actor, as programs in Swift 6 mode have them.

@MainActor
final class HomeModel {
    @Injected var greeter: Greeter
    @LazyInjected var lazyGreeter: Greeter
    @LazyInjected(name: "host") var host: String
    let other: Greeter

    init(other: Greeter = Resolver.resolve()) { self.other = other }
}

actor Outbox {
    @Injected private var greeter: Greeter
    @LazyInjected private var lazyGreeter: Greeter

    func isSame(as other: Greeter) -> Bool { greeter === other && lazyGreeter === other }
}

/// A type with an injected property that is sendable, as the service is.
struct Footer: Sendable {
    @Injected var greeter: Greeter
}

@MainActor
func checkConcurrentForms() async {
    let greeter: Greeter = Resolver.resolve()
    let model: HomeModel = Resolver.resolve()
    check(model.greeter === greeter, "@Injected on the main actor")
    check(model.lazyGreeter === greeter && model.host == "example.org", "@LazyInjected on the main actor")
    check(model.other === greeter, "a default argument of an initialiser on the main actor")
    check(await Outbox().isSame(as: greeter), "wrappers in an actor")

    let footer = Footer()
    let found = await Task.detached { (footer.greeter, Resolver.resolve(Greeter.self)) }.value
    check(found.0 === greeter && found.1 === greeter, "a detached task")
    await withTaskGroup(of: Greeter.self) { group in
        for _ in 1...8 { group.addTask { Resolver.resolve() } }
        for await other in group { check(other === greeter, "a task of a group") }
    }
}

/// A task that resolves while another resets finds the former resolver, or a new one whose hook has run.
func checkResetsMeanwhile() async {
    let resetting = Task.detached { for _ in 0..<2_000 { Resolver.reset() } }
    var missed = 0
    for _ in 0..<20_000 where Resolver.optional(Greeter.self) == nil { missed += 1 }
    await resetting.value
    check(missed == 0, "a service that the hook registers was missing \(missed) times")
}
