public import Resolver

/// What every typed factory has in common, synchronous or not.
///
/// Modifiers return a changed copy and change nothing else. `register` and `reset` change the container.
public protocol ServiceDeclaration<Service>: Sendable {
    /// What the factory makes.
    associatedtype Service
    /// The closure that makes it.
    associatedtype Body: Sendable
    /// A closure that makes it, which may capture what is not `Sendable`.
    associatedtype UncheckedBody = Body

    /// Declares a factory as a static member, of any type: it belongs to the current sandbox's ``Container``.
    ///
    /// - Parameters:
    ///   - body: Makes the service.
    ///   - file: Where the factory is declared.
    ///   - line: Where the factory is declared.
    ///   - column: Where the factory is declared.
    ///   - function: Where the factory is declared.
    init(_ body: Body, file: StaticString, line: UInt, column: UInt, function: StaticString)

    /// Where the factory is declared, and its modifiers.
    var declaration: Declaration { get }

    /// A copy with other modifiers.
    ///
    /// - Parameter declaration: The declaration of this factory, with the modifiers of the copy.
    /// - Returns: The copy.
    func stating(_ declaration: Declaration) -> Self

    /// A copy with other modifiers and another closure.
    ///
    /// - Parameters:
    ///   - declaration: The declaration of this factory, with the modifiers of the copy.
    ///   - body: The closure that makes the service.
    /// - Returns: The copy.
    func stating(_ declaration: Declaration, _ body: Body) -> Self

    /// The closure that makes the service: the declared one, or that of a context that holds.
    var body: Body { get }

    /// A factory's closure in the form in which a registration has it.
    ///
    /// - Parameter body: The closure.
    /// - Returns: The same without its type.
    static func erased(_ body: Body) -> ErasedFactory

    /// A factory that passes on a declaration's service, in the form in which a registration has it.
    ///
    /// - Parameter find: Reads the declaration, anew for each call.
    /// - Returns: The same without its type.
    static func forwarding(to find: @escaping @Sendable () -> Self) -> ErasedFactory
}

/// A factory's closure without its type.
public struct ErasedFactory {
    let factory: AnyFactory

    init(_ factory: AnyFactory) { self.factory = factory }
}

// MARK: - Lifetimes

extension ServiceDeclaration {
    /// A new instance at each call, whatever the container's default is.
    @inlinable
    public var unique: Self { with(.nowhere) }

    /// A lifetime that shares instances of a service that is not `Sendable`.
    ///
    /// The compiler cannot check that the service is used by one thread at a time: you do.
    ///
    /// - Parameter scope: The scope.
    /// - Returns: A changed copy.
    @inlinable
    public func scope(unchecked scope: Scope) -> Self { stating(declaration.stating(scope)) }

    /// A copy with another lifetime.
    @inlinable @inline(__always)
    func with(_ keeping: Keeping, isSingleton: Bool = false) -> Self {
        stating(declaration.keeping(keeping, isSingleton: isSingleton))
    }
}

extension ServiceDeclaration where Service: Sendable {
    /// One instance for the life of the program, whichever container of its type is asked.
    @inlinable
    public var singleton: Self { with(.strongly, isSingleton: true) }

    /// One instance for each container, until it is reset.
    @inlinable
    public var cached: Self { with(.strongly) }

    /// One instance for as long as somebody holds it.
    ///
    /// A service that is not an instance of a class cannot be held weakly, and is made at each call.
    @inlinable
    public var shared: Self { with(.weakly) }

    /// The lifetime of a scope.
    ///
    /// - Parameter scope: The scope.
    /// - Returns: A changed copy.
    @inlinable
    public func scope(_ scope: Scope) -> Self { self.scope(unchecked: scope) }
}

extension ServiceDeclaration where Service: Sendable {
    /// Declares a factory with a lifetime as a static member, of any type.
    ///
    /// ```swift
    /// static let network = Factory(scope: .singleton) { HTTPNetworkManager() as any NetworkManaging }
    /// ```
    ///
    /// - Parameters:
    ///   - scope: The lifetime.
    ///   - body: Makes the service.
    ///   - file: Where the factory is declared.
    ///   - line: Where the factory is declared.
    ///   - column: Where the factory is declared.
    ///   - function: Where the factory is declared.
    public init(
        scope: Scope, _ body: Body, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        function: StaticString = #function
    ) {
        self = Self(body, file: file, line: line, column: column, function: function).scope(scope)
    }
}

// MARK: - Options

extension ServiceDeclaration {
    /// Another closure for a context, in place of the one declared.
    ///
    /// Whether the context holds is decided where this is stated, and for a static factory at each call. An override that is
    /// registered at run time counts more, unless you state that this closure always counts. Then only an override for a
    /// context, by `register(when:)`, counts more.
    ///
    /// ```swift
    /// var payments: Factory<any Payments> {
    ///     self { LivePayments() }.on(.preview, always: true) { NoPayments() }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - context: When it counts.
    ///   - isAlways: Whether it counts also where something is registered.
    ///   - body: Makes the service then.
    /// - Returns: A changed copy.
    @inlinable @inline(__always)
    public func on(_ context: FactoryContext, always isAlways: Bool = false, _ body: Body) -> Self {
        let declaration = declaration
        if declaration.contextCount == Declaration.mostContexts { failManyContexts() }
        let copy = stating(declaration.statingContext())
        // A static factory is evaluated once, and the contexts may change after that.
        guard declaration.has(DeclarationMarks.isStatic) || context.isCurrent else { return copy }
        return copy.adding(body, for: context, isAlways: isAlways)
    }

    /// Reports that there is no room for one more context.
    @usableFromInline
    func failManyContexts() -> Never {
        Failure.tooManyContexts(key, atMost: Declaration.mostContexts).trap()
    }

    /// A copy with a closure for the context that was counted last.
    ///
    /// Most often it is known here which closure counts; that one takes the place of the declared closure.
    @usableFromInline
    func adding(_ body: Body, for context: FactoryContext, isAlways: Bool) -> Self {
        let declaration = declaration
        let new = Variant(number: declaration.contextCount, rank: context.key.rank, isAlways: isAlways)
        var closures = declaration.closures?.all ?? []
        if !declaration.has(DeclarationMarks.isStatic), closures.isEmpty {
            guard let known = declaration.variant else { return taking(new, body) }
            let (first, second) = new.rank <= known.rank ? (new, known) : (known, new)
            // Both are needed only if the one that counts gives way to overrides, and the other one does not.
            if first.isAlways || !second.isAlways { return first.number == new.number ? taking(new, body) : self }
            closures = [ContextClosure(variant: known, body: self.body, context: nil)]
        }
        closures.append(ContextClosure(variant: new, body: body, context: context))
        let details = DeclarationDetails(changing: declaration.details, contexts: ContextClosures(closures))
        return stating(declaration.stating(details))
    }

    /// A copy with a closure for a context in place of its own.
    func taking(_ variant: Variant, _ body: Body) -> Self { stating(declaration.taking(variant), body) }

    // Disfavoured, so that the forms of Factory in FactoryForms.swift come first.

    /// Another closure while tests run.
    @_disfavoredOverload
    @inlinable @inline(__always)
    public func onTest(_ body: Body) -> Self { on(.test, body) }

    /// Another closure in an Xcode preview.
    @_disfavoredOverload
    @inlinable @inline(__always)
    public func onPreview(_ body: Body) -> Self { on(.preview, body) }

    /// Another closure in a debug build.
    @_disfavoredOverload
    @inlinable @inline(__always)
    public func onDebug(_ body: Body) -> Self { on(.debug, body) }

    /// Another closure in a simulator.
    @_disfavoredOverload
    @inlinable @inline(__always)
    public func onSimulator(_ body: Body) -> Self { on(.simulator, body) }

    /// Another closure on a device.
    @_disfavoredOverload
    @inlinable @inline(__always)
    public func onDevice(_ body: Body) -> Self { on(.device, body) }

    /// Another closure where the program was launched with an argument.
    @_disfavoredOverload
    @inlinable @inline(__always)
    public func onArg(_ argument: String, _ body: Body) -> Self { on(.arg(argument), body) }

    /// Another closure where the program was launched with any of several arguments.
    @_disfavoredOverload
    public func onArgs(_ arguments: [String], _ body: Body) -> Self {
        arguments.reduce(self) { $0.on(.arg($1), body) }
    }

    /// A function that sees every instance this factory gives, on the thread that resolves it; no lock is held.
    ///
    /// - Parameter body: Is given the instance.
    /// - Returns: A changed copy.
    @inlinable
    public func decorator(_ body: @escaping @Sendable (_ service: Service) -> Void) -> Self {
        stating(declaration.decorated { if let service = $0.service(as: Service.self) { body(service) } })
    }

    /// A function that sees every instance this factory gives, and is told whether it was just made.
    ///
    /// It runs on the thread that resolves, without a lock, before the container's decorator. Where an instance was just
    /// made, nobody else has seen it.
    ///
    /// - Parameter body: Is given the instance, and whether it was just made.
    /// - Returns: A changed copy.
    @inlinable
    public func decorator(_ body: @escaping @Sendable (_ service: Service, _ made: Bool) -> Void) -> Self {
        stating(declaration.decorated { if let service = $0.service(as: Service.self) { body(service, $0.isMade) } })
    }

    /// States how long an instance is kept for which nobody asks.
    ///
    /// The time begins anew each time somebody asks.
    ///
    /// - Parameter seconds: The time in seconds; for infinity it is kept until a reset.
    /// - Returns: A changed copy.
    @inlinable
    public func timeToLive(_ seconds: Double) -> Self { stating(declaration.expiring(after: seconds)) }
}
