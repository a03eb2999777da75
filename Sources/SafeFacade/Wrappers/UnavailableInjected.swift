public import Resolver

// What no property can be given. These forms say so, where the compiler would speak of key paths.

extension Injected {
    /// What a property cannot do: wait for its service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init(_ factory: KeyPath<Container, AsyncFactory<Service>>) { fatalError() }

    /// What a property cannot do: wait for its service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init<C: SharedContainer>(_ factory: KeyPath<C, AsyncFactory<Service>>) { fatalError() }

    /// What a property does not know: the parameter.
    @available(*, unavailable, message: "its factory takes a parameter: write let x = dependency(\\.x, parameter: …)")
    public init<Parameter>(_ factory: KeyPath<Container, ParameterFactory<Parameter, Service>>) { fatalError() }

    /// What a property does not know: which container is meant.
    @available(*, unavailable, message: "its container has no shared: hand it over, as container: …")
    public init<C: FactoryContainer>(_ factory: KeyPath<C, Factory<Service>>) { fatalError() }
}

extension LazyInjected {
    /// What a property cannot do: wait for its service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init(_ factory: KeyPath<Container, AsyncFactory<Service>>) { fatalError() }

    /// What a property cannot do: wait for its service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init<C: SharedContainer>(_ factory: KeyPath<C, AsyncFactory<Service>>) { fatalError() }

    /// What a property does not know: the parameter.
    @available(*, unavailable, message: "its factory takes a parameter: write let x = dependency(\\.x, parameter: …)")
    public init<Parameter>(_ factory: KeyPath<Container, ParameterFactory<Parameter, Service>>) { fatalError() }

    /// What a property does not know: which container is meant.
    @available(*, unavailable, message: "its container has no shared: hand it over, as container: …")
    public init<C: FactoryContainer>(_ factory: KeyPath<C, Factory<Service>>) { fatalError() }
}

extension WeakLazyInjected {
    /// What a property cannot do: wait for its service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init(_ factory: KeyPath<Container, AsyncFactory<Service>>) { fatalError() }

    /// What a property cannot do: wait for its service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init<C: SharedContainer>(_ factory: KeyPath<C, AsyncFactory<Service>>) { fatalError() }

    /// What a property does not know: the parameter.
    @available(*, unavailable, message: "its factory takes a parameter: write let x = dependency(\\.x, parameter: …)")
    public init<Parameter>(_ factory: KeyPath<Container, ParameterFactory<Parameter, Service>>) { fatalError() }

    /// What a property does not know: which container is meant.
    @available(*, unavailable, message: "its container has no shared: hand it over, as container: …")
    public init<C: FactoryContainer>(_ factory: KeyPath<C, Factory<Service>>) { fatalError() }
}

extension DynamicInjected {
    /// What a property cannot do: wait for its service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init(_ factory: KeyPath<Container, AsyncFactory<Service>>) { fatalError() }

    /// What a property cannot do: wait for its service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init<C: SharedContainer>(_ factory: KeyPath<C, AsyncFactory<Service>>) { fatalError() }

    /// What a property does not know: the parameter.
    @available(*, unavailable, message: "its factory takes a parameter: write let x = dependency(\\.x, parameter: …)")
    public init<Parameter>(_ factory: KeyPath<Container, ParameterFactory<Parameter, Service>>) { fatalError() }

    /// What a property does not know: which container is meant.
    @available(*, unavailable, message: "its container has no shared: hand it over, as container: …")
    public init<C: FactoryContainer>(_ factory: KeyPath<C, Factory<Service>>) { fatalError() }
}

/// What a function that does not wait cannot give.
@available(*, unavailable, message: "await an asynchronous service: try await Container.shared.service()")
public func dependency<Service>(_ factory: KeyPath<Container, AsyncFactory<Service>>) -> Service { fatalError() }

/// What a function that does not wait cannot give.
@available(*, unavailable, message: "await an asynchronous service: try await Container.shared.service()")
public func dependency<Service, C: SharedContainer>(_ factory: KeyPath<C, AsyncFactory<Service>>) -> Service {
    fatalError()
}

/// What a function that is given no parameter cannot give.
@available(*, unavailable, message: "its factory takes a parameter: write dependency(\\.x, parameter: …)")
public func dependency<Service, Parameter>(_ factory: KeyPath<Container, ParameterFactory<Parameter, Service>>)
    -> Service
{
    fatalError()
}

/// What a function that is given no container cannot give.
@available(*, unavailable, message: "its container has no shared: call the factory, as container.service()")
public func dependency<Service, C: FactoryContainer>(_ factory: KeyPath<C, Factory<Service>>) -> Service {
    fatalError()
}
