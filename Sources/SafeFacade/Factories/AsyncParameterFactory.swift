public import Resolver

/// A typed factory of a service that is made asynchronously, of a parameter.
///
/// ```swift
/// extension Container {
///     var mailbox: AsyncParameterFactory<User.ID, Mailbox> { self { id in try await Mailbox.open(for: id) } }
/// }
/// let mailbox = try await Container.shared.mailbox(42)
/// ```
///
/// With a lifetime that keeps the instance, the first parameter wins until it is reset; ``scopeOnParameters`` keeps one
/// for each. Everything else is as for ``AsyncFactory``.
@frozen
@safe
public struct AsyncParameterFactory<Parameter: Sendable, Service>: AsyncDeclaration, @unchecked Sendable {
    // Sound because the texts are those of literals, and the rest is `Sendable`.

    /// The closure that makes the service.
    public typealias Body = @Sendable (Parameter) async throws -> Service
    /// The same, which may capture what is not `Sendable`.
    public typealias UncheckedBody = (Parameter) async throws -> Service

    /// A closure that is handed the container, as it is when it is called; stored as that of a ``Factory`` is.
    @usableFromInline
    @frozen
    struct Handed: Sendable {
        @usableFromInline let body: @Sendable (Container, Parameter) async throws -> Service

        @inlinable @inline(__always)
        init(_ body: @escaping @Sendable (Container, Parameter) async throws -> Service) { self.body = body }
    }

    // Side by side rather than in a `Declaration`: each field is then copied and released for what it is.
    @usableFromInline let file: UnsafePointer<UInt8>
    @usableFromInline let function: UnsafePointer<UInt8>
    @usableFromInline let word: UInt64
    @usableFromInline let details: DeclarationDetails?
    @usableFromInline let scope: Unheld<Scope>?
    @usableFromInline let plain: @Sendable (Parameter) async throws -> Service

    // Sound because a mark of the word says as which type the closure must be called.
    @inlinable @inline(__always)
    init(_ declaration: Declaration, handed body: @escaping @Sendable (Container, Parameter) async throws -> Service) {
        unsafe self.init(declaration, plain: unsafeBitCast(Handed(body), to: Body.self), isHanded: true)
    }

    @inlinable @inline(__always)
    init(
        _ declaration: Declaration, plain: @escaping @Sendable (Parameter) async throws -> Service,
        isHanded: Bool = false
    ) {
        unsafe file = unsafe declaration.file
        unsafe function = unsafe declaration.function
        word = DeclarationMarks.marking(declaration.word | DeclarationMarks.isAsynchronous, isHanded: isHanded)
        details = declaration.details
        scope = declaration.scope
        self.plain = plain
    }

    @inlinable var isHanded: Bool { word & DeclarationMarks.isHanded != 0 }

    /// Where the factory is declared, and its modifiers.
    @inlinable public var declaration: Declaration {
        unsafe Declaration(file: file, function: function, word: word, details, scope)
    }

    /// A copy with other modifiers.
    @inlinable
    public func stating(_ declaration: Declaration) -> Self { Self(declaration, plain: plain, isHanded: isHanded) }

    /// A copy with other modifiers and another closure.
    public func stating(_ declaration: Declaration, _ body: @escaping Body) -> Self { Self(declaration, plain: body) }

    /// The service, made or kept as its lifetime says.
    ///
    /// - Parameters:
    ///   - parameter: What it is made of.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    /// - Throws: What the closure throws; a `ResolutionError` where nothing is bound or registered, where it is closed,
    ///   outside of its run, captive, or waits for itself; `CancellationError` where the task is cancelled and has to wait.
    @inlinable
    public func callAsFunction(
        _ parameter: Parameter, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Service {
        do throws(NotAtOnce) {
            return try atOnce(parameter, at: CodeLocation(file, line))
        } catch {
            return try await made(error, of: parameter, at: CodeLocation(file, line))
        }
    }

    @usableFromInline
    func atOnce(_ parameter: Parameter, at location: CodeLocation) throws(NotAtOnce) -> Service {
        try unsafe withUnsafePointer(to: parameter) { argument throws(NotAtOnce) -> Service in
            try unsafe Engine.atOnce(
                Service.self, file: file, word: word, details, scope, argument: argument, argumentType: Parameter.self,
                at: location)
        }
    }

    @usableFromInline
    func made(_ pending: NotAtOnce, of parameter: Parameter, at location: CodeLocation) async throws -> Service {
        guard let ask = try pending.ask else { return try await resolved(parameter: parameter as Any, at: location) }
        let body = body
        @Sendable func made() async throws -> Service { try await body(parameter) }
        return try await self.made(ask, made)
    }

    /// The closure that makes the service: the declared one, or that of a context that holds.
    public var body: Body {
        guard isHanded else { return plain }
        let (handed, storage) = unsafe (unsafeBitCast(plain, to: Handed.self).body, declaration.storage)
        @Sendable func body(_ parameter: Parameter) async throws -> Service {
            try await handed(Container(storage), parameter)
        }
        return body
    }

    static func call(_ body: Body, with parameter: Any?) async throws -> Service {
        try await body(Engine.parameter(parameter))
    }
}

extension AsyncParameterFactory where Parameter: Hashable {
    /// Keeps one instance for each parameter.
    @inlinable
    public var scopeOnParameters: Self {
        stating(declaration.keptByParameter { $0.parameter(as: Parameter.self) })
    }
}

extension AsyncParameterFactory {
    /// Declares an asynchronous factory with a parameter as a static member, of any type: it belongs to the current
    /// sandbox's ``Container``.
    ///
    /// - Parameters:
    ///   - body: Makes the service.
    ///   - file: Where the factory is declared.
    ///   - line: Where the factory is declared.
    ///   - column: Where the factory is declared.
    ///   - function: Where the factory is declared.
    @inlinable
    public init(
        _ body: @escaping Body, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) {
        self.init(Declaration(ofStatic: file, line, column, function), plain: body)
    }
}

extension AsyncParameterFactory {
    /// An asynchronous factory cannot have this lifetime: a graph ends with the call that began it.
    @available(*, unavailable, message: "a graph is made at once; share it in a run: .scope(.request)")
    public var graph: Self { fatalError() }
}
