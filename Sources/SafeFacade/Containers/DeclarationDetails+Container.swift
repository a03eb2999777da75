import Resolver

/// What the factories of one container are registered in: a resolver of its own.
///
/// The default container has none: its factories are in the main resolver of whichever environment asks.
extension DeclarationDetails? {
    /// The resolver of the container in the current environment.
    var currentResolver: Resolver { self?.currentResolver ?? Environment.activeMain }

    /// That resolver, unless the container is the shared one of its type, whose `legacy()` factories look in the root.
    var isolatedResolver: Resolver? {
        guard self != nil else { return nil }
        let own = currentResolver
        return Environment.active.shares(own) ? nil : own
    }

    /// The container's type.
    var containerType: Any.Type { self?.container ?? Container.self }

    /// The container's settings in the current environment, made if there are none: most containers need none.
    var settings: ContainerSettings { currentResolver.state { ContainerSettings() } }

    /// States the scope of declarations that state none.
    func setDefaultScope(_ scope: Scope) {
        if scope === currentResolver.currentContainerDefault { return }
        settings.setDefaultScope(scope)
        Environment.active.setDefaultScope(scope, of: currentResolver, container: containerType)
    }

    /// Lets a container register its own overrides, once in each environment.
    ///
    /// It runs before anything else is registered over the container's declarations, so what the program registers
    /// itself counts more.
    ///
    /// - Parameter value: Gives the container where the caller has it: one that is no object is found in no other way.
    /// - Returns: The resolver of the container in the current environment.
    @discardableResult
    func prepare(as value: () -> (any FactoryContainer)? = { nil }) -> Resolver {
        let resolver = currentResolver
        guard resolver.isUnprepared else {
            Environment.setUnpreparedInUse(nil)
            return resolver
        }
        var isPrepared = true
        if containerType is any AutoRegistering.Type {
            isPrepared = letRegister(in: resolver, as: value)
        } else {
            Lock.held { resolver.setPrepared() }
        }
        // At the end, as what the container registers comes here, too.
        Environment.setUnpreparedInUse(isPrepared ? nil : resolver)
        if let self, self.resolver !== resolver, let type = containerType as? any (SharedContainer & AnyObject).Type {
            OwnShared.report(type)
        }
        return currentResolver
    }

    /// Returns false where the container has not registered its own overrides all the same.
    @inline(never)
    private func letRegister(in resolver: Resolver, as value: () -> (any FactoryContainer)?) -> Bool {
        let settings = settings
        while resolver.isUnprepared {
            let preparation = settings.preparation
            let container: (any FactoryContainer)?
            if containerType == Container.self {
                container = Container(self)
            } else {
                container = settings.container ?? value()
                container.map { settings.note($0) }
            }
            // A value that the caller does not have: it registers itself where it is used.
            if container == nil, !preparation.isDone, !(containerType is AnyObject.Type) { return false }
            preparation.run {
                Environment.autoRegistering { (container as? any AutoRegistering)?.autoRegister() }
            }
            // Only who cannot wait goes on before it has ended: who registers, or whom that thread waits for.
            guard preparation.isDone else { return false }
            settings.finish(preparation, of: resolver)
        }
        return true
    }
}
