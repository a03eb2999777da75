public import Resolver

/// A typed factory of a service that is made asynchronously.
///
/// ```swift
/// extension Container {
///     var database: AsyncFactory<Database> { self { try await Database.open(at: $0.path()) }.singleton }
/// }
/// let database = try await Container.shared.database()
/// ```
///
/// Where its lifetime keeps the instance, the closure runs once, in a task of its own on no actor, and everybody who
/// asks meanwhile waits for it: see ``callAsFunction(file:line:)``. Otherwise it runs in the place of its caller, in
/// the caller's task and isolation. There is no lifetime `graph`, which belongs to one thread: as a scope,
/// and as an override's lifetime, it keeps nothing.
///
/// A synchronous factory cannot ask an asynchronous one: that does not compile.
@frozen
@safe
public struct AsyncFactory<Service>: AsyncDeclaration, @unchecked Sendable {
    // Sound because the texts are those of literals, and the rest is `Sendable`.

    /// The closure that makes the service.
    public typealias Body = @Sendable () async throws -> Service
    /// The same, which may capture what is not `Sendable`.
    public typealias UncheckedBody = () async throws -> Service

    /// A closure that is handed the container, as it is when it is called; stored as that of a ``Factory`` is.
    @usableFromInline
    @frozen
    struct Handed: Sendable {
        @usableFromInline let body: @Sendable (Container) async throws -> Service

        @inlinable @inline(__always)
        init(_ body: @escaping @Sendable (Container) async throws -> Service) { self.body = body }
    }

    // Side by side rather than in a `Declaration`: each field is then copied and released for what it is.
    @usableFromInline let file: UnsafePointer<UInt8>
    @usableFromInline let function: UnsafePointer<UInt8>
    @usableFromInline let word: UInt64
    @usableFromInline let details: DeclarationDetails?
    @usableFromInline let scope: Unheld<Scope>?
    @usableFromInline let plain: @Sendable () async throws -> Service

    // Sound because a mark of the word says as which type the closure must be called.
    @inlinable @inline(__always)
    init(_ declaration: Declaration, handed body: @escaping @Sendable (Container) async throws -> Service) {
        unsafe self.init(declaration, plain: unsafeBitCast(Handed(body), to: Body.self), isHanded: true)
    }

    @inlinable @inline(__always)
    init(_ declaration: Declaration, plain: @escaping @Sendable () async throws -> Service, isHanded: Bool = false) {
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
    /// An instance that is kept is returned without suspending. One that is being made is waited for. If a waiting task
    /// is cancelled, only that task stops waiting, and throws `CancellationError`. When no task waits any more, the
    /// closure's task is cancelled. What the closure throws goes to all who waited, as it is, and is not kept: the next
    /// call begins anew. A reset meanwhile gives those who waited their instance, and keeps nothing.
    ///
    /// - Parameters:
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    /// - Throws: What the closure throws; a `ResolutionError` where nothing is bound or registered, where it is closed,
    ///   outside of its run, captive, or waits for itself; `CancellationError` where the task is cancelled and has to wait.
    @inlinable
    public func callAsFunction(file: StaticString = #fileID, line: UInt = #line) async throws -> Service {
        do throws(NotAtOnce) {
            return try unsafe Engine.atOnce(
                Service.self, file: self.file, word: word, details, scope, at: CodeLocation(file, line))
        } catch {
            return try await made(error, at: CodeLocation(file, line))
        }
    }

    @usableFromInline
    func made(_ pending: NotAtOnce, at location: CodeLocation) async throws -> Service {
        guard let ask = try pending.ask else { return try await resolved(parameter: nil, at: location) }
        return try await made(ask, body)
    }

    /// The closure that makes the service: the declared one, or that of a context that holds.
    public var body: Body {
        guard isHanded else { return plain }
        let (handed, storage) = unsafe (unsafeBitCast(plain, to: Handed.self).body, declaration.storage)
        @Sendable func body() async throws -> Service { try await handed(Container(storage)) }
        return body
    }

    static func call(_ body: Body, with parameter: Any?) async throws -> Service { try await body() }
}

extension AsyncFactory {
    /// Declares an asynchronous factory as a static member, of any type: it belongs to the current sandbox's
    /// ``Container``.
    ///
    /// ```swift
    /// static let database = AsyncFactory { try await Database.open() }.singleton
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
        _ body: @escaping Body, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) {
        self.init(Declaration(ofStatic: file, line, column, function), plain: body)
    }
}

extension AsyncFactory {
    /// An asynchronous factory cannot have this lifetime: a graph ends with the call that began it.
    @available(*, unavailable, message: "a graph is made at once; share it in a run: .scope(.request)")
    public var graph: Self { fatalError() }
}
