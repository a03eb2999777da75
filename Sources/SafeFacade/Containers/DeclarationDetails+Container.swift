import Resolver

/// What the factories of one container are registered in: a resolver of its own.
///
/// The default container has none: its factories are in the main resolver of whichever environment asks.
extension DeclarationDetails? {
    /// The resolver of the container in the current environment.
    var currentResolver: Resolver {
        self?.resolver.map { Environment.active.own($0) } ?? Environment.activeMain
    }

    /// The container's type.
    var containerType: Any.Type { self?.container ?? Container.self }

    /// The container's settings in the current environment.
    var settings: ContainerSettings { currentResolver.state { ContainerSettings() } }

    /// States the scope of declarations that state none.
    func setDefaultScope(_ scope: Scope) {
        settings.defaultScope = scope
        Environment.active.setDefaultScope(scope, of: currentResolver, container: containerType)
    }

    /// Lets a container register its own overrides, once in each environment.
    ///
    /// It runs before anything else is registered over the container's declarations, so what the program registers
    /// itself counts more.
    ///
    /// - Parameter value: Gives the container where the caller has it: one that is no object is found in no other way.
    func prepare(as value: () -> (any FactoryContainer)? = { nil }) {
        let resolver = currentResolver
        var isLeftUnprepared = false
        // At the end, as what the container registers comes here, too.
        defer { Environment.setUnpreparedInUse(isLeftUnprepared ? resolver : nil) }
        guard resolver.isUnprepared else { return }
        let settings = settings
        while resolver.isUnprepared {
            let preparation = settings.preparation
            let container: (any FactoryContainer)? =
                containerType == Container.self ? Container(self) : settings.container ?? value()
            if container == nil, !preparation.isDone, containerType is any AutoRegistering.Type,
                !(containerType is AnyObject.Type)
            {
                // A value that the caller does not have: it registers itself where it is used.
                isLeftUnprepared = true
                break
            }
            preparation.run {
                Environment.autoRegistering { (container as? any AutoRegistering)?.autoRegister() }
            }
            // Only who cannot wait goes on before it has ended: who registers, or whom that thread waits for.
            isLeftUnprepared = !preparation.isDone
            guard !isLeftUnprepared else { break }
            settings.finish(preparation, of: resolver)
        }
        if let original = self?.resolver, original !== resolver,
            let container = settings.container as? any SharedContainer & AnyObject
        {
            OwnShared.report(container)
        }
    }
}
