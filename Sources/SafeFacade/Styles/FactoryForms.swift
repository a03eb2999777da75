import Resolver

// Forms of the library Factory, versions 2 and 3, for programs that move from it. Forms that work here, too, are deprecated.
// The others are unavailable. The messages of both say what to write. Documentation/Factory.md lists them all.

// MARK: - Types

/// Factory's name for the protocol of all containers.
@available(*, deprecated, renamed: "FactoryContainer")
public typealias ManagedContainer = FactoryContainer

/// Factory's name for the protocol of all factories.
@available(*, deprecated, renamed: "FactoryDeclaration")
public typealias FactoryModifying = FactoryDeclaration

/// Factory's name for a context.
@available(*, deprecated, renamed: "FactoryContext")
public typealias FactoryContextType = FactoryContext

/// Factory's name for what a reset drops.
@available(*, deprecated, renamed: "ResetPart")
public typealias FactoryResetOptions = ResetPart

// MARK: - Declaring

// As `self { … }`, each in two kinds: a container that shares by default needs services that are `Sendable`.
extension Factory {
    /// Declares a factory in Factory's way, without `self { … }`.
    @available(*, deprecated, message: "write self { … }")
    public init<C: FactoryContainer>(
        _ container: C, _ body: @escaping @Sendable () -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) where C.Default == SharesNothing {
        self = container(body, file: file, line: line, column: column, function: function)
    }

    /// Declares a factory in Factory's way, with the lifetime that is the container's default.
    @available(*, deprecated, message: "write self { … }")
    @_disfavoredOverload
    public init(
        _ container: some FactoryContainer, _ body: @escaping @Sendable () -> Service, file: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) where Service: Sendable {
        self = container(body, file: file, line: line, column: column, function: function)
    }
}

extension ParameterFactory {
    /// Declares a factory with a parameter in Factory's way, without `self { … }`.
    @available(*, deprecated, message: "write self { … }")
    public init<C: FactoryContainer>(
        _ container: C, _ body: @escaping @Sendable (Parameter) -> Service, file: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) where C.Default == SharesNothing {
        self = container(body, file: file, line: line, column: column, function: function)
    }

    /// Declares a factory with a parameter in Factory's way, with the lifetime that is the container's default.
    @available(*, deprecated, message: "write self { … }")
    @_disfavoredOverload
    public init(
        _ container: some FactoryContainer, _ body: @escaping @Sendable (Parameter) -> Service,
        file: StaticString = #fileID, line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) where Service: Sendable {
        self = container(body, file: file, line: line, column: column, function: function)
    }
}

extension FactoryContainer {
    /// Declares a factory that another module binds, in Factory's way: its service is optional.
    @available(*, unavailable, message: "write required(), whose service is not optional; or self { nil }")
    public func promised<Service>() -> Factory<Service?> { fatalError() }

    /// Declares a factory with a parameter that another module binds, in Factory's way: its service is optional.
    @available(*, unavailable, message: "write required(), whose service is not optional; or self { _ in nil }")
    public func promised<Parameter, Service>() -> ParameterFactory<Parameter, Service?> { fatalError() }
}

extension FactoryDeclaration {
    /// Does nothing; in Factory, it applies the modifiers before it only once, and not at each access.
    ///
    /// - Returns: The factory itself: a declaration changes nothing when it is read.
    @available(*, deprecated, message: "leave it out: a declaration changes nothing when it is read")
    public func once() -> Self { self }

    /// States another closure for several contexts.
    ///
    /// - Parameters:
    ///   - contexts: The contexts in which the closure counts.
    ///   - factory: Makes the service in these contexts.
    /// - Returns: A changed copy.
    @available(
        *, deprecated, message: "write on(_:_:) for each context; as a statement, register(when: …, scope: …) { … }"
    )
    @_disfavoredOverload
    public func context(_ contexts: FactoryContext..., factory: Body) -> Self {
        contexts.reduce(self) { $0.on($1, factory) }
    }
}

// MARK: - Asking

extension Factory {
    /// The service; the call of the factory as a named function.
    @available(*, deprecated, message: "call the factory: container.service()")
    public func resolve(file: StaticString = #fileID, line: UInt = #line) -> Service { self(file: file, line: line) }

    /// The service, for callers outside of its actor.
    @available(*, unavailable, message: "give the service's type a nonisolated init, and call the factory")
    public func resolveOnGlobalActor<A: GlobalActor>(_ actor: A) -> Service { fatalError() }
}

extension ParameterFactory {
    /// The service; the call of the factory as a named function.
    @available(*, deprecated, message: "call the factory: container.service(parameter)")
    public func resolve(_ parameter: Parameter, file: StaticString = #fileID, line: UInt = #line) -> Service {
        self(parameter, file: file, line: line)
    }
}

extension MainActorFactory {
    /// The service; the call of the factory as a named function.
    @available(*, deprecated, message: "call the factory: container.service()")
    @MainActor public func resolve(file: StaticString = #fileID, line: UInt = #line) -> Service {
        self(file: file, line: line)
    }

    /// The service, for callers outside of its actor.
    @available(*, deprecated, message: "call the factory: await container.service()")
    @MainActor public func resolveOnMainActor(file: StaticString = #fileID, line: UInt = #line) -> Service {
        self(file: file, line: line)
    }
}

/// The service of a factory.
@available(*, deprecated, renamed: "dependency(_:)")
public func resolve<Service>(
    _ factory: KeyPath<Container, Factory<Service>>, file: StaticString = #fileID, line: UInt = #line
) -> Service {
    dependency(factory, file: file, line: line)
}

/// The service of a factory of a container of your own.
@available(*, deprecated, renamed: "dependency(_:)")
public func resolve<C: SharedContainer, Service>(
    _ factory: KeyPath<C, Factory<Service>>, file: StaticString = #fileID, line: UInt = #line
) -> Service {
    dependency(factory, file: file, line: line)
}

extension Injected {
    /// Resolves the service anew.
    @available(*, unavailable, message: "set the property: service = dependency(\\.service)")
    public mutating func resolve() {}

    /// Resolves the service anew, after a reset of its factory.
    @available(
        *, unavailable, message: "reset the factory, then set the property: service = dependency(\\.service)"
    )
    public mutating func resolve(reset part: ResetPart) {}

    /// The factory of the service.
    @available(*, unavailable, message: "name it: Container.shared.service")
    public var factory: Factory<Service> { fatalError() }
}

extension LazyInjected {
    /// Resolves the service anew, after a reset of its factory.
    @available(*, unavailable, message: "reset the factory, then write resolve()")
    public func resolve(reset part: ResetPart) {}

    /// The factory of the service.
    @available(*, unavailable, message: "name it: Container.shared.service")
    public var factory: Factory<Service> { fatalError() }
}

extension WeakLazyInjected {
    /// Resolves the service anew, after a reset of its factory.
    @available(*, unavailable, message: "reset the factory, then write resolve()")
    public func resolve(reset part: ResetPart) {}

    /// The factory of the service.
    @available(*, unavailable, message: "name it: Container.shared.service")
    public var factory: Factory<Service> { fatalError() }
}

/// A service that is looked up by its type; nil if none is registered.
@available(*, unavailable, message: "write @OptionalInjected, of the module Resolver")
@propertyWrapper
public struct InjectedType<Service> {
    /// Resolves the service by type.
    public init() {}
    /// The service.
    public var wrappedValue: Service? { nil }
}

/// A container.
@available(*, unavailable, message: "write let container = Container.shared")
@propertyWrapper
public struct InjectedContainer<C: SharedContainer> {
    /// Takes the container of the current sandbox.
    public init() {}
    /// The container.
    public var wrappedValue: C { C.shared }
}

// MARK: - At run time

extension FactoryDeclaration {
    // Disfavoured, as a trailing closure has no label, and so fits this form, too.
    /// Overrides the factory in its container, until `reset`; the form with Factory's label `factory:`.
    @available(*, deprecated, message: "leave the label out: register { … }")
    @_disfavoredOverload
    public func register(factory body: Body, file: StaticString = #fileID, line: UInt = #line) {
        override(when: nil, scope: nil, body, CodeLocation(file, line))
    }
}

// In Factory, a modifier changes the container, so that it can be a statement of its own. Here a modifier returns a changed
// copy, and such a statement would do nothing. Where no type of the result is wanted, the compiler prefers the functions below.
// They do what Factory does, and their messages say what to write.
extension FactoryDeclaration {
    /// Overrides the factory while tests run, until `reset`.
    @available(*, deprecated, message: "write register(when: .test) { … }; or state the type of the copy")
    public func onTest(_ body: Body, file: StaticString = #fileID, line: UInt = #line) {
        override(when: .test, scope: nil, body, CodeLocation(file, line))
    }

    /// Overrides the factory in an Xcode preview, until `reset`.
    @available(*, deprecated, message: "write register(when: .preview) { … }; or state the type of the copy")
    public func onPreview(_ body: Body, file: StaticString = #fileID, line: UInt = #line) {
        override(when: .preview, scope: nil, body, CodeLocation(file, line))
    }

    /// Overrides the factory in a debug build, until `reset`.
    @available(*, deprecated, message: "write register(when: .debug) { … }; or state the type of the copy")
    public func onDebug(_ body: Body, file: StaticString = #fileID, line: UInt = #line) {
        override(when: .debug, scope: nil, body, CodeLocation(file, line))
    }

    /// Overrides the factory in a simulator, until `reset`.
    @available(*, deprecated, message: "write register(when: .simulator) { … }; or state the type of the copy")
    public func onSimulator(_ body: Body, file: StaticString = #fileID, line: UInt = #line) {
        override(when: .simulator, scope: nil, body, CodeLocation(file, line))
    }

    /// Overrides the factory on a device, until `reset`.
    @available(*, deprecated, message: "write register(when: .device) { … }; or state the type of the copy")
    public func onDevice(_ body: Body, file: StaticString = #fileID, line: UInt = #line) {
        override(when: .device, scope: nil, body, CodeLocation(file, line))
    }

    /// Overrides the factory if the program was launched with an argument, until `reset`.
    @available(*, deprecated, message: "write register(when: .arg(\"…\")) { … }; or state the type of the copy")
    public func onArg(_ argument: String, _ body: Body, file: StaticString = #fileID, line: UInt = #line) {
        override(when: .arg(argument), scope: nil, body, CodeLocation(file, line))
    }

    /// Overrides the factory if the program was launched with any of several arguments, until `reset`.
    @available(
        *, deprecated,
        message: "write register(when: .arg(\"…\")) { … } for each of them; or state the type of the copy"
    )
    public func onArgs(_ arguments: [String], _ body: Body, file: StaticString = #fileID, line: UInt = #line) {
        for argument in arguments { override(when: .arg(argument), scope: nil, body, CodeLocation(file, line)) }
    }

    /// Overrides the factory in several contexts, until `reset`.
    @available(
        *, deprecated, message: "write register(when: …) { … } for each context; or state the type of the copy"
    )
    public func context(
        _ contexts: FactoryContext..., factory: Body, file: StaticString = #fileID, line: UInt = #line
    ) {
        for context in contexts { override(when: context, scope: nil, factory, CodeLocation(file, line)) }
    }
}

extension FactoryContainer {
    /// Runs a closure that configures the container.
    ///
    /// - Returns: The container.
    @available(*, deprecated, message: "leave the name out, as a statement: container { … }")
    @discardableResult
    public func with(_ configure: (Self) throws -> Void) rethrows -> Self {
        try configure(self)
        return self
    }

    /// Sets a function that is given every instance of the container's factories.
    @available(*, deprecated, message: "set manager.decorator, whose closure is told whether the instance was made")
    public func decorator(_ decorator: (@Sendable (Any) -> Void)?) {
        guard let decorator else {
            manager.decorator = nil
            return
        }
        manager.decorator = { service, _ in decorator(service) }
    }

    /// Drops a part of what the container holds.
    @available(*, deprecated, message: "leave the label out: reset(.scope)")
    public func reset(options part: ResetPart) { reset(part) }
}

extension ContainerManager {
    /// The lifetime of factories that state none.
    @available(
        *, unavailable,
        message:
            "set manager.defaultLifetime; to share by default, write typealias Default = Singleton in the container's type"
    )
    public var defaultScope: Scope? {
        get { fatalError() }
        nonmutating set {}
    }

    /// Drops a part of what the container holds.
    @available(*, unavailable, message: "write container.reset(.all), or another part")
    public func reset(options part: ResetPart = .all) {}

    /// Drops the instances of a scope.
    @available(*, unavailable, message: "write container.reset(.scope(…))")
    public func reset(scope: Scope) {}

    /// Saves the container's state.
    @available(*, unavailable, message: "write container.push()")
    public func push() {}

    /// Restores what was saved last.
    @available(*, unavailable, message: "write container.pop()")
    public func pop() {}

    /// Whether resolutions are printed.
    @available(
        *, unavailable,
        message: "import ResolverDiagnostics, and write Container.addObserver(ResolutionTrace { print($0) })"
    )
    public var trace: Bool {
        get { fatalError() }
        nonmutating set {}
    }

    /// The function that prints resolutions.
    @available(
        *, unavailable,
        message: "import ResolverDiagnostics, and write Container.addObserver(ResolutionTrace { print($0) })"
    )
    public var logger: (String) -> Void {
        get { fatalError() }
        nonmutating set {}
    }

    /// Whether cycles are detected.
    @available(*, unavailable, message: "leave it out: cycles are reported in every build")
    public var circularDependencyTesting: Bool {
        get { fatalError() }
        nonmutating set {}
    }

    /// Whether calling a promised factory traps if no module has bound it.
    @available(*, unavailable, message: "leave it out: required() always traps, and unbound(in:) finds out without")
    public var promiseTriggersError: Bool {
        get { fatalError() }
        nonmutating set {}
    }
}

// MARK: - Contexts

extension Set<FactoryContext> {
    /// Whether the context holds.
    @available(*, deprecated, message: "write contains(.test), insert(.test) and remove(.test)")
    public var isTest: Bool {
        get { contains(.test) }
        set { set(.test, newValue) }
    }

    /// Whether the context holds.
    @available(*, deprecated, message: "write contains(.preview), insert(.preview) and remove(.preview)")
    public var isPreview: Bool {
        get { contains(.preview) }
        set { set(.preview, newValue) }
    }

    /// Whether the context holds.
    @available(*, deprecated, message: "write contains(.debug), insert(.debug) and remove(.debug)")
    public var isDebug: Bool {
        get { contains(.debug) }
        set { set(.debug, newValue) }
    }

    /// Whether the context holds.
    @available(*, deprecated, message: "write contains(.simulator), insert(.simulator) and remove(.simulator)")
    public var isSimulator: Bool {
        get { contains(.simulator) }
        set {
            set(.simulator, newValue)
            set(.device, !newValue)
        }
    }

    /// The launch arguments whose contexts hold.
    @available(*, deprecated, message: "write contains(.arg(\"…\")), insert and remove")
    public var arguments: [String] {
        get { compactMap(\.argument) }
        set { self = filter { $0.argument == nil }.union(newValue.map { .arg($0) }) }
    }

    private mutating func set(_ context: FactoryContext, _ holds: Bool) {
        if holds { insert(context) } else { remove(context) }
    }
}

extension FactoryContext {
    /// Lets the context of a launch argument hold.
    @available(*, unavailable, message: "write FactoryContext.current.insert(.arg(argument))")
    public static func setArg(_ argument: String, forKey key: String) {}

    /// Lets the context of a launch argument hold no more.
    @available(*, unavailable, message: "write FactoryContext.current.remove(.arg(argument))")
    public static func removeArg(forKey key: String) {}
}
