import Forms
import Resolver
import ResolverDiagnostics

@MainActor
final class Coordinator {
    let title = "Inbox"
}

extension Resolver: @MainActor @retroactive ResolverRegistering {
    /// The program's registrations, made on the main actor.
    @MainActor
    public static func registerAllServices() {
        let coordinator = Coordinator()
        register { coordinator }
        register { "Messenger" }
    }
}

let early = await Task.detached { Resolver.optional(String.self) }.value
check(early == nil, "a hook that is isolated to the main actor is not run elsewhere")
let failure = await Task.detached {
    do { return try Resolver.require(String.self) } catch { return "\(error)" }
}.value
check(
    failure.contains(
        "registerAllServices() is isolated to the main actor, where it can be seen only by the main thread"),
    "a failure says why the hook has not run")
let report = await Task.detached { Resolver.validate() }.value
check(
    report.problems.map(\.service) == ["registerAllServices()"]
        && "\(report)".contains("which only the main actor can see"),
    "a validation says that the hook has not run")
check(Resolver.all(String.self) == ["Messenger"], "the hook is looked for again, also by all()")
check(Resolver.resolve(String.self) == "Messenger", "a hook that is isolated to the main actor")
check(Resolver.resolve(Coordinator.self).title == "Inbox", "a service that is isolated to the main actor")
print("\(passedChecks()) checks passed")
