public import Resolver

/// A typed factory of a service that is made of a parameter.
///
/// ```swift
/// extension Container {
///     var thread: ParameterFactory<Message.ID, MessageThread> { self { id in MessageThread(id: id) } }
/// }
/// let thread = Container.shared.thread(42)
/// ```
///
/// With a lifetime that keeps the instance, the first parameter wins until it is reset; ``scopeOnParameters`` keeps one
/// for each.
@frozen
@safe
public struct ParameterFactory<Parameter, Service>: FactoryDeclaration, @unchecked Sendable {
    // Sound because the texts are those of literals, and the rest is `Sendable`.

    /// The closure that makes the service.
    public typealias Body = @Sendable (Parameter) -> Service
    /// The same, which may capture what is not `Sendable`.
    public typealias UncheckedBody = (Parameter) -> Service

    /// A closure that is handed the container, as it is when it is called; stored as that of a ``Factory`` is.
    @usableFromInline
    @frozen
    struct Handed: Sendable {
        @usableFromInline let body: @Sendable (Container, Parameter) -> Service

        @inlinable @inline(__always)
        init(_ body: @escaping @Sendable (Container, Parameter) -> Service) { self.body = body }
    }

    // Side by side rather than in a `Declaration`: each field is then copied and released for what it is.
    @usableFromInline let file: UnsafePointer<UInt8>
    @usableFromInline let function: UnsafePointer<UInt8>
    @usableFromInline let word: UInt64
    @usableFromInline let details: DeclarationDetails?
    @usableFromInline let scope: Unheld<Scope>?
    @usableFromInline let plain: @Sendable (Parameter) -> Service

    // Sound because a mark of the word says as which type the closure must be called.
    @inlinable @inline(__always)
    init(_ declaration: Declaration, handed body: @escaping @Sendable (Container, Parameter) -> Service) {
        unsafe self.init(declaration, plain: unsafeBitCast(Handed(body), to: Body.self), isHanded: true)
    }

    @inlinable @inline(__always)
    init(_ declaration: Declaration, plain: @escaping @Sendable (Parameter) -> Service, isHanded: Bool = false) {
        unsafe file = unsafe declaration.file
        unsafe function = unsafe declaration.function
        word = DeclarationMarks.marking(declaration.word, isHanded: isHanded)
        details = declaration.details
        scope = declaration.scope
        self.plain = plain
    }

    @inlinable var isHanded: Bool { word & DeclarationMarks.isHanded != 0 }

    /// Calls the closure.
    @inline(__always)
    private func made(_ parameter: Parameter) -> Service {
        unsafe isHanded
            ? unsafeBitCast(plain, to: Handed.self).body(Container(details.ofContainer), parameter)
            : plain(parameter)
    }

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
    /// Traps if nothing is bound to a `required()` factory, or registered for a `legacy()` one; if it needs itself; if it was
    /// closed; or, for a `TaskScope`, outside of a run, and where a service that lives longer asks for it. May be called on
    /// any thread; no lock is held while the closure runs.
    ///
    /// - Parameters:
    ///   - parameter: What it is made of.
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    @inlinable
    public consuming func callAsFunction(
        _ parameter: Parameter, file: StaticString = #fileID, line: UInt = #line
    ) -> Service {
        var copy = parameter
        return unsafe service(parameter, &copy, at: CodeLocation(file, line))
    }

    // Consuming, as the call of a plain ``Factory`` is. The parameter is passed both as a value and by a pointer: reading it
    // through the pointer would copy it by way of its metadata, and making the pointer here would need a closure.
    @usableFromInline
    consuming func service(
        _ parameter: Parameter, _ argument: UnsafePointer<Parameter>, at location: CodeLocation
    ) -> Service {
        unsafe service(parameter, argument, at: location) { resolved(parameter, location) }
    }

    /// The same for the factory inside a ``MainActorParameterFactory``, whose closures for contexts are of another type.
    @MainActor
    @usableFromInline
    consuming func mainActorService(
        _ parameter: Parameter, _ argument: UnsafePointer<Parameter>, at location: CodeLocation
    ) -> Service {
        unsafe service(parameter, argument, at: location) { resolvedOnMainActor(parameter, location) }
    }

    @inline(__always)
    func service(
        _ parameter: Parameter, _ argument: UnsafePointer<Parameter>, at location: CodeLocation,
        prepare: () -> Service
    ) -> Service {
        unsafe Engine.declared(
            Service.self, file: self.file, word: word, details, scope, argument: argument,
            argumentType: Parameter.self, at: location, body: { made(parameter) }, declare: { declares() },
            prepare: prepare)
    }

    @inline(never)
    private func declares() -> Bool { declaration.declaresPlainly(Service.self) }

    @inline(never)
    private func resolved(_ parameter: Parameter, _ location: CodeLocation) -> Service {
        resolved(parameter: parameter as Any, at: location)
    }

    @MainActor
    @inline(never)
    private func resolvedOnMainActor(_ parameter: Parameter, _ location: CodeLocation) -> Service {
        MainActorParameterFactory(self).resolved(parameter: parameter as Any, at: location)
    }

    /// The closure that makes the service: the declared one, or that of a context that holds.
    public var body: Body { { [self] in made($0) } }

    /// Calls a factory's closure.
    public static func call(_ body: @escaping Body, with parameter: Any?) -> Service {
        body(Engine.parameter(parameter))
    }
}

extension ParameterFactory where Parameter: Hashable & Sendable {
    /// Keeps one instance for each parameter.
    @inlinable
    public var scopeOnParameters: Self {
        stating(declaration.keptByParameter { $0.parameter(as: Parameter.self) })
    }
}

extension ParameterFactory {
    /// Declares a factory with a parameter as a static member, of any type: it belongs to the current sandbox's
    /// ``Container``.
    ///
    /// ```swift
    /// static let thread = ParameterFactory<Message.ID, MessageThread> { MessageThread(id: $0) }
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
        _ body: @escaping @Sendable (Parameter) -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) {
        self.init(Declaration(ofStatic: file, line, column, function), plain: body)
    }
}
