public import Resolver

// A property cannot wait for its service. These forms say so, where the compiler would speak of key paths.

extension Injected {
    /// What a property cannot do: wait for its service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init(_ factory: KeyPath<Container, AsyncFactory<Service>>) { fatalError() }

    /// What a property cannot do: wait for its service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init<C: SharedContainer>(_ factory: KeyPath<C, AsyncFactory<Service>>) { fatalError() }
}

extension LazyInjected {
    /// What a property cannot do: wait for its service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init(_ factory: KeyPath<Container, AsyncFactory<Service>>) { fatalError() }

    /// What a property cannot do: wait for its service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init<C: SharedContainer>(_ factory: KeyPath<C, AsyncFactory<Service>>) { fatalError() }
}

extension WeakLazyInjected {
    /// What a property cannot do: wait for its service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init(_ factory: KeyPath<Container, AsyncFactory<Service>>) { fatalError() }

    /// What a property cannot do: wait for its service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init<C: SharedContainer>(_ factory: KeyPath<C, AsyncFactory<Service>>) { fatalError() }
}

extension DynamicInjected {
    /// What a property cannot do: wait for its service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init(_ factory: KeyPath<Container, AsyncFactory<Service>>) { fatalError() }

    /// What a property cannot do: wait for its service.
    @available(*, unavailable, message: "await an asynchronous service where it is used, or give it to init")
    public init<C: SharedContainer>(_ factory: KeyPath<C, AsyncFactory<Service>>) { fatalError() }
}

/// What a function that does not wait cannot give.
@available(*, unavailable, message: "await an asynchronous service: try await Container.shared.service()")
public func dependency<Service>(_ factory: KeyPath<Container, AsyncFactory<Service>>) -> Service { fatalError() }

/// What a function that does not wait cannot give.
@available(*, unavailable, message: "await an asynchronous service: try await Container.shared.service()")
public func dependency<Service, C: SharedContainer>(_ factory: KeyPath<C, AsyncFactory<Service>>) -> Service {
    fatalError()
}
