public import Resolver

// The main actor's factories have wrappers of their own (MainActorLazyInjected.swift): one of these may be read
// anywhere.

extension LazyInjected {
    /// Resolves the service at the first access with a factory of ``Container``: of the one given, or of the shared one
    /// of the sandbox the wrapper was made in.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; the shared one where it is nil.
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

    /// Resolves the service at the first access with a factory of a container of your own, which is not held.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; the shared one where it is nil.
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

    /// Resolves the service at the first access with a factory of a container that has no `shared`, which is not held
    /// where it is a class.
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
    /// The factory holds its container until then and after: with a key path and `container:`, it is not held.
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
    /// Resolves the service at the first access, without holding it, with a factory of ``Container``: of the one given,
    /// or of the shared one of the sandbox the wrapper was made in.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; the shared one where it is nil.
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

    /// Resolves the service at the first access, without holding it, with a factory of a container of your own, which
    /// is not held.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; the shared one where it is nil.
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

    /// Resolves the service at the first access, without holding it, with a factory of a container that has no
    /// `shared`, which is not held where it is a class.
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
    /// The factory holds its container: with a key path and `container:`, it is not held.
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

// Inlined, so that a key path that is written at the property becomes a direct call. For that the optimiser wants to see
// it used once, by one closure: so the key path is consumed all the way there, and the closure captures no metatype (`self`).

extension FactoryContainer {
    /// How a lazy wrapper resolves with one of its factories; false once the container is gone, which it does not hold.
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
    /// How a lazy wrapper resolves with a factory of a container, or of the shared one.
    @inlinable @inline(__always)
    static func asking<Service>(
        _ container: Self?, for factory: consuming any KeyPath<Self, Factory<Service>> & Sendable
    ) -> LazySettings.Resolve {
        guard let container else {
            return { [factory = consume factory] in
                // Made where it is kept.
                unsafe $0.assumingMemoryBound(to: Service.self).initialize(
                    to: Self.shared[keyPath: factory].service(at: $2))
                return true
            }
        }
        return unsafe container.asking(for: factory)
    }
}
