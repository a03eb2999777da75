public import Resolver

// The main actor's factories have wrappers of their own (MainActorLazyInjected.swift): one of these may be read anywhere.

extension LazyInjected {
    /// Resolves the service at the first access with a factory of ``Container``: of the one given, or of the shared one of the
    /// sandbox the wrapper was made in.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; the shared one where it is nil.
    ///   - file: Where the property stands, for reports.
    ///   - line: Where the property stands, for reports.
    public init(
        _ factory: KeyPath<Container, Factory<Service>>, container: Container? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        let find = Container.finding(container)
        self.init(at: CodeLocation(file, line)) { find()?[keyPath: factory](file: file, line: line) }
    }

    /// Resolves the service at the first access with a factory of a container of your own, which is not held.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; the shared one where it is nil.
    ///   - file: Where the property stands, for reports.
    ///   - line: Where the property stands, for reports.
    public init<C: SharedContainer>(
        _ factory: KeyPath<C, Factory<Service>>, container: C? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        let find = C.finding(container)
        self.init(at: CodeLocation(file, line)) { find()?[keyPath: factory](file: file, line: line) }
    }

    /// Resolves the service at the first access with a factory of a container that has no `shared`, which is not held.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask.
    ///   - file: Where the property stands, for reports.
    ///   - line: Where the property stands, for reports.
    public init<C: FactoryContainer>(
        _ factory: KeyPath<C, Factory<Service>>, container: C, file: StaticString = #fileID, line: UInt = #line
    ) {
        let find = container.findingItself
        self.init(at: CodeLocation(file, line)) { find()?[keyPath: factory](file: file, line: line) }
    }

    /// Resolves the service at the first access with a factory, a static one for instance.
    ///
    /// - Parameters:
    ///   - factory: The factory.
    ///   - file: Where the property stands, for reports.
    ///   - line: Where the property stands, for reports.
    public init(_ factory: Factory<Service>, file: StaticString = #fileID, line: UInt = #line) {
        self.init(at: CodeLocation(file, line)) { factory(file: file, line: line) }
    }
}

extension WeakLazyInjected {
    /// Resolves the service at the first access, without holding it, with a factory of ``Container``: of the one given, or of the shared one of the
    /// sandbox the wrapper was made in.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; the shared one where it is nil.
    ///   - file: Where the property stands, for reports.
    ///   - line: Where the property stands, for reports.
    public init(
        _ factory: KeyPath<Container, Factory<Service>>, container: Container? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        let find = Container.finding(container)
        self.init(at: CodeLocation(file, line)) { find()?[keyPath: factory](file: file, line: line) }
    }

    /// Resolves the service at the first access, without holding it, with a factory of a container of your own, which is not held.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask; the shared one where it is nil.
    ///   - file: Where the property stands, for reports.
    ///   - line: Where the property stands, for reports.
    public init<C: SharedContainer>(
        _ factory: KeyPath<C, Factory<Service>>, container: C? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        let find = C.finding(container)
        self.init(at: CodeLocation(file, line)) { find()?[keyPath: factory](file: file, line: line) }
    }

    /// Resolves the service at the first access, without holding it, with a factory of a container that has no `shared`, which is not held.
    ///
    /// - Parameters:
    ///   - factory: The factory's key path.
    ///   - container: The container to ask.
    ///   - file: Where the property stands, for reports.
    ///   - line: Where the property stands, for reports.
    public init<C: FactoryContainer>(
        _ factory: KeyPath<C, Factory<Service>>, container: C, file: StaticString = #fileID, line: UInt = #line
    ) {
        let find = container.findingItself
        self.init(at: CodeLocation(file, line)) { find()?[keyPath: factory](file: file, line: line) }
    }

    /// Resolves the service at the first access, without holding it, with a factory, a static one for instance.
    ///
    /// - Parameters:
    ///   - factory: The factory.
    ///   - file: Where the property stands, for reports.
    ///   - line: Where the property stands, for reports.
    public init(_ factory: Factory<Service>, file: StaticString = #fileID, line: UInt = #line) {
        self.init(at: CodeLocation(file, line)) { factory(file: file, line: line) }
    }
}

extension SharedContainer {
    /// How a lazy wrapper finds its container, which it does not hold.
    static func finding(_ container: Self?) -> @Sendable () -> Self? {
        guard let container else { return { .shared } }
        return container.findingItself
    }
}
