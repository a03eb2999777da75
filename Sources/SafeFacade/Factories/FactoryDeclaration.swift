public import Resolver

/// What the four synchronous kinds of factory have in common.
public protocol FactoryDeclaration<Service>: ServiceDeclaration {
    /// Calls a factory's closure.
    ///
    /// - Parameters:
    ///   - body: The closure.
    ///   - parameter: What the factory was called with, nil where it takes nothing.
    /// - Returns: What the closure makes.
    static func call(_ body: Body, with parameter: Any?) -> Service
}

extension FactoryDeclaration {
    /// A factory's closure in the form in which a registration has it.
    public static func erased(_ body: Body) -> ErasedFactory {
        unsafe ErasedFactory(
            AnyFactory.of(Service.self) { unsafe Self.call(body, with: Resolver.Args.passed(at: $1)) }
                .takingArguments(takesParameter))
    }

    /// A factory that passes on a declaration's service, in the form in which a registration has it.
    public static func forwarding(to find: @escaping @Sendable () -> Self) -> ErasedFactory {
        unsafe ErasedFactory(
            AnyFactory.of(Service.self) { _, arguments in
                let parameter = unsafe Resolver.Args.passed(at: arguments)
                return find().resolved(parameter: parameter, at: Engine.innermostLocation, isExported: true)
            }.takingArguments(takesParameter))
    }
}

extension FactoryDeclaration {
    /// One instance for each outermost resolution, on the thread that resolves.
    @inlinable
    public var graph: Self { with(.graph) }

    /// The lifetime ``graph``, stated as a scope: it does not share between threads, so the service need not be `Sendable`.
    ///
    /// - Parameter scope: `.graph`.
    /// - Returns: A changed copy.
    @inlinable
    public func scope(_ scope: ResolverScopeGraph) -> Self { graph }
}
