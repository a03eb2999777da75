import Resolver

/// The texts of a validation's own findings; `Failure` has the texts of failed resolutions.
enum ValidationText {
    /// Says where the registration in force is, and the one that it has replaced.
    static func registeredTwice(_ service: ObservedService, _ replaced: CodeLocation) -> FailureText {
        FailureText("\(service.key) is registered twice", id: .registeredTwice)
            .row("in force", service.registered?.description)
            .row("replaced", replaced.description)
            .mend("take one away, or give one a name")
    }

    static var unseenHook: FailureText {
        FailureText("registerAllServices() has not run, which only the main actor can see", id: .missingRegistration)
            .mend("call Resolver.registerServices?() on the main actor first, in the test's own sandbox")
    }

    /// Says the type's name, and where each of its copies is registered.
    static func secondCopy(_ type: String, _ places: [ResolutionEvent.Place]) -> FailureText {
        let report = FailureText("'\(type)' is the name of two types", id: .secondCopy)
        for place in places { report.row("registered", "\(place)") }
        return report.row("the reason", "its module is in the program twice")
            .mend("link the module once")
    }

    /// Names the singleton that keeps, the service between them if there is one, and the instance that is kept.
    static func captive(
        _ keeper: DependencyGraph.Service, by link: DependencyGraph.Service?, _ held: DependencyGraph.Service
    ) -> FailureText {
        let places = [keeper.place, held.place].compactMap { $0 }
        let report = FailureText(
            "\(lifetime(of: keeper)) keeps \(lifetime(of: held)) beyond its lifetime", id: .captive
        )
        .about([keeper.display, held.display])
        .row("by way of", link.map(lifetime))
        for (index, place) in places.enumerated() { report.row(index == 0 ? "registered" : "and", "\(place)") }
        return report.mend("give what is kept the longer lifetime, or ask for it each time it is needed")
    }

    static func unknownEntryPoint(_ name: String) -> FailureText {
        FailureText("the entry point '\(name)' is nothing that is registered or in the list", id: .missingRegistration)
            .mend("register it, or take it out of the entry points")
    }

    static func neverResolved(_ service: DependencyGraph.Service) -> FailureText {
        FailureText("no entry point leads to '\(service.display)'", id: .neverResolved)
            .row("registered", service.place.map { "\($0)" })
            .mend("take it away, or name the entry point that needs it")
    }

    /// Names the service that is being validated when a failure ends the program.
    static func validating(_ service: String) -> FailureText {
        FailureText("the failure below ends the validation, at '\(service)'", id: .validation)
            .mend("validate on threads of its own, where a failure does not end it")
    }

    /// Names the service that has been validated for a long time.
    static func waiting(_ service: String) -> FailureText {
        FailureText("'\(service)' has been validated for 5 seconds, and a factory has failed before", id: .longWait)
            .row("perhaps", "it waits for what that factory holds: a static that resolves, or a lock")
            .mend("mend what has failed, or let it resolve outside of that")
    }

    /// Names the service that is being validated when a factory traps, and what was being made.
    static func trapped(_ service: String, _ chain: [ServiceLink]) -> FailureText {
        FailureText("the program ends while '\(service)' is validated", id: .validation)
            .places("being made", chain.map { ($0.service.key.display, $0.location) })
            .mend("see the message of the trap above; a validation cannot go on after it")
    }

    private static func lifetime(of service: DependencyGraph.Service) -> String {
        "'\(service.display)'" + (service.lifetime.map { " (\($0.rawValue))" } ?? "")
    }
}
