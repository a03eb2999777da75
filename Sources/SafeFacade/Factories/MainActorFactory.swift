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
@safe
public struct MainActorFactory<Service>: FactoryDeclaration, @unchecked Sendable {
    // Sound because the texts are those of literals, and the rest is `Sendable`.

    /// The closure that makes the service.
    public typealias Body = @MainActor @Sendable () -> Service

    /// A closure that is handed nothing; one that is handed the container is stored as if it were such a one.
    @usableFromInline
    @frozen
    struct Plain: Sendable {
        @usableFromInline let body: @MainActor @Sendable () -> Service

        @inlinable @inline(__always)
        init(_ body: @escaping @MainActor @Sendable () -> Service) { self.body = body }
    }

    /// A closure that is handed the container, as it is when it is called.
    @usableFromInline
    @frozen
    struct Handed: Sendable {
        @usableFromInline let body: @MainActor @Sendable (Container) -> Service

        @inlinable @inline(__always)
        init(_ body: @escaping @MainActor @Sendable (Container) -> Service) { self.body = body }
    }

    // Side by side rather than in a `Declaration`: each field is then copied and released for what it is.
    @usableFromInline let file: UnsafePointer<UInt8>
    @usableFromInline let function: UnsafePointer<UInt8>
    @usableFromInline let word: UInt64
    @usableFromInline let context: DeclarationContext?
    @usableFromInline let scope: Scope?
    @usableFromInline let plain: @MainActor @Sendable () -> Service

    @inlinable @inline(__always)
    init(_ declaration: Declaration, plain body: @escaping @MainActor @Sendable () -> Service) {
        self.init(declaration, body, isHanded: false)
    }

    // Sound because it is called as what it is, which the word's mark says.
    @inlinable @inline(__always)
    init(_ declaration: Declaration, handed body: @escaping @MainActor @Sendable (Container) -> Service) {
        unsafe self.init(declaration, unsafeBitCast(Handed(body), to: Plain.self).body, isHanded: true)
    }

    @inlinable @inline(__always)
    init(_ declaration: Declaration, _ plain: @escaping @MainActor @Sendable () -> Service, isHanded: Bool) {
        unsafe file = unsafe declaration.file
        unsafe function = unsafe declaration.function
        word = DeclarationMarks.marking(declaration.word, isHanded: isHanded)
        context = declaration.context
        scope = declaration.scope
        self.plain = plain
    }

    @inlinable var isHanded: Bool { word & DeclarationMarks.isHanded != 0 }

    /// Calls the closure.
    @MainActor
    @inline(__always)
    private func made(_ storage: @autoclosure () -> DeclarationContext?) -> Service {
        unsafe isHanded ? unsafeBitCast(Plain(plain), to: Handed.self).body(Container(storage())) : plain()
    }

    /// Where the factory is declared, and its modifiers.
    @inlinable public var declaration: Declaration {
        unsafe Declaration(file: file, function: function, word: word, context, scope)
    }

    /// A copy with other modifiers.
    @inlinable
    public func stating(_ declaration: Declaration) -> Self { Self(declaration, plain, isHanded: isHanded) }

    // Consuming, as each program would else have code of its own that releases a factory which it has just read.
    /// The service, made or kept as its lifetime says.
    ///
    /// - Parameters:
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The service.
    @MainActor
    public consuming func callAsFunction(file: StaticString = #fileID, line: UInt = #line) -> Service {
        service(at: CodeLocation(file, line))
    }

    @MainActor
    @usableFromInline @inline(__always)
    func service(at location: CodeLocation) -> Service {
        unsafe Engine.declared(
            Service.self, file: file, word: word, context, scope, at: location,
            body: { made(plainStorage(context)) }, declare: { declares() }, prepare: { resolved(location) })
    }

    @inline(never)
    private func declares() -> Bool { declaration.declaresPlainly(Service.self) }

    // Not the protocol's own, for which each service's type would need a witness table.
    @inline(never)
    private func resolved(_ location: CodeLocation) -> Service { resolved(parameter: nil, at: location) }

    /// The closure that was declared.
    public var body: Body { { [self] in made(plainStorage(context)) } }

    /// Calls a factory's closure; called on the main actor, as ``callAsFunction(file:line:)`` is.
    public static func call(_ body: @escaping Body, with parameter: Any?) -> Service {
        Engine.requireMainActor()
        // Sound because this is the main actor, and isolation is no part of a closure.
        return unsafe unsafeBitCast(body, to: (@Sendable () -> Service).self)()
    }

    // Disfavoured, as a trailing closure has no label, and must be checked.
    /// Overrides the factory with a closure that captures what is not `Sendable`, a mock for instance.
    ///
    /// - Parameters:
    ///   - body: Makes the service.
    ///   - scope: The override's lifetime; that of the declaration where it is nil.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    @_disfavoredOverload
    public func register(
        unchecked body: @escaping @MainActor () -> Service, scope: Scope? = nil, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        override(when: nil, scope: scope, body, CodeLocation(file, line))
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
        self.init(
            Declaration(
                file: file, line: line, column: column, function: function, marks: DeclarationMarks.isStatic, nil),
            plain: body)
    }
}

extension MainActorFactory where Service: Sendable {
    /// Declares a factory of what only the main actor may make with a lifetime as a static member, of any type.
    ///
    /// - Parameters:
    ///   - scope: The lifetime.
    ///   - body: Makes the service.
    ///   - file: Where the factory is declared.
    ///   - line: Where the factory is declared.
    ///   - column: Where the factory is declared.
    ///   - function: Where the factory is declared.
    public init(
        scope: Scope, _ body: @escaping @MainActor @Sendable () -> Service, file: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) {
        self = Self(body, file: file, line: line, column: column, function: function).scope(scope)
    }
}
