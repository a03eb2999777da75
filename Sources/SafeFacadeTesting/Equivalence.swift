public import Resolver
public import SafeFacade

/// Whether a typed factory gives what the runtime registration gives that it replaces.
///
/// Both are asked for the same service, the registration as `Resolver.resolve` finds it: they are equivalent if they
/// give the same concrete type, and share instances alike in two resolutions, on two threads, within one graph, when
/// nobody holds the instance, and after each scope is reset. Of what is no instance of a class, such as a structure,
/// the concrete type and the stated lifetime are compared, where graph and unique are one unless the value may hold
/// instances; of what only the main actor may make, not the threads; of what a task scope keeps, the stated lifetime alone.
/// Whether an instance is closed is compared, too, and not how. What `resolveProperties` or a decorator does to an instance
/// is not.
///
/// ```swift
/// let equivalence = Equivalence(of: \.loader)
/// XCTAssert(equivalence.differences.isEmpty, "\(equivalence)")
/// ```
///
/// Each face runs in a copy of the current sandbox, so that nothing of it remains, and no observer is told. Their
/// factories do run: compare where they may. A factory that is exported already, or that stands for the registration with
/// `legacy()`, is the same as the registration and has no differences.
///
/// A registration with the scope `container` counts as `cached`, which is what it becomes.
public struct Equivalence: Sendable {
    /// What the two faces do differently.
    public struct Difference: Sendable, Hashable {
        /// In which respect they differ.
        public enum Aspect: Sendable, Hashable {
            /// One of them has nothing that makes the service, or fails.
            case availability
            /// The type of what they give.
            case concreteType
            /// Whether two resolutions give one instance.
            case twoResolutions
            /// Whether two threads are given one instance.
            case twoThreads
            /// Whether a resolution that asks twice is given one instance.
            case oneGraph
            /// Whether the instance is kept that nobody holds.
            case heldByNobody
            /// Whether the reset of a scope drops the instance.
            case reset
            /// The lifetime that each states, of what has no identity to compare, such as a structure.
            case lifetime
            /// Whether `onClose` states what closes an instance.
            case closing
        }

        /// In which respect they differ.
        public let aspect: Aspect
        /// What each does.
        public let text: String
    }

    /// What the two do differently; nothing where they are equivalent.
    public let differences: [Difference]
    let service: String
    let factory: String
    let runtime: ResolverScope?
    let typed: ResolverScope?

    init<Service, Declared: FactoryDeclaration<Service>>(
        _ name: Resolver.Name?, isOnMainActor: Bool = false, declared: @escaping () -> Declared,
        registered: @escaping () throws -> Service, typed: @escaping () -> Service
    ) {
        let runtimeFace = Face(
            lifetime: { Environment.activeAfterHook().statedLifetime(of: Service.self, name: name) },
            resolve: { try registered() as Any }, isOnMainActor: isOnMainActor)
        let typedFace = Face(
            lifetime: { declared().statedLifetime },
            resolve: { typed() as Any }, isOnMainActor: isOnMainActor)
        // To look makes a slot for the declaration, and may run the registration hook: that does not remain either.
        let (runtimeLifetime, typedLifetime, factory, passesOn) = ToolSupport.inUnobservedCopy {
            (
                runtimeFace.lifetime(), typedFace.lifetime(), declared().key.display,
                Environment.activeAfterHook().passesOn(Service.self, name: name)
            )
        }
        self.factory = factory
        service = ServiceKey(Service.self, name: name?.rawValue).description
        (self.runtime, self.typed) = (runtimeLifetime?.scope, typedLifetime?.scope)
        guard let runtimeLifetime, let typedLifetime else {
            differences = Difference.missing(runtime: self.runtime, typed: self.typed)
            return
        }
        let (runtime, typedScope) = (runtimeLifetime.scope, typedLifetime.scope)
        let closing = Difference.closing(runtimeLifetime.hasCloser, typedLifetime.hasCloser)
        // Neither could be asked outside of a run, nor is it known what one is to be given.
        guard !(runtime is TaskScope), !(typedScope is TaskScope) else {
            differences = Difference.stating(runtime, typedScope, mayHoldInstances: true) + closing
            return
        }
        let scopes = Equivalence.scopes(runtime, typedScope)
        do {
            let observed = Difference.all(
                try ToolSupport.inUnobservedCopy { try runtimeFace.observe(resetting: scopes.map(\.scope)) },
                try ToolSupport.inUnobservedCopy { try typedFace.observe(resetting: scopes.map(\.scope)) }, scopes,
                // `implements` becomes a property that gives what another one gives, and states no lifetime.
                stated: passesOn && typedScope === Scope.unique ? nil : (runtime, typedScope))
            // What only passes on has no closer of its own.
            differences = observed + (passesOn ? [] : closing)
        } catch {
            differences = [Difference.failure(error)]
        }
    }

    /// A scope to reset, and what it is called.
    struct ProbedScope {
        let name: String
        let scope: ResolverScope
    }

    /// The scopes whose reset may drop an instance of either.
    private static func scopes(_ runtime: ResolverScope, _ typed: ResolverScope) -> [ProbedScope] {
        var scopes = [
            ProbedScope(name: "Scope.singleton", scope: .application),
            ProbedScope(name: "Scope.cached", scope: .cached), ProbedScope(name: "Scope.shared", scope: .shared),
        ]
        for (owner, scope) in [("registration", runtime), ("declaration", typed)]
        where scope.isOfTheProgram && !scopes.contains(where: { $0.scope === scope }) {
            scopes.append(ProbedScope(name: "the \(owner)'s scope", scope: scope))
        }
        return scopes
    }
}

// MARK: - The kinds of factory

extension Equivalence {
    /// Compares a typed factory with the runtime registration of its service's type.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - name: The name that the service is registered under.
    public init<Service>(of factory: KeyPath<Container, Factory<Service>>, name: Resolver.Name? = nil) {
        self.init(path: factory, name: name)
    }

    /// Compares a typed factory of a container of your own with the runtime registration of its service's type.
    public init<C: SharedContainer, Service>(of factory: KeyPath<C, Factory<Service>>, name: Resolver.Name? = nil) {
        self.init(path: factory, name: name)
    }

    /// Compares a typed factory that takes a parameter with the runtime registration of its service's type.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - parameter: What both make the service of.
    ///   - args: What the runtime registration is passed as `args`, where that is not the parameter itself: a dictionary for
    ///     arguments with keys.
    ///   - name: The name that the service is registered under.
    public init<Parameter, Service>(
        of factory: KeyPath<Container, ParameterFactory<Parameter, Service>>, parameter: Parameter, args: Any? = nil,
        name: Resolver.Name? = nil
    ) {
        self.init(path: factory, parameter: parameter, args: args, name: name)
    }

    /// Compares a typed factory of a container of your own that takes a parameter.
    public init<C: SharedContainer, Parameter, Service>(
        of factory: KeyPath<C, ParameterFactory<Parameter, Service>>, parameter: Parameter, args: Any? = nil,
        name: Resolver.Name? = nil
    ) {
        self.init(path: factory, parameter: parameter, args: args, name: name)
    }

    /// Compares a typed factory of what only the main actor may make.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - name: The name that the service is registered under.
    @MainActor
    public init<Service>(of factory: KeyPath<Container, MainActorFactory<Service>>, name: Resolver.Name? = nil) {
        self.init(path: factory, name: name)
    }

    /// Compares a typed factory of a container of your own of what only the main actor may make.
    @MainActor
    public init<C: SharedContainer, Service>(
        of factory: KeyPath<C, MainActorFactory<Service>>, name: Resolver.Name? = nil
    ) {
        self.init(path: factory, name: name)
    }

    /// Compares a typed factory of what only the main actor may make, and that takes a parameter.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - parameter: What both make the service of.
    ///   - args: What the runtime registration is passed as `args`, where that is not the parameter itself.
    ///   - name: The name that the service is registered under.
    @MainActor
    public init<Parameter, Service>(
        of factory: KeyPath<Container, MainActorParameterFactory<Parameter, Service>>, parameter: Parameter,
        args: Any? = nil, name: Resolver.Name? = nil
    ) {
        self.init(path: factory, parameter: parameter, args: args, name: name)
    }

    /// Compares a typed factory of a container of your own of what only the main actor may make, and that takes a parameter.
    @MainActor
    public init<C: SharedContainer, Parameter, Service>(
        of factory: KeyPath<C, MainActorParameterFactory<Parameter, Service>>, parameter: Parameter, args: Any? = nil,
        name: Resolver.Name? = nil
    ) {
        self.init(path: factory, parameter: parameter, args: args, name: name)
    }

    private init<C: SharedContainer, Service>(path: KeyPath<C, Factory<Service>>, name: Resolver.Name?) {
        self.init(
            name, declared: { C.shared[keyPath: path] },
            registered: { try Resolver.require(Service.self, name: name) },
            typed: { C.shared[keyPath: path]() })
    }

    private init<C: SharedContainer, Parameter, Service>(
        path: KeyPath<C, ParameterFactory<Parameter, Service>>, parameter: Parameter, args: Any?, name: Resolver.Name?
    ) {
        self.init(
            name, declared: { C.shared[keyPath: path] },
            registered: { try Resolver.require(Service.self, name: name, args: args ?? parameter) },
            typed: { C.shared[keyPath: path](parameter) })
    }

    @MainActor
    private init<C: SharedContainer, Service>(path: KeyPath<C, MainActorFactory<Service>>, name: Resolver.Name?) {
        self.init(
            name, isOnMainActor: true, declared: { C.shared[keyPath: path] },
            registered: { try Resolver.require(Service.self, name: name) },
            typed: { C.shared[keyPath: path]() })
    }

    @MainActor
    private init<C: SharedContainer, Parameter, Service>(
        path: KeyPath<C, MainActorParameterFactory<Parameter, Service>>, parameter: Parameter, args: Any?,
        name: Resolver.Name?
    ) {
        self.init(
            name, isOnMainActor: true, declared: { C.shared[keyPath: path] },
            registered: { try Resolver.require(Service.self, name: name, args: args ?? parameter) },
            typed: { C.shared[keyPath: path](parameter) })
    }
}
