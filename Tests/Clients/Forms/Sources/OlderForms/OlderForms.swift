import Forms
import Resolver

// Forms of programs for Resolver 1.1 to 1.4, which 1.5 has removed. All of them are deprecated; nothing else here may cause a
// warning.

private final class Clock {
    var text = ""

    init(_ text: String = "") { self.text = text }
}

private protocol Ticking: AnyObject {}

extension Clock: Ticking {}

extension Resolver {
    fileprivate static func registerClock() {
        register { Clock("application") }.scope(application)
        register(name: "cached") { Clock("cached") }.scope(cached)
        register(name: "graph") { Clock("graph") }.scope(graph)
        register(name: "shared") { Clock("shared") }.scope(shared)
        register(name: "unique") { Clock("unique") }.scope(unique)
    }
}

private func isKept(_ name: Resolver.Name?) -> Bool {
    Resolver.resolve(Clock.self, name: name) === Resolver.resolve(Clock.self, name: name)
}

/// Checks the older forms, from an empty registry.
public func checkOlderForms() {
    Resolver.reset()
    Resolver.registerClock()
    check(isKept(nil), ".scope(application), without the dot")
    check(isKept("cached"), ".scope(cached), without the dot")
    check(!isKept("graph"), ".scope(graph), without the dot")
    check(isKept("shared"), ".scope(shared), without the dot")
    check(!isKept("unique"), ".scope(unique), without the dot")

    Resolver.register { Clock() }.scope(Resolver.shared)
    check(isKept(nil), ".scope(Resolver.shared)")
    let cached: Clock = Resolver.resolve(name: "cached")
    Resolver.cached.reset()
    check(Resolver.resolve(Clock.self, name: "cached") !== cached, "Resolver.cached.reset()")
    Resolver.application.reset()
    Resolver.defaultScope = Resolver.unique
    Resolver.register { Clock() }
    check(!isKept(nil), "Resolver.defaultScope = Resolver.unique")
    Resolver.defaultScope = .graph

    let parent = Resolver()
    parent.register { Clock("parent") }
    check(Resolver(parent: parent).resolve(Clock.self).text == "parent", "Resolver(parent:)")
    checkStringNames(parent)
    checkOptionalNames()
    checkOlderTypes()
    checkUntypedArguments()
    Resolver.reset()
}

/// Factories of 1.1, which cast the argument themselves.
///
/// They compile, and are given `Resolver.Args`, as with 1.5, so that the cast fails. This is a known difference from 1.1.
private func checkUntypedArguments() {
    Resolver.register { (_, arg: Any?) -> Clock in Clock(arg as? String ?? "not given") }
    check(Resolver.resolve(Clock.self, args: "given").text == "not given", "{ (_, arg: Any?) in } differs from 1.1")
    Resolver.register { (_, arg: Any?) -> Clock in Clock((arg as? Resolver.Args)?.optional() ?? "not given") }
    check(Resolver.resolve(Clock.self, args: "given").text == "given", "{ (_, arg: Any?) in } is given Resolver.Args")
}

/// Names as strings, as in 1.0 to 1.2.
private func checkStringNames(_ container: Resolver) {
    let name = ["key", "1"].joined(separator: " ")
    Resolver.register(name: name) { Clock("string") }
    let clock: Clock = Resolver.resolve(name: name)
    check(clock.text == "string", "register(name: String), resolve(name: String)")
    check(Resolver.optional(Clock.self, name: name)?.text == "string", "optional(X.self, name: String)")

    container.register(Clock.self, name: name) { Clock("instance") }
    check(container.resolve(Clock.self, name: name).text == "instance", "on an instance, a name that is a String")
    check(container.optional(Clock.self, name: name) != nil, "optional on an instance, a name that is a String")
    Resolver.register(name: name) { (resolver: Resolver) in Clock(resolver === Resolver.main ? "main" : "other") }
    check(Resolver.resolve(Clock.self, name: name).text == "main", "register(name: String) { r in }")
    Resolver.register(name: name) { (_, args) in Clock(args()) }
    check(Resolver.resolve(Clock.self, name: name, args: "a").text == "a", "register(name: String) { (_, args) in }")
    Resolver.register(name: name) { Clock("implements") }.implements(Ticking.self, name: name)
    check(Resolver.resolve(Ticking.self, name: name) is Clock, "implements(P.self, name: String)")
}

private let variable = "b"
private let optionalVariable: String? = "b"

private final class Desk {
    @Injected(name: variable) var byString: Clock
    @Injected(name: optionalVariable) var byOptional: Clock
    @OptionalInjected(name: variable) var optional: Clock?
    @LazyInjected(name: variable) var lazy: Clock
    @LazyInjected var renamed: Clock
    @WeakLazyInjected(name: optionalVariable) var weak: Clock?
}

// Names as optional strings, also in property wrappers. Own defect B5.
private func checkOptionalNames() {
    Resolver.register(name: "a") { Clock("a") }
    Resolver.register(name: optionalVariable) { Clock("b") }.scope(.application)
    let missing: String? = nil
    Resolver.register(name: missing) { Clock("none") }
    check(Resolver.resolve(Clock.self, name: optionalVariable).text == "b", "resolve(name: String?)")
    check(Resolver.optional(Clock.self, name: optionalVariable)?.text == "b", "optional(name: String?)")
    check(Resolver.resolve(Clock.self, name: missing).text == "none", "resolve(name: a String? that is nil)")
    let desk = Desk()
    check(desk.byString.text == "b" && desk.byOptional.text == "b", "@Injected(name: String), @Injected(name: String?)")
    check(desk.optional?.text == "b", "@OptionalInjected(name: String)")
    check(desk.lazy.text == "b" && desk.weak?.text == "b", "@LazyInjected(name: String), weak: String?")
    desk.$renamed.name = variable
    check(desk.renamed.text == "b", "$lazy.name = String")
    let other = Desk()
    other.$renamed.name = optionalVariable
    check(other.renamed.text == "b", "$lazy.name = String?")
}

// Types that were renamed since. Own defect B5.
private func checkOlderTypes() {
    let cached: ResolverScopeCache = Resolver.cached
    check(cached === ResolverScope.cached, "let cached: ResolverScopeCache = Resolver.cached")
    // As in a closure of that form, the argument is a `Resolver.Args`: a known difference from 1.1.
    let factory: ResolverFactoryArguments<Clock> = { _, args in
        Clock((args as? Resolver.Args)?.optional() ?? "not given")
    }
    Resolver.register(Clock.self, name: nil, factory: factory)
    check(Resolver.resolve(Clock.self, args: "given").text == "given", "ResolverFactoryArguments")
}
