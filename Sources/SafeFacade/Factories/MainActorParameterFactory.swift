public import Resolver

/// A typed factory of a service that only the main actor may make, of a parameter.
///
/// ```swift
/// extension Container {
///     var editor: MainActorParameterFactory<Draft, Editor> { self { draft in Editor(draft) } }
/// }
/// let editor = Container.shared.editor(draft)          // on the main actor
/// let editor = await Container.shared.editor(draft)    // elsewhere
/// ```
///
/// Calling it elsewhere without `await` does not compile. With a lifetime that keeps the instance, the first parameter
/// wins until it is reset; ``scopeOnParameters`` keeps one for each.
@frozen
public struct MainActorParameterFactory<Parameter, Service>: FactoryDeclaration {
    /// The closure that makes the service.
    public typealias Body = @MainActor @Sendable (Parameter) -> Service
    /// The same, which may capture what is not `Sendable`.
    public typealias UncheckedBody = @MainActor (Parameter) -> Service

    // Does all the work; this type only makes the compiler check the isolation.
    @usableFromInline let factory: ParameterFactory<Parameter, Service>

    @inlinable @inline(__always)
    init(_ factory: ParameterFactory<Parameter, Service>) { self.factory = factory }

    /// A closure that is handed the container; stored as that of a ``Factory`` is.
    @usableFromInline
    @frozen
    struct Handed: Sendable {
        @usableFromInline let body: @MainActor @Sendable (Container, Parameter) -> Service

        @inlinable @inline(__always)
        init(_ body: @escaping @MainActor @Sendable (Container, Parameter) -> Service) { self.body = body }
    }

    // Sound because isolation is no part of a closure, and both are called on the main actor alone.
    @inlinable @inline(__always)
    init(_ declaration: Declaration, plain body: @escaping @MainActor @Sendable (Parameter) -> Service) {
        factory = unsafe ParameterFactory(
            declaration, plain: unsafeBitCast(body, to: ParameterFactory<Parameter, Service>.Body.self))
    }

    @inlinable @inline(__always)
    init(
        _ declaration: Declaration, handed body: @escaping @MainActor @Sendable (Container, Parameter) -> Service
    ) {
        factory = unsafe ParameterFactory(
            declaration, handed: unsafeBitCast(Handed(body), to: ParameterFactory<Parameter, Service>.Handed.self).body)
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
    ///   - parameter: What it is made of.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    @MainActor
    @inlinable
    public consuming func callAsFunction(
        _ parameter: Parameter, file: StaticString = #fileID, line: UInt = #line
    ) -> Service {
        var copy = parameter
        return unsafe factory.mainActorService(parameter, &copy, at: CodeLocation(file, line))
    }

    /// The closure that makes the service: the declared one, or that of a context that holds.
    public var body: Body { factory.body }

    /// Calls a factory's closure; called on the main actor, as ``callAsFunction(_:file:line:)`` is.
    public static func call(_ body: @escaping Body, with parameter: Any?) -> Service {
        Engine.requireMainActor()
        // Sound because this is the main actor, and isolation is no part of a closure.
        return unsafe ParameterFactory.call(
            unsafeBitCast(body, to: ParameterFactory<Parameter, Service>.Body.self), with: parameter)
    }
}

extension MainActorParameterFactory where Parameter: Hashable & Sendable {
    /// Keeps one instance for each parameter.
    @inlinable
    public var scopeOnParameters: Self { Self(factory.scopeOnParameters) }
}

extension MainActorParameterFactory {
    /// Declares a factory with a parameter of what only the main actor may make as a static member, of any type: it
    /// belongs to the current sandbox's ``Container``.
    ///
    /// ```swift
    /// static let editor = MainActorParameterFactory<Draft, Editor> { Editor($0) }
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
        _ body: @escaping @MainActor @Sendable (Parameter) -> Service, file: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column, function: StaticString = #function
    ) {
        self.init(Declaration(ofStatic: file, line, column, function), plain: body)
    }
}
