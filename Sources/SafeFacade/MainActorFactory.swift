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
public struct MainActorFactory<Service>: FactoryDeclaration {
    /// The closure that makes the service.
    public typealias Body = @MainActor @Sendable () -> Service

    /// The closure, which is handed the container or not; no enum, as in ``Factory``.
    @usableFromInline
    @frozen
    struct Make: Sendable {
        @usableFromInline let body: @MainActor @Sendable () -> Service
        @usableFromInline let isHanded: Bool

        /// A closure that is handed the container, as it is when it is called.
        @usableFromInline
        @frozen
        struct Handed: Sendable {
            @usableFromInline let body: @MainActor @Sendable (Container) -> Service
            @usableFromInline let isHanded: Bool

            @inlinable @inline(__always)
            init(_ body: @escaping @MainActor @Sendable (Container) -> Service) {
                self.body = body
                isHanded = true
            }
        }

        @inlinable @inline(__always)
        static func plain(_ body: @escaping @MainActor @Sendable () -> Service) -> Make { Make(body) }

        // Sound because it is called as what it is, for which `isHanded` stands at the same place in both.
        @inlinable @inline(__always)
        static func handed(_ body: @escaping @MainActor @Sendable (Container) -> Service) -> Make {
            unsafe unsafeBitCast(Handed(body), to: Make.self)
        }

        @inlinable @inline(__always)
        init(_ body: @escaping @MainActor @Sendable () -> Service) {
            self.body = body
            isHanded = false
        }

        @MainActor
        @inlinable @inline(__always)
        func made(_ home: @autoclosure () -> ContainerHome?) -> Service {
            isHanded ? unsafe unsafeBitCast(self, to: Handed.self).body(Container(home: home())) : body()
        }
    }

    // Side by side rather than in a `Declaration`: each field is then copied and released for what it is.
    @usableFromInline var facts: DeclarationFacts
    @usableFromInline var context: DeclarationContext?
    @usableFromInline let make: Make

    @inlinable @inline(__always)
    init(_ declaration: Declaration, _ make: Make) {
        facts = declaration.facts
        context = declaration.context
        self.make = make
    }

    /// Where the factory is declared, and its modifiers.
    @inlinable public var declaration: Declaration {
        get { Declaration(facts, context) }
        set { (facts, context) = (newValue.facts, newValue.context) }
    }

    /// The service, made or kept as its lifetime says.
    ///
    /// - Parameters:
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    /// - Returns: The service.
    @MainActor
    @inlinable
    public func callAsFunction(file: StaticString = #fileID, line: UInt = #line) -> Service {
        unsafe Engine.declared(
            Service.self, facts, context, site: CallSite(file, line),
            body: { make.made(plainHome(context)) },
            otherwise: { resolved(CallSite(file, line)) })
    }

    // Not the protocol's own, for which each service's type would need a witness table.
    @usableFromInline @inline(never)
    func resolved(_ site: CallSite) -> Service { unsafe resolved(parameter: nil, arguments: nil, site: site) }

    /// The closure that was declared.
    public var body: Body { { [make, home = declaration.home] in make.made(home) } }

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
    ///   - file: Where the call stands, for reports.
    ///   - line: Where the call stands, for reports.
    @_disfavoredOverload
    public func register(
        unchecked body: @escaping @MainActor () -> Service, file: StaticString = #fileID, line: UInt = #line
    ) {
        register(body, file: file, line: line)
    }
}

extension MainActorFactory {
    /// Declares a factory of what only the main actor may make as a static member, of any type: it belongs to the current sandbox's ``Container``.
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
        let facts = DeclarationFacts(file: file, line: line, column: column, function: function, isStatic: true)
        self.init(Declaration(facts, nil), .plain(body))
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
