public import Resolver

// Forms that cannot work. They are declared as unavailable, so that the compiler says what to write; without them, its
// messages would be about key paths.

extension Injected {
    /// Unavailable: a property cannot wait for an asynchronous service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init(_ factory: KeyPath<Container, AsyncFactory<Service>>) { fatalError() }

    /// Unavailable: a property cannot wait for an asynchronous service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init<C: SharedContainer>(_ factory: KeyPath<C, AsyncFactory<Service>>) { fatalError() }

    /// Unavailable: a property knows no parameter for its factory.
    @available(*, unavailable, message: "its factory takes a parameter: write let x = dependency(\\.x, parameter: …)")
    public init<Parameter>(_ factory: KeyPath<Container, ParameterFactory<Parameter, Service>>) { fatalError() }

    /// Unavailable: a property does not know which container is meant.
    @available(*, unavailable, message: "its container has no shared: hand it over, as container: …")
    public init<C: FactoryContainer>(_ factory: KeyPath<C, Factory<Service>>) { fatalError() }
}

extension LazyInjected {
    /// Unavailable: a property cannot wait for an asynchronous service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init(_ factory: KeyPath<Container, AsyncFactory<Service>>) { fatalError() }

    /// Unavailable: a property cannot wait for an asynchronous service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init<C: SharedContainer>(_ factory: KeyPath<C, AsyncFactory<Service>>) { fatalError() }

    /// Unavailable: a property knows no parameter for its factory.
    @available(*, unavailable, message: "its factory takes a parameter: write let x = dependency(\\.x, parameter: …)")
    public init<Parameter>(_ factory: KeyPath<Container, ParameterFactory<Parameter, Service>>) { fatalError() }

    /// Unavailable: a property does not know which container is meant.
    @available(*, unavailable, message: "its container has no shared: hand it over, as container: …")
    public init<C: FactoryContainer>(_ factory: KeyPath<C, Factory<Service>>) { fatalError() }

    /// Unavailable: this wrapper may be read anywhere, but such a factory only runs on the main actor.
    @available(*, unavailable, message: "write @MainActorLazyInjected")
    public init(_ factory: KeyPath<Container, MainActorFactory<Service>>) { fatalError() }

    /// Unavailable: this wrapper may be read anywhere, but such a factory only runs on the main actor.
    @available(*, unavailable, message: "write @MainActorLazyInjected")
    public init<C: SharedContainer>(_ factory: KeyPath<C, MainActorFactory<Service>>) { fatalError() }
}

extension WeakLazyInjected {
    /// Unavailable: a property cannot wait for an asynchronous service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init(_ factory: KeyPath<Container, AsyncFactory<Service>>) { fatalError() }

    /// Unavailable: a property cannot wait for an asynchronous service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init<C: SharedContainer>(_ factory: KeyPath<C, AsyncFactory<Service>>) { fatalError() }

    /// Unavailable: a property knows no parameter for its factory.
    @available(*, unavailable, message: "its factory takes a parameter: write let x = dependency(\\.x, parameter: …)")
    public init<Parameter>(_ factory: KeyPath<Container, ParameterFactory<Parameter, Service>>) { fatalError() }

    /// Unavailable: a property does not know which container is meant.
    @available(*, unavailable, message: "its container has no shared: hand it over, as container: …")
    public init<C: FactoryContainer>(_ factory: KeyPath<C, Factory<Service>>) { fatalError() }

    /// Unavailable: this wrapper may be read anywhere, but such a factory only runs on the main actor.
    @available(*, unavailable, message: "write @MainActorWeakLazyInjected")
    public init(_ factory: KeyPath<Container, MainActorFactory<Service>>) { fatalError() }

    /// Unavailable: this wrapper may be read anywhere, but such a factory only runs on the main actor.
    @available(*, unavailable, message: "write @MainActorWeakLazyInjected")
    public init<C: SharedContainer>(_ factory: KeyPath<C, MainActorFactory<Service>>) { fatalError() }
}

extension DynamicInjected {
    /// Unavailable: a property cannot wait for an asynchronous service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init(_ factory: KeyPath<Container, AsyncFactory<Service>>) { fatalError() }

    /// Unavailable: a property cannot wait for an asynchronous service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init<C: SharedContainer>(_ factory: KeyPath<C, AsyncFactory<Service>>) { fatalError() }

    /// Unavailable: a property knows no parameter for its factory.
    @available(*, unavailable, message: "its factory takes a parameter: write let x = dependency(\\.x, parameter: …)")
    public init<Parameter>(_ factory: KeyPath<Container, ParameterFactory<Parameter, Service>>) { fatalError() }

    /// Unavailable: a property does not know which container is meant.
    @available(*, unavailable, message: "its container has no shared: hand it over, as container: …")
    public init<C: FactoryContainer>(_ factory: KeyPath<C, Factory<Service>>) { fatalError() }

    /// Unavailable: this wrapper may be read anywhere, but such a factory only runs on the main actor.
    @available(*, unavailable, message: "write @MainActorDynamicInjected")
    public init(_ factory: KeyPath<Container, MainActorFactory<Service>>) { fatalError() }

    /// Unavailable: this wrapper may be read anywhere, but such a factory only runs on the main actor.
    @available(*, unavailable, message: "write @MainActorDynamicInjected")
    public init<C: SharedContainer>(_ factory: KeyPath<C, MainActorFactory<Service>>) { fatalError() }
}

/// Unavailable: this function cannot wait for an asynchronous service.
@available(*, unavailable, message: "await an asynchronous service: try await Container.shared.service()")
public func dependency<Service>(_ factory: KeyPath<Container, AsyncFactory<Service>>) -> Service { fatalError() }

/// Unavailable: this function cannot wait for an asynchronous service.
@available(*, unavailable, message: "await an asynchronous service: try await Container.shared.service()")
public func dependency<Service, C: SharedContainer>(_ factory: KeyPath<C, AsyncFactory<Service>>) -> Service {
    fatalError()
}

/// Unavailable: this function is given no parameter for the factory.
@available(*, unavailable, message: "its factory takes a parameter: write dependency(\\.x, parameter: …)")
public func dependency<Service, Parameter>(_ factory: KeyPath<Container, ParameterFactory<Parameter, Service>>)
    -> Service
{
    fatalError()
}

/// Unavailable: this function is given no container to ask.
@available(*, unavailable, message: "its container has no shared: call the factory, as container.service()")
public func dependency<Service, C: FactoryContainer>(_ factory: KeyPath<C, Factory<Service>>) -> Service {
    fatalError()
}
