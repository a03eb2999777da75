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

    @usableFromInline typealias Make = FactoryBody<Body, @Sendable (Container, Parameter) async throws -> Service>

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
    /// - Parameters:
    ///   - parameter: What it is made of.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The service.
    /// - Throws: What the closure throws; a `ResolutionError` where asynchronous factories wait for each other;
    ///   `CancellationError` where the task is cancelled.
    @inlinable
    public func callAsFunction(
        _ parameter: Parameter, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Service {
        let step = try unsafe withUnsafePointer(to: parameter) {
            argument throws(ResolutionError) -> AsyncStep<Service> in
            try unsafe Engine.begin(
                Service.self, file: self.file, word: word, context, scope, argument: argument,
                argumentType: Parameter.self, at: CodeLocation(file, line))
        }
        if case .service(let service) = step { return service }
        return try await service(step, parameter, CodeLocation(file, line))
    }

    @usableFromInline @inline(never)
    func service(
        _ step: AsyncStep<Service>, _ parameter: Parameter, _ location: CodeLocation
    ) async throws -> Service {
        try await service(step, parameter: parameter as Any, at: location)
    }

    /// The closure that was declared.
    public var body: Body {
        guard make.isHanded else { return make.plain }
        let (handed, storage) = (make.handed, declaration.storage)
        @Sendable func body(_ parameter: Parameter) async throws -> Service {
            try await handed(Container(storage), parameter)
        }
        return body
    }

    /// A factory's closure as what is registered holds it.
    public static func erased(_ body: @escaping Body) -> ErasedFactory { erasing(body) }

    /// A factory that passes on what a declaration gives, as what is registered holds it.
    public static func forwarding(to find: @escaping @Sendable () -> Self) -> ErasedFactory { passing(on: find) }

    static func call(_ body: Body, with parameter: Any?) async throws -> Service {
        if let parameter = parameter as? Parameter { return try await body(parameter) }
        // A nil parameter is one, where it is optional.
        if let none = parameter as Any as? Parameter { return try await body(none) }
        Engine.failParameter(expected: Parameter.self, found: parameter)
    }
}

extension AsyncParameterFactory where Parameter: Hashable & SendableMetatype {
    /// Keeps one instance for each parameter.
    public var scopeOnParameters: Self {
        changing { $0.parameterKey = { ($0 as? Parameter).map { AnyHashable($0) } } }
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
        self.init(
            Declaration(
                file: file, line: line, column: column, function: function, marks: DeclarationMarks.isStatic, nil),
            Make(plain: body))
    }
}
