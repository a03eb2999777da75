import Resolver

/// The services to validate.
struct ValidationTargets {
    /// One service.
    struct Target {
        /// The service as reports name it.
        let name: String
        /// The name by which entry points state the service.
        let entryName: String
        /// Says what to do with the service; called on the validation's thread, as a container may have to register itself
        /// first.
        let plan: () -> Plan
    }

    /// What to do with a service.
    enum Plan {
        /// Resolve it with the closure; the report of an error that its factory throws names the key.
        case resolve(ServiceKey, () throws -> Void)
        /// The same, asynchronously.
        case await(ServiceKey, () async throws -> Void)
        /// List it as skipped, with a reason.
        case skip(SkipReason)
        /// Report a failure that is known without a call.
        case fail(FailureText)
    }

    /// The reasons why a service is not resolved, in the words of reports.
    enum SkipReason: String {
        case isNoFactory = "is no factory"
        case isAsynchronous = "is made asynchronously: validateAsync() makes it"
        case lacksArguments = "takes arguments: give a sample of them"
        case isOfMainActor = "belongs to the main actor: validate on the current thread there, or with validateAsync()"
        case isOfRun = "belongs to a run of a task scope: validateAsync(in:) makes it in one"
    }

    var targets: [Target]
    /// The services for which the program itself asks, under the names of entry points; nil where none are stated.
    var entryPoints: Set<String>?
    /// The registrations, whether they are used or not.
    var registered: [ServiceListing] = []
}
