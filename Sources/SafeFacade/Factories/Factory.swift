public import Resolver

/// A typed factory: how a service is made, and how long it lives.
///
/// Declare it as a property of a container, and call it to have the service:
///
/// ```swift
/// extension Container {
///     var loader: Factory<any MessageLoading> { self { MessageLoader(network: $0.network()) } }
/// }
/// let loader = Container.shared.loader()
/// ```
///
/// A factory is a pure value: reading the property changes nothing, modifiers return a changed copy.
@frozen
@safe
public struct Factory<Service>: FactoryDeclaration, @unchecked Sendable {
    // Sound because the texts are those of literals, and the rest is `Sendable`.

    /// The closure that makes the service.
    public typealias Body = @Sendable () -> Service
    /// The same, which may capture what is not `Sendable`.
    public typealias UncheckedBody = () -> Service

    /// A closure that is handed the container, as it is when it is called.
    ///
    /// It is stored as if it were a ``Body``; a mark of the word says which it is. It is in a structure, as a bare closure
    /// would be wrapped in another one when it is cast. An enum would be plainer. But each factory is released where it was
    /// called, and an enum of closures of a generic type is released by way of its value witness table, which costs as much as
    /// finding the registration.
    @usableFromInline
    @frozen
    struct Handed: Sendable {
        @usableFromInline let body: @Sendable (Container) -> Service

        @inlinable @inline(__always)
        init(_ body: @escaping @Sendable (Container) -> Service) { self.body = body }
    }

    // Side by side rather than in a `Declaration`: each field is then copied and released for what it is.
    @usableFromInline let file: UnsafePointer<UInt8>
    @usableFromInline let function: UnsafePointer<UInt8>
    @usableFromInline let word: UInt64
    @usableFromInline let details: DeclarationDetails?
    @usableFromInline let scope: Unheld<Scope>?
    @usableFromInline let plain: @Sendable () -> Service

    // Sound because a mark of the word says as which type the closure must be called.
    @inlinable @inline(__always)
    init(_ declaration: Declaration, handed body: @escaping @Sendable (Container) -> Service) {
        unsafe self.init(declaration, plain: unsafeBitCast(Handed(body), to: Body.self), isHanded: true)
    }

    @inlinable @inline(__always)
    init(_ declaration: Declaration, plain: @escaping @Sendable () -> Service, isHanded: Bool = false) {
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
    private func made() -> Service {
        unsafe isHanded ? unsafeBitCast(plain, to: Handed.self).body(Container(details.ofContainer)) : plain()
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

    // Consuming, as otherwise each program would have code of its own that releases a factory it has just read.
    /// The service, made or kept as its lifetime says.
    ///
    /// Traps if nothing is bound to a `required()` factory, or registered for a `legacy()` one; if it needs itself; if it was
    /// closed; or, for a `TaskScope`, outside of a run, and where a service that lives longer asks for it. May be called on
    /// any thread; no lock is held while the closure runs.
    ///
    /// - Parameters:
    ///   - file: Where the call is, for reports.
    ///   - line: Where the call is, for reports.
    /// - Returns: The service.
    public consuming func callAsFunction(file: StaticString = #fileID, line: UInt = #line) -> Service {
        service(at: CodeLocation(file, line))
    }

    @usableFromInline @inline(__always)
    func service(at location: CodeLocation) -> Service { service(at: location) { resolved(location) } }

    /// The same for the factory inside a ``MainActorFactory``, whose closures for contexts are of another type.
    @MainActor
    @usableFromInline
    consuming func mainActorService(at location: CodeLocation) -> Service {
        service(at: location) { resolvedOnMainActor(location) }
    }

    @inline(__always)
    func service(at location: CodeLocation, prepare: () -> Service) -> Service {
        unsafe Engine.declared(
            Service.self, file: file, word: word, details, scope, at: location,
            body: { made() }, declare: { declares() }, prepare: prepare)
    }

    @inline(never)
    private func declares() -> Bool { declaration.declaresPlainly(Service.self) }

    // Not the protocol's own function, for which each service's type would need a witness table.
    @inline(never)
    private func resolved(_ location: CodeLocation) -> Service { resolved(parameter: nil, at: location) }

    @MainActor
    @inline(never)
    private func resolvedOnMainActor(_ location: CodeLocation) -> Service {
        MainActorFactory(self).resolved(parameter: nil, at: location)
    }

    /// The closure that makes the service: the declared one, or that of a context that holds.
    public var body: Body { { [self] in made() } }

    /// Calls a factory's closure.
    public static func call(_ body: @escaping Body, with parameter: Any?) -> Service { body() }

    /// A factory's closure in the form in which a registration has it.
    public static func erased(_ body: @escaping Body) -> ErasedFactory {
        // Not the protocol's own function, which goes through the witness table at each call.
        ErasedFactory(AnyFactory.of(Service.self, plain: body))
    }
}

extension Factory {
    /// A factory cannot do this, as its type does not name its container.
    @available(*, unavailable, message: "write container.register(\\.x) { … }, which is handed the container")
    public func register(_ body: @escaping @Sendable (Container) -> Service) {}

    /// Declares a factory as a static member, of any type: it belongs to the current sandbox's ``Container``.
    ///
    /// ```swift
    /// static let network = Factory { HTTPNetworkManager() as any NetworkManaging }
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
        _ body: @escaping @Sendable () -> Service, file: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column, function: StaticString = #function
    ) {
        self.init(Declaration(ofStatic: file, line, column, function), plain: body)
    }
}
