public import Resolver

/// What a factory is besides the closure that makes its service: its place, its container and its modifiers.
///
/// It is a pure value. Two evaluations of one property are the same declaration; reading one changes nothing.
@frozen
@safe
public struct Declaration: @unchecked Sendable {
    // Sound because a literal's bytes never change and are never freed, and the context is `Sendable`.

    @usableFromInline let file: UnsafePointer<UInt8>
    @usableFromInline let function: UnsafePointer<UInt8>
    /// The position, as ``DeclarationPosition`` has it, and above it the ``DeclarationMarks``.
    @usableFromInline var word: UInt64
    /// What the container's factories are registered in, or the options that few declarations have; nil for a plain one
    /// of the default container.
    @usableFromInline package var context: DeclarationContext?
    /// The scope it states, where it is one of the program's own.
    @usableFromInline var scope: Scope?

    @inlinable @inline(__always)
    init(
        file: StaticString, line: UInt, column: UInt, function: StaticString, marks: UInt64 = 0,
        _ context: DeclarationContext?
    ) {
        unsafe self.init(
            file: file.utf8Start, function: function.utf8Start,
            word: DeclarationPosition.of(line: line, column: column) | marks, context)
    }

    @inlinable @inline(__always)
    init(
        file: UnsafePointer<UInt8>, function: UnsafePointer<UInt8>, word: UInt64, _ context: DeclarationContext?,
        _ scope: Scope? = nil
    ) {
        unsafe self.file = unsafe file
        unsafe self.function = unsafe function
        self.word = word
        self.context = context
        self.scope = scope
    }

    @inlinable
    func has(_ mark: UInt64) -> Bool { word & mark != 0 }

    /// A copy with a mark.
    @inlinable @inline(__always)
    func marked(_ mark: UInt64) -> Declaration {
        unsafe Declaration(file: file, function: function, word: word | mark, context, scope)
    }

    // MARK: - Lifetime

    /// States a lifetime.
    @inlinable @inline(__always)
    mutating func keep(_ keeping: UInt64, isSingleton: Bool = false) {
        scope = nil
        word = DeclarationMarks.keeping(word, keeping, isSingleton: isSingleton)
    }

    /// A copy that states a scope.
    @inlinable @inline(__always)
    func stating(_ scope: Scope) -> Declaration {
        unsafe Declaration(file: file, function: function, word: word(keptBy: scope), context, scope)
    }

    /// Its word with the lifetime of a scope.
    @usableFromInline
    func word(keptBy scope: Scope) -> UInt64 {
        DeclarationMarks.keeping(word, UInt64(scope.keeping.rawValue), isSingleton: scope === Scope.singleton)
    }

    /// A copy that states what closes instances; most that do have no other options.
    @usableFromInline
    func stating(_ closer: Closer) -> Declaration {
        if context?.options != nil { return changing { $0.closer = closer } }
        var copy = self
        copy.context = DeclarationContext(closer: closer, storage: storage)
        return copy
    }

    /// The scope it states; nil where it states none.
    var statedScope: Scope? {
        if let scope { return scope }
        guard has(DeclarationMarks.hasLifetime) else { return nil }
        if has(DeclarationMarks.isSingleton) { return .singleton }
        return switch Keeping(rawValue: UInt(truncatingIfNeeded: word >> DeclarationMarks.keepingShift) & 3) {
        case .nowhere: .unique
        case .graph: .graph
        case .weakly: .shared
        default: .cached
        }
    }

    // MARK: - Container and options

    var options: DeclarationOptions? {
        guard let context, context.isOfFactory else { return nil }
        guard let options = context.options else { return DeclarationOptions(closer: context.closer) }
        return unsafe unsafeDowncast(options, to: DeclarationOptions.Box.self).options
    }

    /// What the container's factories are registered in; nil for the default container.
    var storage: ContainerStorage? { plainStorage(context) }

    /// The container's type.
    var container: Any.Type { context?.container ?? Container.self }

    /// A copy that lets an instance go which nobody has asked for in so many seconds.
    @usableFromInline
    func expiring(after seconds: Double) -> Declaration { changing { $0.timeToLive = seconds.isNaN ? 0 : seconds } }

    /// A copy with one more decorator.
    @usableFromInline
    func decorated(by body: @escaping @Sendable (SeenInstance) -> Void) -> Declaration {
        changing { options in
            guard let former = options.decorate else {
                options.decorate = body
                return
            }
            options.decorate = { instance in
                former(instance)
                body(instance)
            }
        }
    }

    /// A copy that keeps one instance for each parameter, by what it is kept for.
    @usableFromInline
    func keyed(by key: @escaping @Sendable (_ parameter: Any?) -> AnyHashable?) -> Declaration {
        changing { $0.parameterKey = key }
    }

    /// A copy with another set of options.
    func changing(_ change: (inout DeclarationOptions) -> Void) -> Declaration {
        var copy = self
        var value = options ?? DeclarationOptions()
        change(&value)
        copy.context = value.context(storage: storage, container: nil)
        return copy
    }

    /// A copy that belongs to no container of the program's, but to a type.
    func belonging(to type: Any.Type) -> Declaration {
        var copy = self
        copy.context = (options ?? DeclarationOptions()).context(storage: storage, container: type)
        return copy
    }

    /// A copy without options, for the engine.
    func plain(_ change: (inout UInt64) -> Void = { _ in }) -> Declaration {
        var copy = self
        copy.context = storage
        change(&copy.word)
        return copy
    }

    // MARK: - Key

    /// The key of the declaration, or of one of its variants.
    func key(of service: Any.Type, variant: Int = 0) -> ServiceKey {
        unsafe ServiceKey(
            service,
            DeclarationPlace(
                container: container, file: file, function: function, position: position(variant: variant),
                isStatic: has(DeclarationMarks.isStatic)))
    }

    func position(variant: Int) -> UInt64 {
        word & (DeclarationPosition.mask >> 8)
            | UInt64(UInt8(truncatingIfNeeded: variant)) << DeclarationPosition.variantShift
    }

    /// How many contexts are stated, those that do not hold included.
    @inlinable var contextCount: Int {
        get { Int(word >> DeclarationMarks.contextCountShift & 0x3F) }
        set {
            word =
                word & ~(0x3F << DeclarationMarks.contextCountShift)
                | (UInt64(truncatingIfNeeded: newValue) & 0x3F) << DeclarationMarks.contextCountShift
        }
    }

    /// The resolver in which it is declared: a singleton is one in its environment, whatever container it is asked of.
    func resolver(in environment: Environment) -> Resolver {
        let own = storage.currentResolver
        guard has(DeclarationMarks.isSingleton), storage != nil else { return own }
        return container == Container.self ? environment.main : environment.singletons
    }

    /// The resolver of a container that nobody shares, which has runtime registrations of its own; nil for others,
    /// whose runtime registrations are the root's.
    var isolatedResolver: Resolver? {
        guard storage != nil else { return nil }
        let own = storage.currentResolver
        return Environment.active.shares(own) ? nil : own
    }

    /// The declaration's slot in the current environment, declared if it was not.
    func place(of service: Any.Type, variant: Int = 0) -> SlotPlace {
        let environment = Environment.prepared()
        storage.prepare()
        let (key, resolver) = (key(of: service, variant: variant), resolver(in: environment))
        // One that is bridged may be declared by a thread that has not bridged it yet.
        if !has(DeclarationMarks.isBridged), environment.isDeclared(key, in: resolver) {
            return SlotPlace(resolver: resolver, key: key)
        }
        if has(DeclarationMarks.isSingleton) { requireShared(of: service) }
        let (options, standard) = (options, storage.settings.standardScope)
        if options?.closer != nil, !has(DeclarationMarks.isLegacy) { requireKept(by: statedScope ?? standard, service) }
        environment.declare(
            key, in: resolver, stated: statedScope, standard: standard,
            isAsynchronous: has(DeclarationMarks.isAsynchronous),
            forwardedKey: has(DeclarationMarks.isLegacy) ? legacyKey(of: service) : nil, closer: options?.closer)
        let place = SlotPlace(resolver: resolver, key: key)
        if variant == 0, has(DeclarationMarks.isBridged) {
            environment.bridge(place, to: ServiceKey(serviceType(of: service), name: options?.bridgeName?.rawValue))
        }
        return place
    }

    /// Reports a singleton of a container that has no `shared`: the next such container would be given it, too.
    func requireShared(of service: Any.Type) {
        guard storage != nil, !(container is any SharedContainer.Type) else { return }
        Engine.failSingletonOfMany(key(of: service), container)
    }

    /// Reports a closer that would never run, as nothing keeps what the factory makes.
    private func requireKept(by scope: Scope, _ service: Any.Type) {
        if scope.keeping != .strongly { Engine.failNeverClosed(key(of: service), scope) }
    }

    /// Reports a declaration whose sandbox has ended: it is found no more.
    func requireLiving(of service: Any.Type, at location: CodeLocation) {
        if storage.currentResolver.hasEnded { Engine.failEnded(key(of: service), at: location) }
    }

    /// Declares what has nothing but its declaration to be seen to; returns false for all else.
    func declaresPlainly(_ service: Any.Type) -> Bool {
        guard options == nil, !has(DeclarationMarks.isLegacy) else { return false }
        return Environment.active.nearerKey(than: place(of: service)) == nil
    }

    /// The key of the registration that it stands for.
    func legacyKey(of service: Any.Type) -> ServiceKey {
        ServiceKey(serviceType(of: service), name: options?.legacyName?.rawValue)
    }

    /// How reports name it.
    func display(of service: Any.Type) -> String { key(of: service).display }
}

/// The options of a declaration: contexts, decorators, time to live, instances by parameter, what closes instances.
struct DeclarationOptions: Sendable {
    /// A factory for a context: the `Body` of its factory's type.
    struct ForContext {
        /// Which of those that the declaration states.
        let number: Int
        let context: FactoryContext
        let body: any Sendable
        /// Whether it counts also where something is registered.
        let isAlways: Bool
    }

    /// The options on the heap, as a factory carries them.
    final class Box: Sendable {
        let options: DeclarationOptions
        init(_ options: DeclarationOptions) { self.options = options }
    }

    func context(storage: ContainerStorage?, container: Any.Type?) -> DeclarationContext {
        DeclarationContext(
            options: Box(self), concern, timeToLive: timeToLive, decorate: decorate, storage: storage,
            container: container)
    }

    /// The name of the registration of the runtime face that it stands for.
    var legacyName: Resolver.Name?
    /// The name under which the runtime face knows a bridged declaration.
    var bridgeName: Resolver.Name?
    /// Factories for contexts, those alone that may hold.
    var contexts: [ForContext] = []
    /// In seconds.
    var timeToLive: Double?
    /// All decorators, in the order in which they were stated.
    var decorate: (@Sendable (SeenInstance) -> Void)?
    /// What closes an instance; the registration has it, so that no call must look at it.
    var closer: Closer?
    /// Tells what an instance is kept for.
    var parameterKey: (@Sendable (Any?) -> AnyHashable?)?

    /// Which calls they concern.
    var concern: DeclarationContext.Concern {
        if !contexts.isEmpty || parameterKey != nil { return .eachCall }
        return timeToLive != nil || decorate != nil ? .allCalls : .noCall
    }

    /// Whether any is stated that is the runtime registration's to state.
    var modifiesLegacy: Bool {
        !contexts.isEmpty || timeToLive != nil || parameterKey != nil || closer != nil
    }

    /// The factory for the context that counts most of those that hold.
    var active: ForContext? { contexts.isEmpty ? nil : most(of: contexts) }

    /// The same of those that count also where something is registered.
    var activeAlways: ForContext? { most(of: contexts.filter(\.isAlways)) }

    private func most(of contexts: [ForContext]) -> ForContext? {
        // Of two for one context, the one stated last counts.
        contexts.filter(\.context.isCurrent)
            .min { ($0.context.key.rank, -$0.number) < ($1.context.key.rank, -$1.number) }
    }

    /// What one call states.
    func callOptions(parameter: Any?) -> CallOptions {
        guard let parameter = parameterKey?(parameter) else {
            return CallOptions(timeToLive: timeToLive, decorate: decorate)
        }
        return CallOptions(timeToLive: timeToLive, parameter: parameter, decorate: decorate)
    }
}

/// What a container's factories are registered in.
@inlinable @inline(__always)
func plainStorage(_ context: DeclarationContext?) -> ContainerStorage? {
    guard let context, context.isOfFactory else { return context }
    return context.storage
}
