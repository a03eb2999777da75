public import Resolver
public import SafeFacade

/// Whether a typed factory gives the same as the runtime registration that it replaces.
///
/// Both faces are asked for the same service; the registration is the one that `Resolver.resolve` finds. They are equivalent if
/// they give the same concrete type, and share instances alike: in two resolutions, on two threads, within one graph, when
/// nobody holds the instance, and after each scope is reset.
///
/// - A value, such as a structure, has no identity: its concrete type and the stated lifetimes are compared. Graph and unique
///   then count as the same, unless the value may hold instances.
/// - A service that only the main actor may make is not compared on two threads.
/// - Of a service that a task scope keeps, only the stated lifetime is compared.
///
/// It is also compared whether an instance is closed, but not how. What `resolveProperties` or a decorator does to an instance
/// is not compared.
///
/// ```swift
/// let equivalence = Equivalence(of: \.loader)
/// XCTAssert(equivalence.differences.isEmpty, "\(equivalence)")
/// ```
///
/// Each face runs in a copy of the current sandbox, so that nothing remains of the comparison, and no observer is told. The
/// factories do run: only compare where they may. A factory that is exported already, or that stands for the registration with
/// `legacy()`, is the same as the registration and has no differences.
///
/// A registration with the scope `container` counts as `cached`, which it becomes on the typed face.
public struct Equivalence: Sendable {
    /// One difference between the two faces.
    public struct Difference: Sendable, Hashable {
        /// The aspects in which the faces can differ.
        public enum Aspect: Sendable, Hashable {
            /// One face has nothing that makes the service, or it fails.
            case availability
            /// The concrete type of the service.
            case concreteType
            /// Whether two resolutions give one instance.
            case twoResolutions
            /// Whether two threads are given one instance.
            case twoThreads
            /// Whether a resolution that asks twice is given one instance.
            case oneGraph
            /// Whether the instance is kept while nobody holds it.
            case heldByNobody
            /// Whether the reset of a scope drops the instance.
            case reset
            /// The lifetimes that the faces state, for a service without identity, such as a structure.
            case lifetime
            /// Whether `onClose` is stated.
            case closing
        }

        /// The aspect in which the faces differ.
        public let aspect: Aspect
        /// What each face does.
        public let text: String
    }

    /// The differences between the two faces; empty where they are equivalent.
    public let differences: [Difference]
    let service: String
    let factory: String
    let runtime: ResolverScope?
    let typed: ResolverScope?

    /// Compares a factory of any kind; the ones that only the main actor may call are compared on it.
    private init<C: SharedContainer, Declared: FactoryDeclaration>(
        path: KeyPath<C, Declared>, parameter: Any? = nil, args: Any? = nil, name: Resolver.Name?
    ) {
        // Read anew in each sandbox.
        func declared() -> Declared { C.shared[keyPath: path] }
        let key = ServiceKey(serviceType(of: Declared.Service.self), name: name?.rawValue)
        let runtimeFace = Face(
            lifetime: { Environment.activeAfterHook().statedLifetime(of: key) },
            resolve: { try Resolver.require(Declared.Service.self, name: name, args: args ?? parameter) as Any },
            isOnMainActor: Declared.belongsToMainActor)
        let typedFace = Face(
            lifetime: { declared().statedLifetime },
            resolve: { declared().make(parameter, at: CodeLocation(#fileID, #line)) as Any },
            isOnMainActor: Declared.belongsToMainActor)
        // Reading the lifetimes makes a slot for the declaration, and may run the registration hook. In a copy, neither
        // remains.
        let (runtimeLifetime, typedLifetime, factory, passesOn) = ToolSupport.inUnobservedCopy {
            (
                runtimeFace.lifetime(), typedFace.lifetime(), declared().key.display,
                Environment.activeAfterHook().passesOn(key)
            )
        }
        self.factory = factory
        service = ServiceKey(Declared.Service.self, name: name?.rawValue).description
        (self.runtime, self.typed) = (runtimeLifetime?.scope, typedLifetime?.scope)
        guard let runtimeLifetime, let typedLifetime else {
            differences = Difference.missing(runtime: self.runtime, typed: self.typed)
            return
        }
        let (runtime, typedScope) = (runtimeLifetime.scope, typedLifetime.scope)
        let closing = Difference.closing(runtimeLifetime.hasCloser, typedLifetime.hasCloser)
        // A service of a run cannot be made here: there is no run, and it is not known what a run would be given.
        guard !(runtime is TaskScope), !(typedScope is TaskScope) else {
            differences = Difference.stating(runtime, typedScope, mayHoldInstances: true) + closing
            return
        }
        let scopes = Equivalence.scopes(runtime, typedScope)
        do {
            let observed = Difference.all(
                try ToolSupport.inUnobservedCopy { try runtimeFace.observe(resetting: scopes.map(\.scope)) },
                try ToolSupport.inUnobservedCopy { try typedFace.observe(resetting: scopes.map(\.scope)) }, scopes,
                // The property that replaces an `implements` gives another property's service, and states no lifetime.
                stated: passesOn && typedScope === Scope.unique ? nil : (runtime, typedScope))
            // A registration that only passes on has no closer of its own.
            differences = observed + (passesOn ? [] : closing)
        } catch {
            differences = [Difference.failure(error)]
        }
    }

    /// A scope to reset, with its name in texts.
    struct ProbedScope {
        let name: String
        let scope: ResolverScope
    }

    /// The scopes whose reset may drop an instance of either face.
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
    ///   - name: The name under which the service is registered.
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
    ///   - parameter: The parameter for which both faces make the service.
    ///   - args: The `args` for the runtime registration, if they are not the parameter itself: a dictionary for arguments with
    ///     keys.
    ///   - name: The name under which the service is registered.
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

    /// Compares a typed factory of a service that only the main actor may make.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - name: The name under which the service is registered.
    @MainActor
    public init<Service>(of factory: KeyPath<Container, MainActorFactory<Service>>, name: Resolver.Name? = nil) {
        self.init(path: factory, name: name)
    }

    /// Compares a typed factory of a container of your own, of a service that only the main actor may make.
    @MainActor
    public init<C: SharedContainer, Service>(
        of factory: KeyPath<C, MainActorFactory<Service>>, name: Resolver.Name? = nil
    ) {
        self.init(path: factory, name: name)
    }

    /// Compares a typed factory that takes a parameter, of a service that only the main actor may make.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - parameter: The parameter for which both faces make the service.
    ///   - args: The `args` for the runtime registration, if they are not the parameter itself.
    ///   - name: The name under which the service is registered.
    @MainActor
    public init<Parameter, Service>(
        of factory: KeyPath<Container, MainActorParameterFactory<Parameter, Service>>, parameter: Parameter,
        args: Any? = nil, name: Resolver.Name? = nil
    ) {
        self.init(path: factory, parameter: parameter, args: args, name: name)
    }

    /// Compares a typed factory of a container of your own that takes a parameter, of a service that only the main actor may
    /// make.
    @MainActor
    public init<C: SharedContainer, Parameter, Service>(
        of factory: KeyPath<C, MainActorParameterFactory<Parameter, Service>>, parameter: Parameter, args: Any? = nil,
        name: Resolver.Name? = nil
    ) {
        self.init(path: factory, parameter: parameter, args: args, name: name)
    }
}
