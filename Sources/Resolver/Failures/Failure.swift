/// The texts of this module's failures.
///
/// A text has a headline that ends with a stable identifier, says who asked, and says what to do.
package enum Failure {
    /// `passed` is all that the call passed; `found` is the part of it under the key.
    static func wrongArgument(key: String?, expected: Any.Type, passed: Any?, found: Any?) -> FailureText {
        wrongArgumentReport(
            key.map { "argument \"\($0)\"" } ?? "argument", expected,
            isInstead: argument(key, passed: passed, found: found)
        )
        .mend(
            isAskedByLegacy
                ? "declare the legacy() factory with a parameter of the type that the registration takes, or take it with optional()"
                : "pass it as args: to resolve(), or take it with optional()")
    }

    /// `links` is the chain from a service of the cycle to the same service again; `outer` is the chain that led to it.
    static func cycle(_ links: [ChainLink], _ outer: [ChainLink], isOfDecorator: Bool) -> FailureText {
        cycleReport(links, outer).mend(isOfDecorator ? mendOfDecorators : mendOfCycles)
    }

    static func recursiveArgument(_ link: ChainLink, _ chain: [ChainLink]) -> FailureText {
        FailureText("\(link.key) asks for itself with another argument while it is made", id: .recursiveArgument)
            .asked(by: chain, at: link.location)
            .row("the reason", "its scope keeps one instance, which cannot be made while it is being made")
            .mend(
                "give it the scope .graph or .unique"
                    + (link.key.isDeclared ? ", or keep one for each argument, with scopeOnParameters" : ""))
    }

    /// `chain` is that of the thread that would wait; `others` are those of the threads that it would wait for.
    static func deadlock(_ chain: [ChainLink], _ others: [[ChainLink]]) -> FailureText {
        let report = FailureText("\(chain[0].key) is being made by a thread that waits for this one", id: .cycle)
            .links("this thread", chain)
        for (index, other) in others.enumerated() {
            report.links(others.count == 1 ? "the other" : "thread \(index + 2)", other)
        }
        return report.mend(mendOfCycles)
    }

    static func tooDeep(_ chain: [ChainLink]) -> FailureText {
        FailureText(
            "\(chain[0].key) is nested \(chain.count) deep, and the stack is nearly used up", id: .tooDeep
        )
        .links("the chain", chain, atMost: 16)
        .mend("end the recursion, or resolve on a thread with a larger stack")
    }

    /// `key` is the service that a decorator is shown again and again; `location` is where it is asked for.
    static func decoratedForEver(_ key: ServiceKey, _ location: CodeLocation) -> FailureText {
        FailureText("\(key) is decorated again and again, and the stack is nearly used up", id: .cycle)
            .asked(by: currentChain, at: location)
            .mend("let no decorator ask for what it is shown itself")
    }

    /// `chain` is that of the services whose making started the hook, or a container's `autoRegister`.
    static func preparedForEver(_ chain: [ChainLink]) -> FailureText {
        FailureText(
            "the hook, or what a container registers itself, runs in itself again and again, and the stack is nearly "
                + "used up", id: .cycle
        )
        .asked(by: chain, at: .unknown)
        .mend("let neither open a fresh sandbox, or make a container, in which it runs again")
    }

    static var clockedForEver: FailureText {
        FailureText(
            "TimeToLive.clock asks for itself again and again, and the stack is nearly used up", id: .cycle
        )
        .asked(by: currentChain, at: .unknown)
        .mend(
            "let the clock ask for no service that has a time to live, or an instance for each parameter, and let it reset "
                + "nothing")
    }

    /// `chain` is that of the thread that waits; `other` is the one with which the awaited construction began.
    static func longWait(_ chain: [ChainLink], _ other: [ChainLink]) -> FailureText {
        FailureText("\(chain[0].key) has not been made for 5 seconds by the thread that makes it", id: .longWait)
            .links("this thread", chain)
            .links("the other", other)
            .mend("see whether a factory waits for something that waits for it")
    }

    /// `chain` is that of the thread that waits.
    static func longPreparation(_ chain: [ChainLink]) -> FailureText {
        FailureText(
            "the hook, or what a container registers itself, has run for 5 seconds, and this thread waits for it",
            id: .longWait
        )
        .asked(by: chain, at: .unknown)
        .mend("see whether it waits for something that waits for it, as for the main thread")
    }

    /// `chain` leads from the service that is made asynchronously outwards.
    static func longFlight(_ chain: [ChainLink]) -> FailureText {
        FailureText("\(chain[0].key) has been made asynchronously for 5 seconds", id: .longWait)
            .links("the call", chain)
            .mend("see whether its factory waits for something that waits for it")
    }

    /// `isMade` says whether the service is made and its closer runs; else its factory still runs.
    static func longClosing(_ key: ServiceKey, isMade: Bool) -> FailureText {
        FailureText(
            isMade
                ? "\(key) has been closed for 5 seconds"
                : "\(key) has been made for 5 seconds, and its scope waits for that to end", id: .longWait
        )
        .declared(key)
        .mend("see whether its \(isMade ? "closer" : "factory") waits for something that waits for it")
    }

    static func closing(_ error: ClosingError) -> FailureText {
        let count = error.failures.count
        let report = FailureText(
            count == 1 ? "a service could not be closed" : "\(count) services could not be closed", id: .closingFailed)
        for failure in error.failures {
            let place = failure.place.map { ", \(failure.isDeclared ? "declared" : "registered") at \($0)," } ?? ""
            let thrown = "\(qualifiedName(of: type(of: failure.error))): \(failure.error)"
            report.row("the closer", "of '\(failure.service)'\(place) threw \(thrown)")
        }
        return report.mend("catch in the closer what it can do without")
    }

    static func depthLimit(_ value: Int) -> FailureText {
        FailureText("Resolver.depthLimit must be between 2 and 1,000,000 (was \(value))", id: .depthLimit)
            .links("set by", currentChain)
    }

    static func wrongParameter(expected: Any.Type, found: Any?) -> FailureText {
        wrongArgumentReport("parameter", expected, isInstead: argument(nil, passed: nil, found: found))
            .mend("pass one of that type, or let the factory take what is passed")
    }

    /// `key` is that of the registration which the factory stands for.
    package static func modifiedLegacy(
        _ factory: ServiceKey, _ key: ServiceKey, _ location: CodeLocation
    ) -> FailureText {
        FailureText(
            "\(factory) stands for the registration of \(key) and takes no modifiers", id: .modifiedLegacy
        )
        .asked(by: currentChain, at: location)
        .row("declared", factory.declaration.map { "with legacy() at \($0.location)" })
        .mend("state that where the service is registered")
    }

    /// `container` is the type of the factory's container.
    package static func singletonOfMany(_ factory: ServiceKey, _ container: Any.Type) -> FailureText {
        FailureText(
            "\(factory) is a singleton of '\(qualifiedName(of: container))', which has no 'shared'",
            id: .singletonOfMany
        )
        .declared(factory)
        .row("the reason", "each of these containers would be given the instance of the first")
        .mend(
            "state .cached, which keeps one instance in each container; or, if all of these containers may share one "
                + "instance, conform their type to SharedContainer")
    }

    /// `key` is the typed factory's; `site` is where the program binds it to a value.
    static func boundOutsideTaskScope(_ key: ServiceKey, _ site: CodeLocation) -> FailureText {
        FailureText("\(key) is bound to a value, and its lifetime is no task scope", id: .wrongBinding)
            .row("the call", site.description)
            .declared(key)
            .mend("declare it with 'self { … }' or 'required()', and the scope of the run, or register a factory")
    }

    static func boundTwice(_ key: ServiceKey, _ site: CodeLocation) -> FailureText {
        FailureText("\(key) is bound to a value, and this run has an instance already", id: .wrongBinding)
            .row("the call", site.description)
            .declared(key)
            .mend("bind it once, at the beginning of the run, before it is asked for")
    }

    /// For a registration, `chain` leads from it outwards, and `registered` is its place; a typed factory needs neither.
    package static func neverClosed(
        _ key: ServiceKey, _ scope: ResolverScope, _ chain: [ChainLink], registered: CodeLocation?
    ) -> FailureText {
        let report = FailureText("\(key) states onClose, and nothing keeps it until then", id: .neverClosed)
        return (chain.isEmpty ? report : report.made(in: chain))
            .row("registered", registered?.description)
            .declared(key)
            .row("its lifetime", scope.lifetime.rawValue)
            .mend("state one that keeps it, or take onClose away and close it where it is used")
    }

    /// The program runs the closure of a declaration without an implementation, instead of calling the factory.
    static var closureOfSlot: FailureText {
        FailureText("a factory that is declared with required() has no closure to run", id: .unbound)
            .mend("call the factory itself, and bind it at launch, with register { … }")
    }

    package static func tooManyContexts(_ key: ServiceKey, atMost count: Int) -> FailureText {
        FailureText("\(key) states more than \(count) contexts", id: .tooManyContexts)
            .declared(key)
            .mend("state one closure that looks at them itself, or register(when:) for those that hold")
    }

    /// `new` and `known` are two declarations that are both bridged to `key`, a key of the runtime face.
    static func bridgedTwice(_ new: ServiceKey, _ known: ServiceKey, _ key: ServiceKey) -> FailureText {
        FailureText("\(new) and \(known) are both bridged to \(key)", id: .bridgedTwice)
            .declared(new)
            .row("and", known.declaration?.location.description)
            .mend("give one of them a name, with bridged(name:)")
    }

    static var offMainActor: FailureText {
        let chain = currentChain
        return FailureText(
            "\(chain.first?.key.description ?? "a service") can be made on the main actor only", id: .mainActor
        )
        .made(in: chain)
        .mend("ask for it on the main actor, or call its typed factory with await")
    }

    /// `key` is the service that was asked for; `location` is where.
    package static func endedSandbox(_ key: ServiceKey, _ location: CodeLocation) -> FailureText {
        FailureText("\(key) is asked of a container whose sandbox has ended", id: .endedSandbox)
            .asked(by: currentChain, at: location)
            .mend("use what was made in a sandbox inside it, or take SandboxContext.current along")
    }

    static func endedLazySandbox(_ type: Any.Type, isTyped: Bool, _ site: CodeLocation) -> FailureText {
        FailureText("the sandbox of a lazy '\(qualifiedName(of: type))' has ended", id: .endedSandbox)
            .row("the property", site.description)
            .mend(
                "use what was made in a sandbox inside it; make what is static before, or "
                    + (isTyped ? "give it @DynamicInjected" : "ask with Resolver.resolve() each time"))
    }

    static func endedContainer(_ type: Any.Type, _ site: CodeLocation) -> FailureText {
        FailureText("the container of a lazy '\(qualifiedName(of: type))' is gone", id: .endedContainer)
            .row("the property", site.description)
            .mend("hold the container for as long as the property is used")
    }

    /// `setting` is what the program sets, `type` is the service's, and `site` is where the lazy property is.
    static func unusedSetting(_ setting: String, _ type: Any.Type, _ site: CodeLocation) -> FailureText {
        FailureText(
            "the \(setting) of a lazy '\(qualifiedName(of: type))' is set, which a typed factory has no use for",
            id: .unusedSetting
        )
        .row("the property", site.description)
        .mend("let the factory state what it needs, or ask by type, with no key path")
    }

    /// The service that is being made was registered with a container that is gone.
    package static var goneContainer: FailureText {
        let chain = currentChain
        return FailureText("the container is gone that \(chain[0].key) was registered with", id: .endedContainer)
            .made(in: chain)
            .mend("hold the container for as long as its factories are used")
    }

    static func outsideSandbox(_ key: ServiceKey, _ site: CodeLocation) -> FailureText {
        FailureText("\(key) is resolved outside of any sandbox while some code runs in one", id: .outsideSandbox)
            .asked(by: [], at: site)
            .row("perhaps", "a detached task, a thread or a dispatch queue has lost its sandbox")
            .mend("take SandboxContext.current along, and resolve in its run { … }")
    }

    package static func ownShared(_ type: Any.Type) -> FailureText {
        FailureText(
            "'\(qualifiedName(of: type))' has a 'shared' of its own, which is one object in all sandboxes",
            id: .ownShared
        )
        .mend("take it away: SharedContainer has one, which is the current sandbox's")
    }

    // MARK: - Parts of texts

    private static var mendOfCycles: String {
        "inject one of them with @LazyInjected that init does not read, or pass it in after both are made"
    }

    private static var mendOfDecorators: String { "let the decorator ask for no service in whose making it is called" }

    static func cycleReport(_ links: [ChainLink], _ outer: [ChainLink]) -> FailureText {
        FailureText("\(links[0].key) depends on itself", id: .cycle)
            .cycle(links)
            .asked(by: links.dropLast().reversed() + outer, at: links[links.count - 1].location)
    }

    private static func wrongArgumentReport(
        _ argument: String, _ expected: Any.Type, isInstead actual: String
    ) -> FailureText {
        let chain = currentChain
        let service = chain.first.map { "\($0.key)" } ?? "a service"
        return FailureText(
            "the \(argument) of \(service) must be '\(qualifiedName(of: expected))': \(actual)", id: .wrongArgument
        )
        .made(in: chain)
        .registered(currentRegistration)
    }

    /// Says what was passed in place of the expected argument.
    private static func argument(_ key: String?, passed: Any?, found: Any?) -> String {
        if let found { return "it is '\(qualifiedName(of: type(of: found)))'" }
        guard let passed else { return "it is absent" }
        guard let keyed = passed as? [String: Any?] else {
            return "there is one without a key, '\(qualifiedName(of: type(of: passed)))'"
        }
        if let key, keyed.keys.contains(key) { return "it is nil" }
        return "the keys are \(keyed.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", "))"
    }
}
