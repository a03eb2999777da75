import Resolver

/// A module's registrations, which the program's hook calls.
private struct LoadingModule: ResolverRegistering {
    static func registerAllServices() {
        Resolver.register { MessageService() as MessageLoading }
    }
}

// Hooks that run at the first resolution. The program's own hook is in the clients, as a program has only one.
func checkRegistrationHooks() {
    LoadingModule.registerAllServices()
    check(Resolver.resolve(MessageLoading.self) is MessageService, "another type that is ResolverRegistering")

    Resolver.reset()
    Resolver.registerServices = { Resolver.register { MockLoader() as MessageLoading } }
    check(Resolver.resolve(MessageLoading.self).isMock, "Resolver.registerServices = { }")
    check(Resolver.registerServices == nil, "Resolver.registerServices is nil once it has run")

    Resolver.reset()
    Resolver.registerServices = { LoadingModule.registerAllServices() }
    Resolver.main.registerServices()
    check(Resolver.main.optional(MessageLoading.self) != nil, "registerServices() on an instance")

    Resolver.reset()
    Resolver.registerServices?()
    check(Resolver.registerServices == nil, "Resolver.registerServices?()")

    Resolver.reset()
    Resolver.registerServices = nil
    check(Resolver.optional(MessageLoading.self) == nil, "Resolver.registerServices = nil")
}

// A hook that runs at every resolution.
func checkDecoration() {
    var decorated = 0
    let decorate: ((_ service: Any) -> Void)? = { if $0 is MessageThread { decorated += 1 } }
    Resolver.decorate = decorate
    Resolver.register { MessageThread(id: 1) }.scope(.application)
    _ = (Resolver.resolve(MessageThread.self), Resolver.resolve(MessageThread.self))
    Resolver.decorate = nil
    check(decorated == 2, "Resolver.decorate = { }")
}
