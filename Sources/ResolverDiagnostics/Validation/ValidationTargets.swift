import Resolver

/// What is to be validated.
struct ValidationTargets {
    /// One service.
    struct Target {
        /// How reports name it.
        let name: String
        /// How entry points are named that mean it.
        let entryName: String
        /// What is done with it; asked on the validation's thread, as a container may have to register itself first.
        let plan: () -> Plan
    }

    /// What is done with a service.
    enum Plan {
        /// It is resolved; the closure throws what can be thrown.
        case resolve(() throws(ResolutionError) -> Void)
        /// It is made asynchronously.
        case await(ServiceKey, () async throws -> Void)
        /// It is listed with a reason.
        case skip(SkipReason)
        /// It is known to fail.
        case fail(FailureText)
    }

    /// Why a service is not resolved, as reports say it.
    enum SkipReason: String {
        case isNoFactory = "is no factory"
        case isAsynchronous = "is made asynchronously: validateAsync() makes it"
        case lacksArguments = "takes arguments: give a sample of them"
        case isOfMainActor = "belongs to the main actor: validate on the current thread there, or with validateAsync()"
        case isOfRun = "belongs to a run of a task scope: validateAsync(in:) makes it in one"
    }

    var targets: [Target]
    /// The services that the program itself asks for, as reports name them; nil where nobody says.
    var entryPoints: Set<String>?
    /// What is registered, used or not.
    var registered: [ServiceListing] = []
}
