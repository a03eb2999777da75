/// Everything this module says when it fails.
///
/// A failure has a headline that ends in a stable name, who asked, and what to do about it.
enum Failure {
    case unresolved(ResolutionError)
    /// What was passed in all, and what of it stands under the key.
    case wrongArgument(key: String?, expected: Any.Type, passed: Any?, found: Any?)
    case doesNotImplement(ServiceKey, Any.Type, CallSite)
    /// The chain from the first service of the cycle to the same service again, and the chain that led to it.
    case cycle([ChainLink], [ChainLink])
    case recursiveArgument(ChainLink, [ChainLink])
    /// The chain of the thread that would wait, and those of the threads it would wait for.
    case deadlock([ChainLink], [[ChainLink]])
    case tooDeep([ChainLink])
    /// The chain of the thread that waits, and the one that the construction it waits for began with.
    case longWait([ChainLink], [ChainLink])
    case depthLimit(Int)
    /// The chain from the declaration without an implementation outwards.
    case unbound([ChainLink])
    case wrongParameter(expected: Any.Type, found: Any?)
    /// The factory, what it stands for, and where it is declared.
    case modifiedLegacy(String, ServiceKey, DeclarationPlace)
    /// The chain from what only the main actor may make outwards.
    case offMainActor([ChainLink])
    case endedSandbox(Any.Type, CallSite)
    case endedContainer(Any.Type, CallSite)
    case outsideSandbox(ServiceKey, CallSite)

    // What a validation finds.

    /// The key, where its registration in force stands, and where the one that it replaced does.
    case registeredTwice(ServiceKey, CallSite, CallSite)
    /// The type's name, and where each of its copies is registered.
    case secondCopy(String, [ResolutionEvent.Place])
    /// What holds, and what it holds.
    case captive(DependencyGraph.Service, DependencyGraph.Service)
    case neverResolved(DependencyGraph.Service)
    /// The service that is validated where a failure ends the program.
    case validating(String)
    /// The service that is validated where a factory traps, and the chain.
    case trapped(String, [ChainLink])

    /// Ends the program with the failure's text; a validation may go on.
    func trap() -> Never {
        ValidationRun.intercept(self)
        fatalError("\n" + text)
    }

    /// The whole report.
    var text: String {
        switch self {
        case .unresolved(let error): Failure.text(of: error)
        case .wrongArgument(let key, let expected, let passed, let found):
            Failure.wrongArgumentText(key: key, expected: expected, passed: passed, found: found)
        case .doesNotImplement(let key, let type, let site):
            Report("\(key) does not implement '\(qualifiedName(of: type))'", id: "not-implemented")
                .asked(by: Failure.currentChain, at: Failure.currentSite)
                .row("registered", site.line == 0 ? nil : "with implements() at \(site)")
                .mend("conform to it, or take that implements() away").text
        case .cycle(let links, let outer):
            Report("\(links[0].key) depends on itself", id: "cycle")
                .row("the cycle", links.map(\.key.display).joined(separator: " → "))
                .asked(by: links.dropLast().reversed() + outer, at: links[links.count - 1].site)
                .mend("inject one of them with @LazyInjected, or pass it in after both are made").text
        case .recursiveArgument(let link, let chain):
            Report("\(link.key) asks for itself with another argument while it is made", id: "recursive-argument")
                .asked(by: chain, at: link.site)
                .row("the reason", "its scope keeps one instance, which cannot be made while it is being made")
                .mend("give it the scope .graph or .unique").text
        case .deadlock(let chain, let others):
            others.enumerated().reduce(
                Report("\(chain[0].key) is being made by a thread that waits for this one", id: "cycle")
                    .links("this thread", chain)
            ) { report, other in
                report.links(others.count == 1 ? "the other" : "thread \(other.offset + 2)", other.element)
            }
            .mend("inject one of them with @LazyInjected, or pass it in after both are made").text
        case .tooDeep(let chain):
            Report("\(chain[0].key) is nested \(chain.count) deep, and the stack is nearly used up", id: "too-deep")
                .links("the chain", chain, atMost: 16)
                .mend("end the recursion, or resolve on a thread with a larger stack").text
        case .longWait(let chain, let other):
            Report("\(chain[0].key) has not been made for 5 seconds by the thread that makes it", id: "long-wait")
                .links("this thread", chain)
                .links("the other", other)
                .mend("see whether a factory waits for something that waits for it").text
        case .depthLimit(let value):
            Report("Resolver.depthLimit must be between 2 and 1,000,000 (was \(value))", id: "depth-limit").text
        case .unbound(let chain):
            Report("nothing is bound to \(chain[0].key)", id: "unbound")
                .asked(by: Array(chain.dropFirst()), at: chain[0].site)
                .row("declared", chain[0].key.place.map { "with required() at \($0)" })
                .mend("bind it at launch, with register { … }, and check with unbound(in:)").text
        case .wrongParameter(let expected, let found):
            Failure.wrongParameterText(expected: expected, found: found)
        case .modifiedLegacy(let factory, let key, let place):
            Report("'\(factory)' stands for the registration of \(key) and takes no modifiers", id: "modified-legacy")
                .row("declared", "with legacy() at \(place)")
                .mend("state its lifetime where it is registered").text
        case .offMainActor(let chain):
            Report(
                "\(chain.first?.key.description ?? "a service") can be made on the main actor only", id: "main-actor"
            )
            .asked(by: Array(chain.dropFirst()), at: chain.first?.site ?? .unknown)
            .mend("ask for it on the main actor, or call its typed factory with await").text
        case .endedSandbox(let type, let site):
            Report("the sandbox of a lazy '\(qualifiedName(of: type))' has ended", id: "ended-sandbox")
                .row("the property", site.description)
                .mend("use what was made in a sandbox inside it").text
        case .endedContainer(let type, let site):
            Report("the container of a lazy '\(qualifiedName(of: type))' is gone", id: "ended-container")
                .row("the property", site.description)
                .mend("hold the container for as long as the property is used").text
        case .outsideSandbox(let key, let site):
            Report("\(key) is resolved outside of any sandbox while some code runs in one", id: "outside-sandbox")
                .asked(by: [], at: site)
                .row("perhaps", "a detached task, a thread or a dispatch queue has lost its sandbox")
                .mend("take SandboxContext.current along, and resolve in its run { … }").text
        case .registeredTwice(let key, let site, let replaced):
            Report("\(key) is registered twice", id: "registered-twice")
                .row("in force", "\(site)")
                .row("replaced", "\(replaced)")
                .mend("take one away, or give one a name").text
        case .secondCopy(let type, let places):
            places.reduce(Report("'\(type)' is the name of two types", id: "second-copy")) {
                $0.row("registered", "\($1)")
            }
            .row("the reason", "its module is in the program twice")
            .mend("link the module once").text
        case .captive(let holder, let held):
            Report(
                "\(Failure.lifetime(of: holder)) keeps \(Failure.lifetime(of: held)) beyond its lifetime",
                id: "captive"
            )
            .row("registered", holder.place.map { "\($0)" })
            .row(holder.place == nil ? "registered" : "and", held.place.map { "\($0)" })
            .mend("give what is kept the longer lifetime, or ask for it each time it is needed").text
        case .neverResolved(let service):
            Report("no entry point leads to '\(service.display)'", id: "never-resolved")
                .row("registered", service.place.map { "\($0)" })
                .mend("take it away, or name the entry point that needs it").text
        case .validating(let service):
            Report("the failure below ends the validation, at '\(service)'", id: "validation")
                .mend("validate on threads of its own, where a failure does not end it").text
        case .trapped(let service, let chain):
            Report("the program ends while '\(service)' is validated", id: "validation")
                .links("being made", chain)
                .mend("see the message of the trap above; a validation cannot go on after it").text
        }
    }

    // MARK: - Texts with cases of their own

    private static func text(of error: ResolutionError) -> String {
        let report: Report
        let mend: String
        switch error.reason {
        case .missing:
            report = Report("nothing is registered for \(error.key)", id: "missing-registration")
                .asked(by: error.links, at: error.site)
            mend = "register it in registerAllServices(), or ask with optional()"
        case .returnedNil:
            report = Report("the factory of \(error.key) returned nil", id: "returned-nil")
                .asked(by: error.links, at: error.site)
                .row("registered", error.registered.description)
            mend = "return an instance, or ask with optional()"
        case .factoryThrew(let thrown):
            report = Report(
                "the factory of \(error.key) threw \(qualifiedName(of: type(of: thrown))): \(thrown)",
                id: "factory-threw"
            )
            .asked(by: error.links, at: error.site)
            .row("registered", error.registered.description)
            mend = "ask with 'try require()', in the factories between as well"
        }
        return error.nearMisses.reduce(report) { $0.row("did you mean", text(of: $1)) }
            .row(
                "perhaps",
                error.mayHaveUnseenHook
                    ? "registerAllServices() is isolated to the main actor, where it can be seen only by the main thread: "
                        + "call Resolver.registerServices?() at launch" : nil
            )
            .mend(mend).text
    }

    private static func text(of miss: NearMiss) -> String {
        let place = miss.site.line == 0 ? "" : ", registered at \(miss.site)"
        return switch miss.kind {
        case .otherName: (miss.key.name == nil ? "\(miss.key) with no name" : "\(miss.key)") + place
        case .otherResolver: "\(miss.key) of another resolver, which this one does not have for a child\(place)"
        case .declaration: "the typed factory \(miss.key)\(miss.key.place.map { ", declared at \($0)" } ?? "")"
        case .sameLastName: "\(miss.key)\(place)"
        case .otherPrivate: "\(miss.key) of another file or function, which is another type\(place)"
        case .secondCopy: "\(miss.key) of a second copy of its module, which is another type\(place)"
        }
    }

    private static func wrongArgumentText(key: String?, expected: Any.Type, passed: Any?, found: Any?) -> String {
        let chain = currentChain
        let service = chain.first.map { "\($0.key)" } ?? "a service"
        let argument = key.map { "the argument \"\($0)\"" } ?? "the argument"
        let actual: String
        if let found {
            actual = "it is '\(qualifiedName(of: type(of: found)))'"
        } else if let keyed = passed as? [String: Any?] {
            actual = "the keys are \(keyed.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", "))"
        } else if let passed {
            actual = "there is one without a key, '\(qualifiedName(of: type(of: passed)))'"
        } else {
            actual = "it is absent"
        }
        return Report(
            "\(argument) of \(service) must be '\(qualifiedName(of: expected))': \(actual)", id: "wrong-argument"
        )
        .asked(by: Array(chain.dropFirst()), at: chain.first?.site ?? .unknown)
        .mend("pass it as args: to resolve(), or take it with optional()").text
    }

    private static func wrongParameterText(expected: Any.Type, found: Any?) -> String {
        let chain = currentChain
        let service = chain.first.map { "\($0.key)" } ?? "a factory"
        let actual = found.map { "it is '\(qualifiedName(of: type(of: $0)))'" } ?? "it is absent"
        return Report(
            "the parameter of \(service) must be '\(qualifiedName(of: expected))': \(actual)", id: "wrong-argument"
        )
        .asked(by: Array(chain.dropFirst()), at: chain.first?.site ?? .unknown)
        .mend("pass it as args:").text
    }

    private static var currentChain: [ChainLink] {
        Engine.start()
        return unsafe Engine.chain(from: ThreadState.existing?.pointee.top)
    }

    private static var currentSite: CallSite {
        Engine.start()
        return unsafe ThreadState.existing?.pointee.top?.pointee.site ?? .unknown
    }

    private static func lifetime(of service: DependencyGraph.Service) -> String {
        "'\(service.display)'" + (service.lifetime.map { " (\($0.rawValue))" } ?? "")
    }
}

extension Failure {
    /// What a validation calls it.
    var kind: ValidationReport.Problem.Kind {
        switch self {
        case .unresolved(let error):
            switch error.reason {
            case .missing: .missing
            case .returnedNil: .returnedNil
            case .factoryThrew: .threw
            }
        case .cycle, .recursiveArgument, .deadlock, .tooDeep, .longWait: .cycle
        case .unbound: .unbound
        case .registeredTwice: .registeredTwice
        case .secondCopy: .secondCopy
        case .captive: .captive
        case .neverResolved: .neverResolved
        default: .misused
        }
    }
}
