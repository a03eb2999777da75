// The texts of the errors that calls throw, or trap with if they cannot throw.

extension Failure {
    private static var mendOfClosers: String { "use, in a closer or a 'deinit', only what the service holds" }

    /// What an error says of its reason, and of who asked.
    static func unresolved(_ error: ResolutionError) -> FailureText {
        func asked(_ headline: String, id: FailureID) -> FailureText {
            FailureText(headline, id: id).asked(by: error.links, at: error.location)
        }
        let key = error.key
        let report: FailureText
        let mend: String
        switch error.reason {
        case .missing:
            report = asked("nothing is registered for \(key)", id: .missingRegistration)
                .row("declared", error.standIn?.declaration.map { "with legacy() at \($0.location)" })
            let place = error.has(.isBesideMain) ? "with the resolver that is asked" : "in registerAllServices()"
            if error.standIn == nil,
                let factory = error.nearMisses.first(where: { $0.kind == .declaration })?.key.display
            {
                mend = "ask the typed factory, or export it with Resolver.register(\\\(factory))"
            } else {
                let mayBeAdded = error.standIn == nil && error.has(.isBesideMain)
                mend =
                    "register it \(place), or "
                    + (mayBeAdded ? "add the one that has it with add(child:)" : wayToDoWithout(error))
            }
        case .unbound:
            report = asked("nothing is bound to \(key)", id: .unbound)
                .row("declared", key.declaration.map { "with required() at \($0.location)" })
            mend =
                error.has(.isOfTaskScope)
                ? "bind it in the run of its scope, with bind(…), before it is asked for"
                : "bind it at launch, with register { … }, and check with unbound(in:)"
        case .returnedNil:
            report = asked("the factory of \(key) returned nil", id: .returnedNil)
                .row("registered", error.site.description)
            mend = "return an instance, or \(wayToDoWithout(error))"
        case .notImplemented(let service):
            report = asked("\(service.quoted) does not implement '\(error.service)'", id: .notImplemented)
                .row("registered", error.site.isKnown ? "with implements() at \(error.site)" : nil)
            mend = "conform to it, or take that implements() away"
        case .factoryThrew(let thrown):
            report = asked(
                "the factory of \(key) threw \(qualifiedName(of: type(of: thrown))): \(thrown)", id: .factoryThrew
            )
            .row("registered", error.site.description)
            mend =
                key.isDeclared
                ? "catch it where it is asked for"
                : error.has(.isOfLegacy)
                    ? "declare an AsyncFactory with legacy(), whose call throws, and catch it"
                    : "ask with 'require()' or 'requireAsync()', in the factories between as well, and catch it"
        case .cycle:
            report = cycleReport(error.cycle, error.links)
            mend = "pass one of them in after both are made"
        case .asynchronous:
            report = asked("\(key) is made asynchronously", id: .asynchronous)
                .row("registered", error.site.description)
            mend =
                error.has(.isOfLegacy)
                ? "declare an AsyncFactory with legacy(), and ask it with 'try await'"
                : "ask with 'try await requireAsync()', in asynchronous factories as well"
        case .outsideRun(let scope):
            report = asked("\(key) is asked for outside of a run of its scope", id: .outsideRun)
                .row("its scope", scope)
            mend =
                "ask in the scope's 'run { … }', and in no sandbox that is opened there, or in a task that is started there "
                + "and not detached"
        case .endedRun(let scope):
            report = asked("\(key) is asked for after the run of its scope has ended", id: .endedRun)
                .row("its scope", scope)
            mend =
                error.has(.isOfCloser)
                ? mendOfClosers
                : "wait, in the run, for the tasks that are started there, or begin a run of their own in them"
        case .captive(let scope, let keeper):
            report = asked("\(key) would be kept by '\(keeper)', which lives longer", id: .captive)
                .row("its scope", scope)
                .about([key.display, "\(keeper)"])
            let way =
                switch (key.isDeclared, error.has(.isAsynchronous)) {
                case (true, false): "each time, with @DynamicInjected"
                case (true, true): "its factory each time"
                case (false, false): "with Resolver.resolve() each time"
                case (false, true): "with requireAsync() each time"
                }
            mend = "pass it as a parameter, give that the same scope, or ask \(way)"
        case .closed where !error.site.isKnown:
            report = asked("\(key) was closed while it was being made", id: .closed)
            mend = "wait for those who ask before it is closed, or ask again"
        case .closed:
            report = asked("\(key) is asked for after it was closed", id: .closed)
                .row("closed", "with close() at \(error.site)")
            mend = error.has(.isOfCloser) ? mendOfClosers : "ask before close(), or call \(resetThatOpens(error))"
        case .closedInside:
            report = asked("\(key) is being made by what closes it", id: .closedInside)
            mend = "call close() outside of factories, when what they make is there"
        }
        for miss in error.nearMisses { report.row("did you mean", text(of: miss, inPlaceOf: key)) }
        if error.has(.hasUnseenHook) {
            report.row(
                "perhaps",
                "registerAllServices() is isolated to the main actor, where it can be seen only by the main thread: "
                    + "call Resolver.registerServices?() at launch")
        }
        return report.mend(mend)
    }

    /// How to ask for a service that may be absent: for an asynchronous one, `optional()` traps.
    private static func wayToDoWithout(_ error: ResolutionError) -> String {
        switch (error.has(.isOfLegacy), error.has(.isAsynchronous)) {
        case (true, true): "declare an AsyncFactory of an optional"
        case (true, false): "declare a Factory of an optional"
        case (false, true): "ask requireAsync() for an optional"
        case (false, false): "ask with optional()"
        }
    }

    /// The call of `reset()` after which a closed service is made again.
    private static func resetThatOpens(_ error: ResolutionError) -> String {
        switch error.closedScope {
        case is ContainerCache: "reset() of the resolver's cache to begin anew"
        case .some: "reset() of that scope to begin anew"
        case nil:
            error.key.isDeclared
                ? "reset() of its container to begin anew" : "Resolver.reset(), which drops all registrations, too"
        }
    }

    /// The text of the reason for which no run can be given a value.
    static func unbindable(_ error: ResolutionError) -> FailureText {
        let (when, id, scope): (String, FailureID, String)
        switch error.reason {
        case .outsideRun(let display): (when, id, scope) = ("outside of a run of its scope", .outsideRun, display)
        case .endedRun(let display): (when, id, scope) = ("after the run of its scope has ended", .endedRun, display)
        case .captive(let display, let keeper):
            (when, id, scope) = ("while \(keeper.quoted) is made, which lives longer", .captive, display)
        default: return unresolved(error)
        }
        return FailureText("\(error.key) is bound to a value \(when)", id: id)
            .row("the call", error.location.description)
            .row("its scope", scope)
            .mend("bind it at the beginning of the scope's 'run { … }'")
    }

    private static func text(of miss: NearMiss, inPlaceOf key: ServiceKey) -> String {
        let place = !miss.location.isKnown ? "" : ", registered at \(miss.location)"
        return switch miss.kind {
        case .otherName: "\(miss.key)" + (miss.key.name == nil && key.shownName != nil ? " with no name" : "") + place
        case .otherResolver: "\(miss.key) of another resolver, which this one does not have for a child\(place)"
        case .declaration:
            "the typed factory \(miss.key)\(miss.key.declaration.map { ", declared at \($0.location)" } ?? "")"
        case .sameLastName: "\(miss.key)\(place)"
        case .implementation: "\(miss.key)\(place): where it implements this, add .implements()"
        case .otherPrivate: "\(miss.key) of another file or function, which is another type\(place)"
        case .secondCopy: "\(miss.key) of a second copy of its module, which is another type\(place)"
        }
    }
}
