public import Resolver

/// What ``Factory``, ``ParameterFactory`` and ``MainActorFactory`` have in common.
///
/// Modifiers return a changed copy and change nothing else. `register` and `reset` change the container.
public protocol FactoryDeclaration<Service>: Sendable {
    /// What the factory makes.
    associatedtype Service
    /// The closure that makes it.
    associatedtype Body: Sendable

    /// Where the factory is declared, and its modifiers.
    var declaration: Declaration { get set }

    /// The closure that was declared.
    var body: Body { get }

    /// Calls a factory's closure.
    ///
    /// - Parameters:
    ///   - body: The closure.
    ///   - parameter: What the factory was called with, nil where it takes nothing.
    /// - Returns: What the closure makes.
    static func call(_ body: Body, with parameter: Any?) -> Service
}

// MARK: - Lifetimes

extension FactoryDeclaration {
    /// A new instance at each call, whatever the container's default is.
    @inlinable
    public var unique: Self { with(.unique) }

    /// One instance for each outermost resolution, on the thread that resolves.
    @inlinable
    public var graph: Self { with(.graph) }

    /// A lifetime that shares instances of a service that is not `Sendable`.
    ///
    /// The compiler cannot check that the service is used by one thread at a time: you do.
    ///
    /// - Parameter scope: The scope.
    /// - Returns: A changed copy.
    public func scope(unchecked scope: Scope) -> Self {
        var copy = changing { $0.scope = scope }
        copy.declaration.facts.lifetime = DeclaredLifetime(of: scope)
        return copy
    }

    @usableFromInline
    mutating func dropScope() {
        if declaration.options?.scope != nil { declaration = declaration.changing { $0.scope = nil } }
    }

    @inlinable @inline(__always)
    func with(_ lifetime: DeclaredLifetime) -> Self {
        var copy = self
        copy.declaration.facts.lifetime = lifetime
        if declaration.context != nil { copy.dropScope() }
        return copy
    }
}

extension FactoryDeclaration where Service: Sendable {
    /// One instance for the life of the program, whatever container of its type it is asked of.
    @inlinable
    public var singleton: Self { with(.singleton) }

    /// One instance for each container, until it is reset.
    @inlinable
    public var cached: Self { with(.cached) }

    /// One instance for as long as somebody holds it.
    ///
    /// What is not an instance of a class cannot be held weakly, and is made at each call.
    @inlinable
    public var shared: Self { with(.shared) }

    /// The lifetime of a scope.
    ///
    /// - Parameter scope: The scope.
    /// - Returns: A changed copy.
    public func scope(_ scope: Scope) -> Self { self.scope(unchecked: scope) }
}

// MARK: - Options

extension FactoryDeclaration {
    /// Another closure for a context, in place of the one declared.
    ///
    /// What is registered at run time counts more.
    ///
    /// - Parameters:
    ///   - context: When it counts.
    ///   - body: Makes the service then.
    /// - Returns: A changed copy.
    public func on(_ context: FactoryContext, _ body: Body) -> Self {
        changing { $0.contexts.append((context, body)) }
    }

    /// Another closure while tests run.
    public func onTest(_ body: Body) -> Self { on(.test, body) }

    /// Another closure in an Xcode preview.
    public func onPreview(_ body: Body) -> Self { on(.preview, body) }

    /// Another closure in a debug build.
    public func onDebug(_ body: Body) -> Self { on(.debug, body) }

    /// Another closure in a simulator.
    public func onSimulator(_ body: Body) -> Self { on(.simulator, body) }

    /// Another closure on a device.
    public func onDevice(_ body: Body) -> Self { on(.device, body) }

    /// Another closure where the program was launched with an argument.
    public func onArg(_ argument: String, _ body: Body) -> Self { on(.arg(argument), body) }

    /// A function that sees every instance this factory gives.
    ///
    /// It runs before the container's decorator. Where an instance was just made, nobody else has seen it.
    ///
    /// - Parameter body: Is given the instance, and whether it was just made.
    /// - Returns: A changed copy.
    public func decorator(_ body: @escaping @Sendable (_ service: Service, _ made: Bool) -> Void) -> Self {
        changing { options in
            options.decorators.append { service, made in
                if let service = service as? Service { body(service, made) }
            }
        }
    }

    /// How long an instance is kept that nobody asks for.
    ///
    /// Each time somebody asks, it begins anew.
    ///
    /// - Parameter seconds: The time in seconds.
    /// - Returns: A changed copy.
    public func timeToLive(_ seconds: Double) -> Self {
        changing { $0.timeToLive = UInt64(max(0, seconds) * 1e9) }
    }

    func changing(_ change: (inout DeclarationOptions) -> Void) -> Self {
        var copy = self
        copy.declaration = declaration.changing(change)
        return copy
    }
}

// MARK: - At run time

extension FactoryDeclaration {
    /// Overrides the factory in its container, until `reset`.
    ///
    /// The instance it keeps, if any, is dropped. The override has the declaration's lifetime, and counts more than
    /// anything declared.
    ///
    /// ```swift
    /// Container.shared.loader.register { MockLoader() }
    /// ```
    ///
    /// - Parameters:
    ///   - context: The context in which alone it counts.
    ///   - body: Makes the service.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    public func register(
        when context: FactoryContext? = nil, _ body: Body, file: StaticString = #fileID, line: UInt = #line
    ) {
        override(when: context, scope: nil, body, CallSite(file, line))
    }

    /// Drops what was registered over the declaration, the instance it keeps, or both.
    ///
    /// - Parameter part: What to drop.
    public func reset(_ part: ResetPart = .all) {
        for variant in 0...(declaration.options?.contexts.count ?? 0) {
            Engine.reset(Service.self, declaration.core.variant(variant), part.part)
        }
    }

    func override(when context: FactoryContext?, scope: Scope?, _ body: Body, _ site: CallSite) {
        Engine.override(
            Service.self, declaration.core, scope: scope, when: context?.condition, site: site
        ) { Self.call(body, with: $0) }
    }
}

extension FactoryDeclaration where Service: Sendable {
    /// Overrides the factory in its container, until `reset`, with another lifetime.
    ///
    /// - Parameters:
    ///   - context: The context in which alone it counts.
    ///   - scope: The override's lifetime.
    ///   - body: Makes the service.
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    public func register(
        when context: FactoryContext? = nil, scope: Scope, _ body: Body, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        override(when: context, scope: scope, body, CallSite(file, line))
    }
}

// MARK: - Resolution with options

extension FactoryDeclaration {
    /// The instance of a factory where it is not at hand: one that has options, or that the runtime face asks for.
    func resolved(
        parameter: Any?, arguments: Arguments, site: CallSite, isExported: Bool = false
    ) -> Service {
        let (core, options) = (declaration.core, declaration.options ?? DeclarationOptions())
        var settings = DeclaredOptions()
        settings.isExported = isExported
        settings.timeToLive = options.timeToLive
        settings.parameter = options.parameterKey?(parameter)
        if !options.decorators.isEmpty {
            settings.decorate = { service, made in for decorator in options.decorators { decorator(service, made) } }
        }
        func resolved(_ core: DeclarationCore, _ make: () -> Service) -> Service {
            unsafe Engine.slowDeclared(
                Service.self, core, arguments: arguments, site: site, options: settings, body: make)
        }
        if options.legacy != nil {
            if core.facts.lifetime != .unspecified || options.modifiesLegacy {
                Engine.modifiedLegacy(Service.self, core)
            }
            return resolved(core) {
                unsafe Engine.legacy(Service.self, core, arguments: arguments, site: site)
            }
        }
        guard let active = options.active, let body = active.body as? Body,
            !Engine.isOverridden(Service.self, core)
        else { return resolved(core) { Self.call(body, with: parameter) } }
        return resolved(core.variant(active.index + 1)) { Self.call(body, with: parameter) }
    }

    /// What the declaration says makes the service in the current context.
    func made(parameter: Any?) -> Service {
        Self.call(declaration.options?.active?.body as? Body ?? body, with: parameter)
    }
}
