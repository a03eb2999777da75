import Resolver

/// What the factories of one container are registered in: a resolver of its own.
///
/// The default container has none: its factories are in the main resolver of whichever environment asks.
extension DeclarationContext? {
    /// The resolver of the container in the current environment.
    package var currentResolver: Resolver {
        let environment = Environment.active
        return self?.resolver.map { environment.own($0) } ?? environment.main
    }

    /// The container's type.
    package var containerType: Any.Type { self?.container ?? Container.self }

    /// The container's settings in the current environment.
    var settings: ContainerSettings { currentResolver.state { ContainerSettings() } }

    /// States the scope of declarations that state none.
    func setStandardScope(_ scope: Scope) {
        settings.standardScope = scope
        Environment.active.setStandardScope(scope, of: currentResolver, container: containerType)
    }

    /// Lets a container register its own overrides, once in each environment.
    ///
    /// It runs before anything else is registered over the container's declarations, so what the program registers
    /// itself counts more.
    func prepare() {
        let resolver = currentResolver
        var isLeftUnprepared = false
        // At the end, as what the container registers comes here, too.
        defer { Environment.usesUnprepared(isLeftUnprepared ? resolver : nil) }
        guard resolver.isUnprepared else { return }
        let settings = settings
        while resolver.isUnprepared {
            let preparation = settings.preparation
            preparation.run {
                let container: (any FactoryContainer)? =
                    containerType == Container.self ? Container(self) : settings.container
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

/// A container's settings in one environment.
final class ContainerSettings: ContainerState, @unchecked Sendable {
    // Sound because what changes is guarded by the engine's lock.

    private var values = Values()

    private struct Values {
        var standardScope: Scope = .unique
        var preparation = Preparation()
        /// The container, where it is one of the program's own.
        weak var container: (any FactoryContainer & AnyObject)?
        var saved: [Saved] = []
    }

    /// What `push` has saved.
    struct Saved {
        let snapshot: ContainerSnapshot
        let standardScope: Scope
        let decorator: Resolver.Decorator?
    }

    init() {}

    func copy() -> any ContainerState {
        let copy = ContainerSettings()
        copy.values.standardScope = values.standardScope
        copy.values.container = values.container
        copy.values.preparation = Preparation(isDone: values.preparation.isDone)
        return copy
    }

    var preparation: Preparation { Lock.held { values.preparation } }

    /// The scope of declarations that state none.
    var standardScope: Scope {
        get { Lock.held { values.standardScope } }
        set { Lock.held { values.standardScope = newValue } }
    }

    /// The container, where it is one of the program's own.
    var container: (any FactoryContainer & AnyObject)? { Lock.held { values.container } }

    /// Remembers the container, which is not held.
    func note(_ container: some FactoryContainer, replacing: Bool = false) {
        guard let object = container.object else { return }
        Lock.held { if replacing || values.container == nil { values.container = object } }
    }

    func arm() -> AnyObject {
        defer { values.preparation = Preparation() }
        return values.preparation
    }

    /// Lets calls through from now on, unless the container was armed again meanwhile.
    func finish(_ preparation: Preparation, of resolver: Resolver) {
        Lock.held { if values.preparation === preparation { resolver.setPrepared() } }
    }

    func push(_ saved: Saved) { Lock.held { values.saved.append(saved) } }

    func pop() -> Saved? { Lock.held { values.saved.popLast() } }
}
