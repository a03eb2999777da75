public import Resolver

// Factories of the main actor have lazy wrappers of their own (MainActorLazyInjected.swift), as those below may be read
// anywhere.

extension LazyInjected {
    /// Resolves the service at the first access with a factory of a ``Container``: the given one, or the shared one.
    ///
    /// The shared one is that of the sandbox in which the wrapper was made.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; if nil, the shared one.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @inlinable
    public init(
        _ factory: consuming any KeyPath<Container, Factory<Service>> & Sendable, container: Container? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        unsafe self.init(at: CodeLocation(file, line), resolve: Container.asking(container, for: factory))
    }

    /// Resolves the service at the first access with a factory of a container of your own.
    ///
    /// The wrapper does not hold the container.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; if nil, the shared one.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @inlinable
    public init<C: SharedContainer>(
        _ factory: consuming any KeyPath<C, Factory<Service>> & Sendable, container: C? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        unsafe self.init(at: CodeLocation(file, line), resolve: C.asking(container, for: factory))
    }

    /// Resolves the service at the first access with a factory of a container that has no `shared`.
    ///
    /// The wrapper does not hold the container if that is a class.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @inlinable
    public init<C: FactoryContainer>(
        _ factory: consuming any KeyPath<C, Factory<Service>> & Sendable, container: C, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        unsafe self.init(at: CodeLocation(file, line), resolve: container.asking(for: factory))
    }

    /// Resolves the service at the first access with a factory, a static one for instance.
    ///
    /// The factory holds its container, also after the first access. With a key path and `container:`, the wrapper does not
    /// hold the container.
    ///
    /// - Parameters:
    ///   - factory: The factory.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @inlinable
    public init(_ factory: Factory<Service>, file: StaticString = #fileID, line: UInt = #line) {
        unsafe self.init(at: CodeLocation(file, line)) { unsafe LazySettings.put(factory.service(at: $2), into: $0) }
    }
}

extension WeakLazyInjected {
    /// Resolves the service at the first access, without holding it, with a factory of a ``Container``.
    ///
    /// If no container is given, it is the shared one of the sandbox in which the wrapper was made.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; if nil, the shared one.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @inlinable
    public init(
        _ factory: consuming any KeyPath<Container, Factory<Service>> & Sendable, container: Container? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        unsafe self.init(at: CodeLocation(file, line), resolve: Container.asking(container, for: factory))
    }

    /// Resolves the service at the first access, without holding it, with a factory of a container of your own.
    ///
    /// The wrapper does not hold the container.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; if nil, the shared one.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @inlinable
    public init<C: SharedContainer>(
        _ factory: consuming any KeyPath<C, Factory<Service>> & Sendable, container: C? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        unsafe self.init(at: CodeLocation(file, line), resolve: C.asking(container, for: factory))
    }

    /// Resolves the service at the first access, without holding it, with a factory of a container that has no `shared`.
    ///
    /// The wrapper does not hold the container if that is a class.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @inlinable
    public init<C: FactoryContainer>(
        _ factory: consuming any KeyPath<C, Factory<Service>> & Sendable, container: C, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        unsafe self.init(at: CodeLocation(file, line), resolve: container.asking(for: factory))
    }

    /// Resolves the service at the first access, without holding it, with a factory, a static one for instance.
    ///
    /// The factory holds its container. With a key path and `container:`, the wrapper does not hold the container.
    ///
    /// - Parameters:
    ///   - factory: The factory.
    ///   - file: Where the property is, for reports.
    ///   - line: Where the property is, for reports.
    @inlinable
    public init(_ factory: Factory<Service>, file: StaticString = #fileID, line: UInt = #line) {
        unsafe self.init(at: CodeLocation(file, line)) { unsafe LazySettings.put(factory.service(at: $2), into: $0) }
    }
}

// These functions are inlined, so that a key path which is written at the property becomes a direct call. The optimiser does
// that only if one closure uses the key path once. So each function consumes the key path and passes it on, down to the
// closure, and the closure captures no metatype (`self`).

extension FactoryContainer {
    /// The function with which a lazy wrapper resolves by one of this container's factories.
    ///
    /// It does not hold a container that is a class, and returns false once that is gone.
    @inlinable @inline(__always)
    func asking<Service>(for factory: consuming any KeyPath<Self, Factory<Service>> & Sendable) -> LazySettings.Resolve
    {
        let find = findingItself
        return { [factory = consume factory] in
            unsafe LazySettings.put(find()?[keyPath: factory].service(at: $2), into: $0)
        }
    }
}

extension SharedContainer {
    /// The function with which a lazy wrapper resolves by a factory of a container, or of the shared one for nil.
    @inlinable @inline(__always)
    static func asking<Service>(
        _ container: Self?, for factory: consuming any KeyPath<Self, Factory<Service>> & Sendable
    ) -> LazySettings.Resolve {
        guard let container else {
            return { [factory = consume factory] in
                // Made directly in the room where it is kept.
                unsafe $0.assumingMemoryBound(to: Service.self).initialize(
                    to: Self.shared[keyPath: factory].service(at: $2))
                return true
            }
        }
        return unsafe container.asking(for: factory)
    }
}
