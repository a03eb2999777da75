public import Resolver

/// A typed factory of a service that only the main actor may make.
///
/// ```swift
/// extension Container {
///     var screen: MainActorFactory<MessageListModel> { self { MessageListModel() } }
/// }
/// let screen = Container.shared.screen()          // on the main actor
/// let screen = await Container.shared.screen()    // elsewhere
/// ```
///
/// Calling it elsewhere without `await` does not compile.
@frozen
public struct MainActorFactory<Service>: FactoryDeclaration {
    /// The closure that makes the service.
    public typealias Body = @MainActor @Sendable () -> Service
    /// The same, which may capture what is not `Sendable`.
    public typealias UncheckedBody = @MainActor () -> Service

    // Does all the work; this type only makes the compiler check the isolation.
    @usableFromInline let factory: Factory<Service>

    @inlinable @inline(__always)
    init(_ factory: Factory<Service>) { self.factory = factory }

    /// A closure that is handed the container; stored as that of a ``Factory`` is.
    @usableFromInline
    @frozen
    struct Handed: Sendable {
        @usableFromInline let body: @MainActor @Sendable (Container) -> Service

        @inlinable @inline(__always)
        init(_ body: @escaping @MainActor @Sendable (Container) -> Service) { self.body = body }
    }

    // Sound because isolation is no part of a closure, and both are called on the main actor alone.
    @inlinable @inline(__always)
    init(_ declaration: Declaration, plain body: @escaping @MainActor @Sendable () -> Service) {
        factory = unsafe Factory(declaration, plain: unsafeBitCast(body, to: Factory<Service>.Body.self))
    }

    @inlinable @inline(__always)
    init(_ declaration: Declaration, handed body: @escaping @MainActor @Sendable (Container) -> Service) {
        factory = unsafe Factory(
            declaration, handed: unsafeBitCast(Handed(body), to: Factory<Service>.Handed.self).body)
    }

    /// Where the factory is declared, and its modifiers.
    @inlinable public var declaration: Declaration { factory.declaration }

    /// A copy with other modifiers.
    @inlinable
    public func stating(_ declaration: Declaration) -> Self { Self(factory.stating(declaration)) }

    /// A copy with other modifiers and another closure.
    public func stating(_ declaration: Declaration, _ body: @escaping Body) -> Self { Self(declaration, plain: body) }

    /// The service, made or kept as its lifetime says.
    ///
    /// Traps if nothing is bound to a `required()` factory, or registered for a `legacy()` one; if it needs itself; if it was
    /// closed; or, for a `TaskScope`, outside of a run, and where a service that lives longer asks for it. Call it on the main
    /// actor, or with `await`.
    ///
    /// - Parameters:
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    @MainActor
    @inlinable
    public consuming func callAsFunction(file: StaticString = #fileID, line: UInt = #line) -> Service {
        factory.mainActorService(at: CodeLocation(file, line))
    }

    /// The closure that makes the service: the declared one, or that of a context that holds.
    public var body: Body { factory.body }

    /// Calls a factory's closure; called on the main actor, as ``callAsFunction(file:line:)`` is.
    public static func call(_ body: @escaping Body, with parameter: Any?) -> Service {
        Engine.requireMainActor()
        // Sound because this is the main actor, and isolation is no part of a closure.
        return unsafe unsafeBitCast(body, to: (@Sendable () -> Service).self)()
    }
}

extension MainActorFactory {
    /// Declares a factory of what only the main actor may make as a static member, of any type: it belongs to the
    /// current sandbox's ``Container``.
    ///
    /// ```swift
    /// static let screen = MainActorFactory { MessageListModel() }
    /// ```
    ///
    /// - Parameters:
    ///   - body: Makes the service.
    ///   - file: Where the factory is declared.
    ///   - line: Where the factory is declared.
    ///   - column: Where the factory is declared.
    ///   - function: Where the factory is declared.
    @inlinable
    public init(
        _ body: @escaping @MainActor @Sendable () -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) {
        self.init(Declaration(ofStatic: file, line, column, function), plain: body)
    }
}
