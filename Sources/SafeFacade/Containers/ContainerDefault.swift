/// The lifetime of a container's factories that state none, as a type; asynchronous ones, and those with `required()`, state
/// theirs themselves.
///
/// A container that shares by default says so in its own type, so that the compiler asks for services that are
/// `Sendable`:
///
/// ```swift
/// final class PaymentsContainer: SharedContainer {
///     typealias Default = Singleton
///     let manager = ContainerManager()
///     init() {}
/// }
/// extension PaymentsContainer {
///     var api: Factory<any PaymentsAPI> { self { HTTPPaymentsAPI() } }             // a singleton
///     var checkout: Factory<Checkout> { self { Checkout(api: $0.api()) }.unique }
///     var draft: Factory<Draft> { unchecked { Draft() } }                          // not `Sendable`: you answer for it
/// }
/// ```
///
/// There are ``Singleton`` and ``Cached``. A type of your own makes another scope the default:
///
/// ```swift
/// enum PerSession: ContainerDefault {
///     static func applied<Declared: FactoryDeclaration>(to factory: Declared) -> Declared {
///         factory.scope(unchecked: .session)
///     }
/// }
/// ```
public protocol ContainerDefault: SendableMetatype {
    /// Gives a factory the lifetime.
    ///
    /// - Parameter factory: A factory that states none.
    /// - Returns: A copy that states it.
    static func applied<Declared: FactoryDeclaration>(to factory: Declared) -> Declared
}

/// The default of a container that states none: its factories share nothing.
///
/// They make a new instance at each call, unless ``ContainerManager/defaultLifetime`` is set to graph.
public enum SharesNothing: ContainerDefault {
    /// States nothing.
    @inlinable @inline(__always)
    public static func applied<Declared: FactoryDeclaration>(to factory: Declared) -> Declared { factory }
}

/// The default of a container whose factories are singletons unless they state otherwise.
public enum Singleton: ContainerDefault {
    /// States `singleton`.
    @inlinable @inline(__always)
    public static func applied<Declared: FactoryDeclaration>(to factory: Declared) -> Declared {
        factory.with(.strongly, isSingleton: true)
    }
}

/// The default of a container whose factories keep an instance for each container unless they state otherwise.
public enum Cached: ContainerDefault {
    /// States `cached`.
    @inlinable @inline(__always)
    public static func applied<Declared: FactoryDeclaration>(to factory: Declared) -> Declared {
        factory.with(.strongly)
    }
}
