import Resolver

/// The details of a container, which has a resolver of its own for its factories.
///
/// They are nil for the default container: its factories are in the main resolver of whichever environment asks.
extension DeclarationDetails? {
    /// The container's details: these, or those to which a factory's refer.
    @inline(__always)
    var ofContainer: DeclarationDetails? {
        guard let self, self.isOfFactory else { return self }
        return self.storage
    }

    /// The resolver of the container in the current environment.
    var currentResolver: Resolver { self?.currentResolver ?? Environment.activeMain }

    /// That resolver; nil where the container is the shared one of its type, whose `legacy()` factories look in the root.
    var isolatedResolver: Resolver? {
        guard self != nil else { return nil }
        let own = currentResolver
        return Environment.active.shares(own) ? nil : own
    }

    /// The container's type.
    var containerType: Any.Type { self?.container ?? Container.self }

    /// How the container registers its own overrides in the current environment, made if there is nothing yet.
    var selfRegistration: SelfRegistration { currentResolver.state { SelfRegistration() } }

    /// Lets a container register its own overrides, once in each environment.
    ///
    /// The container does so before anything else is registered over its declarations, so what the program registers itself
    /// counts more.
    ///
    /// - Parameter value: Gives the container where the caller has it: one that is a structure cannot be found otherwise.
    /// - Returns: The resolver of the container in the current environment.
    @discardableResult
    func prepare(as value: () -> (any FactoryContainer)? = { nil }) -> Resolver {
        let resolver = currentResolver
        guard resolver.isUnprepared else {
            Environment.setUnpreparedInUse(nil)
            return resolver
        }
        // Its `autoRegister` uses it as far as it is prepared.
        if Environment.isAutoRegistering(resolver) {
            Environment.setUnpreparedInUse(resolver)
            return resolver
        }
        var isPrepared = true
        if containerType is any AutoRegistering.Type {
            isPrepared = letRegister(in: resolver, as: value)
        } else {
            Lock.held { resolver.setPrepared() }
        }
        // At the end, as registering the container's overrides calls this function, too.
        Environment.setUnpreparedInUse(isPrepared ? nil : resolver)
        if let self, self.resolver !== resolver, let type = containerType as? any (SharedContainer & AnyObject).Type {
            OwnShared.report(type)
        }
        return currentResolver
    }

    /// Lets the container register its own overrides.
    ///
    /// Returns false where it has not, and the call must go on all the same.
    @inline(never)
    private func letRegister(in resolver: Resolver, as value: () -> (any FactoryContainer)?) -> Bool {
        let selfRegistration = selfRegistration
        while resolver.isUnprepared {
            let preparation = selfRegistration.preparation
            let container: (any FactoryContainer)?
            if containerType == Container.self {
                container = Container(self)
            } else if let known = selfRegistration.container {
                container = known
            } else {
                container = value()
                container.map { selfRegistration.note($0) }
            }
            // The container is a structure, and the caller does not have it: it registers its overrides at its next use.
            if container == nil, !preparation.isDone, !(containerType is AnyObject.Type) { return false }
            preparation.run {
                Environment.autoRegistering(resolver) { (container as? any AutoRegistering)?.autoRegister() }
            }
            // Only a thread that cannot wait goes on before the preparation has ended: the one that registers, or one for
            // which that waits.
            guard preparation.isDone else { return false }
            selfRegistration.finish(preparation, of: resolver)
        }
        return true
    }
}
