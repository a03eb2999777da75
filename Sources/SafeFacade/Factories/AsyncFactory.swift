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
/// the caller's task and isolation. There is no lifetime `graph`, which belongs to one thread.
///
/// A synchronous factory cannot ask an asynchronous one: that does not compile.
@frozen
@safe
public struct AsyncFactory<Service>: AsyncDeclaration, @unchecked Sendable {
    // Sound because the texts are those of literals, and the rest is `Sendable`.

    /// The closure that makes the service.
    public typealias Body = @Sendable () async throws -> Service

    @usableFromInline typealias Make = FactoryBody<Body, @Sendable (Container) async throws -> Service>

    // Side by side rather than in a `Declaration`: each field is then copied and released for what it is.
    @usableFromInline let file: UnsafePointer<UInt8>
    @usableFromInline let function: UnsafePointer<UInt8>
    @usableFromInline var word: UInt64
    @usableFromInline var context: DeclarationContext?
    @usableFromInline var scope: Scope?
    @usableFromInline let make: Make

    @inlinable @inline(__always)
    init(_ declaration: Declaration, _ make: Make) {
        unsafe file = unsafe declaration.file
        unsafe function = unsafe declaration.function
        word = declaration.word | DeclarationMarks.isAsynchronous
        context = declaration.context
        scope = declaration.scope
        self.make = make
    }

    /// Where the factory is declared, and its modifiers.
    @inlinable public var declaration: Declaration {
        get { unsafe Declaration(file: file, function: function, word: word, context, scope) }
        set { (word, context, scope) = (newValue.word, newValue.context, newValue.scope) }
    }

    /// The service, made or kept as its lifetime says.
    ///
    /// An instance that is kept is returned without suspending. One that is being made is waited for. Who is cancelled
    /// meanwhile leaves alone; when nobody is left who waits, the task of the closure is cancelled. What the closure
    /// throws goes to all who waited, as it is, and is not kept: the next call begins anew. A reset meanwhile gives
    /// those who waited their instance, and keeps nothing.
    ///
    /// - Parameters:
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The service.
    /// - Throws: What the closure throws; a `ResolutionError` where asynchronous factories wait for each other;
    ///   `CancellationError` where the task is cancelled.
    @inlinable
    public func callAsFunction(file: StaticString = #fileID, line: UInt = #line) async throws -> Service {
        let step: AsyncStep<Service>
        do {
            let (frame, found) = unsafe Engine.pushedAsynchronous(
                Service.self, file: self.file, word: word, context, scope, at: CodeLocation(file, line))
            defer { withExtendedLifetime(scope) { unsafe frame.pop() } }
            if found.isKept { return unsafe Engine.copied(found, frame, as: Service.self) }
            step = try unsafe Engine.begun(Service.self, found, frame)
        }
        return try await service(step, CodeLocation(file, line))
    }

    @usableFromInline @inline(never)
    func service(_ step: AsyncStep<Service>, _ location: CodeLocation) async throws -> Service {
        try await service(step, parameter: nil, at: location)
    }

    /// The closure that was declared.
    public var body: Body {
        guard make.isHanded else { return make.plain }
        let (handed, storage) = (make.handed, declaration.storage)
        @Sendable func body() async throws -> Service { try await handed(Container(storage)) }
        return body
    }

    /// A factory's closure as what is registered holds it.
    public static func erased(_ body: @escaping Body) -> ErasedFactory { erasing(body) }

    /// A factory that passes on what a declaration gives, as what is registered holds it.
    public static func forwarding(to find: @escaping @Sendable () -> Self) -> ErasedFactory { passing(on: find) }

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
        self.init(
            Declaration(
                file: file, line: line, column: column, function: function, marks: DeclarationMarks.isStatic, nil),
            Make(plain: body))
    }
}
