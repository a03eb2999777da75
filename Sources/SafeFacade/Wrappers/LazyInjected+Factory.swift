public import Resolver

// There are no forms for the main actor's factories: a lazy property may be read anywhere, and would then trap where the
// compiler could not warn.

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

extension Container {
    /// How a lazy wrapper finds its container, which it does not hold.
    static func finding(_ container: Container?) -> () -> Container? {
        guard let container else { return { .shared } }
        guard let storage = container.storage else { return { container } }
        return { [weak storage] in storage.map { Container($0) } }
    }
}

extension SharedContainer {
    /// How a lazy wrapper finds its container, which it does not hold.
    static func finding(_ container: Self?) -> () -> Self? {
        guard let container else { return { .shared } }
        return { [weak container] in container }
    }
}
