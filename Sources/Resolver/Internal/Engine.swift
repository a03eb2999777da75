/// The one path every resolution takes, of either face.
///
/// A resolution in the process's default sandbox, with no observer, reads the engine's state word, finds the
/// registration without a lock, and makes or copies the instance. Everything else goes through `slowService`, which
/// first finds out which sandbox and resolver are meant, and then takes the same steps (`Steps.swift`).
@usableFromInline
package enum Engine {}

// MARK: - State

extension Engine {
    /// Why a resolution cannot take the fast path, in the low bits of the state word; the depth limit stands above.
    @usableFromInline
    @frozen
    struct Condition: OptionSet, Sendable {
        @usableFromInline let rawValue: UInt

        @inlinable init(rawValue: UInt) { self.rawValue = rawValue }

        /// The registration hook of the default sandbox has not run yet.
        static let hookPending = Condition(rawValue: 1)
        /// A sandbox has been used in this process.
        @inlinable static var sandboxes: Condition { Condition(rawValue: 2) }
        /// Somebody watches resolutions: `decorate` is set, or there are observers.
        static let watched = Condition(rawValue: 4)
        /// `Resolver.root` is no longer the one the fast path knows; concerns static calls only.
        static var rootReplaced: Condition { Condition(rawValue: 8) }
        /// `Resolver.main` is no longer the one the fast path knows; concerns declarations of the default container only.
        static var mainReplaced: Condition { Condition(rawValue: 16) }
        /// A container has a decorator; concerns typed factories only.
        static var decorated: Condition { Condition(rawValue: 32) }
        /// What concerns typed factories only.
        static var typedOnly: Condition { Condition(rawValue: 16 | 32) }

        static var mask: UInt { 0xFF }
    }

    @usableFromInline static let state = SharedWord(1 | (100 << 8))

    /// The root of the default sandbox that static calls use unretained, and which therefore is never released; 0 until
    /// the registration hook has run.
    static let processRoot = SharedWord()
    /// The main resolver of the default sandbox, on which the default container stands, likewise.
    static let processMain = SharedWord()

    /// The resolver that one of these words stands for.
    ///
    /// Called where the state word has told that it is there.
    @inline(__always)
    static func resolver(at word: borrowing SharedWord) -> Unmanaged<Resolver> {
        let word = reading { word.load() }
        return unsafe .fromOpaque(UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped)
    }

    /// Changes the conditions.
    ///
    /// Called under the engine's lock.
    static func set(_ condition: Condition, _ isOn: Bool) {
        let word = state.load()
        _ = state.exchange(isOn ? word | condition.rawValue : word & ~condition.rawValue)
    }

    /// Whether what is not at hand must see to a sandbox first, its hook, its decorator or its observers.
    static var concernsSandbox: Bool {
        let ignored = Condition.rootReplaced.rawValue | Condition.typedOnly.rawValue
        return reading { state.load() } & Condition.mask & ~ignored != 0
    }

    static var depthLimit: Int {
        get { locked { Int(state.load() >> 8) } }
        set { locked { state.store((state.load() & Condition.mask) | (UInt(newValue) << 8)) } }
    }

    // MARK: - Lock

    /// The one lock of the module.
    ///
    /// It is never held while user code runs, a `deinit` included.
    private static let lock = PlatformLock()

    @inlinable
    static func locked<Value>(_ body: () throws -> Value) rethrows -> Value {
        acquire()
        defer { release() }
        return try body()
    }

    @usableFromInline static func acquire() { lock.lock() }
    @usableFromInline static func release() { lock.unlock() }

    /// Sets what the lock guards, and releases what was there after it.
    static func replacing<Value>(_ value: @autoclosure () -> Value, with new: () -> Void) {
        let old = locked {
            let old = value()
            new()
            return old
        }
        withExtendedLifetime(old) {}
    }

    static func wait(on condition: PlatformCondition, seconds: Int?) -> Bool {
        condition.wait(with: lock, seconds: seconds)
    }

    /// Makes what the fast path takes for granted.
    static func start() { _ = started }
    private static let started: Void = ThreadState.makeKey()

    /// A number no other registration has.
    ///
    /// Called under the engine's lock.
    static func nextID() -> UInt {
        unsafe lastID += 1
        return unsafe lastID
    }
    // Sound because it is only touched under the engine's lock.
    nonisolated(unsafe) private static var lastID: UInt = 0
}

// MARK: - Resolution

/// What a lookup finds.
@unsafe
struct Found {
    let registration: Unmanaged<Registration>
    /// Whether the finder holds a reference of its own, as the registration may be replaced at any moment.
    let isRetained: Bool

    init(_ registration: Unmanaged<Registration>, isRetained: Bool) {
        unsafe self.registration = unsafe registration
        unsafe self.isRetained = isRetained
    }
}

extension Engine {
    /// The instance of a service; `isOptional` says that the caller can do without.
    ///
    /// All that is done for each service's type is to run its factory and to copy its instance; the steps between are the
    /// same for every type, and compiled once.
    @inlinable @inline(__always)
    static func service<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?,
        isOptional: Bool
    ) throws(NoService) -> Service {
        var frame = unsafe Frame(arguments: arguments, site: site)
        return try unsafe _withUnprotectedUnsafeMutablePointer(to: &frame) { frame throws(NoService) -> Service in
            let step = unsafe frame.begin(type, name: name, asked: asked)
            switch unsafe step.kind {
            case .make:
                return try unsafe making(frame, isOptional: isOptional) {
                    try unsafe call(
                        type, at: step.object, in: step.resolver.unsafelyUnwrapped, arguments: arguments)
                }
            case .copy:
                return unsafe copied(step, frame, as: type)
            default:
                if isOptional, unsafe step.kind == .missing { try doWithout() }
                return unsafe try slowService(
                    type, name: name, arguments: arguments, site: site, asked: asked, isOptional: isOptional)
            }
        }
    }

    /// Finds a registration that can be made at once, or whose instance is at hand.
    @inline(__always)
    static func begin(_ type: Any.Type, name: String?, asked: Resolver?, _ frame: Frame.Pointer) -> Step {
        let word = reading { state.load() }
        let ignored = Condition.typedOnly.rawValue | (asked == nil ? 0 : Condition.rootReplaced.rawValue)
        guard word & Condition.mask & ~ignored == 0 else { return unsafe .none }
        let resolver = unsafe asked.map { unsafe Unmanaged.passUnretained($0) } ?? resolver(at: processRoot)
        let thread = unsafe ThreadState.current
        guard
            let found = unsafe resolver._withUnsafeGuaranteedRef({ resolver in
                unsafe lookUp(type, name: name, in: resolver, on: thread, sandbox: nil)
            })
        else { return unsafe isOptional(type) || Sandbox.process.mayHaveUnseenHook ? .none : .missing }
        unsafe frame.pointee.isRetained = found.isRetained
        let kind = reading { unsafe found.registration._withUnsafeGuaranteedRef { $0.kind.load() } }
        return unsafe step(
            of: found.registration, kind: kind, frame, on: thread, limit: word >> 8, resolver: resolver)
    }

    /// The same where nothing is at hand, or a sandbox, a hook, an observer or another root must be seen to first.
    @usableFromInline @inline(never)
    static func slowService<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?,
        isOptional: Bool
    ) throws(NoService) -> Service {
        let sandbox = concernsSandbox ? Sandbox.prepared() : nil
        sandbox?.noteResolution(of: ServiceKey(type, name: name), at: site)
        let resolver = asked ?? (sandbox ?? .process).root
        // A factory may replace the root.
        defer { withExtendedLifetime(resolver) {} }
        let thread = unsafe ThreadState.current
        guard let found = unsafe lookUp(type, name: name?.rawValue, in: resolver, on: thread, sandbox: sandbox) else {
            return try unsafe missing(
                type, name: name, arguments: arguments, site: site, asked: asked, in: resolver, sandbox: sandbox,
                isOptional: isOptional, on: thread)
        }
        defer { if unsafe found.isRetained { unsafe found.registration.release() } }
        do throws(ResolutionError) {
            if let value = try unsafe instance(
                type, of: found.registration, arguments: arguments, site: site, in: resolver, sandbox: sandbox,
                on: thread)
            {
                return value
            }
        } catch {
            throw NoService(error: error)
        }
        let registration = unsafe found.registration._withUnsafeGuaranteedRef { $0 }
        throw NoService(error: isOptional ? nil : returnedNil(registration, site: site))
    }

    /// The registration in force for a key in a resolver, or in its children as a sandbox sees them.
    @inline(__always)
    static func lookUp(
        _ type: Any.Type, name: String?, in resolver: Resolver, on thread: ThreadState.Pointer, sandbox: Sandbox?
    ) -> Found? {
        let hash = ServiceKey.hash(of: type, name: name)
        return unsafe find(type, name: name, hash: hash, in: resolver, on: thread)
            ?? resolver.findInChildren(type, name: name, hash: hash, on: thread, sandbox: sandbox)
    }

    /// The registration in force for a key in one resolver, its children left out.
    @inline(__always)
    static func find(
        _ type: Any.Type, name: String?, hash: UInt, in resolver: Resolver, on thread: ThreadState.Pointer
    ) -> Found? {
        let (slot, word) = unsafe reading {
            let slot = unsafe resolver.registry.slot(type: type, name: name, hash: hash)
            return unsafe (slot, slot?._withUnsafeGuaranteedRef { $0.current.load() } ?? 0)
        }
        guard let slot = unsafe slot else { return nil }
        if word & ServiceSlot.replaced == 0 {
            return unsafe UnsafeRawPointer(bitPattern: word).map { unsafe Found(.fromOpaque($0), isRetained: false) }
        }
        return unsafe replacement(in: slot, word: word, on: thread)
    }

    /// The registration in force in a slot that was ever replaced, or where conditions decide.
    @inline(never)
    static func replacement(
        in slot: Unmanaged<ServiceSlot>, word: UInt, on thread: ThreadState.Pointer
    ) -> Found? {
        if word & ServiceSlot.conditional != 0 {
            return unsafe slot._withUnsafeGuaranteedRef { slot in
                unsafe slot.registrationNow.map { unsafe Found(Unmanaged.passRetained($0), isRetained: true) }
            }
        }
        return unsafe copying(thread) {
            let word = unsafe slot._withUnsafeGuaranteedRef { $0.current.loadInOrder() } & ~ServiceSlot.marks
            return unsafe UnsafeRawPointer(bitPattern: word).map {
                unsafe Found(Unmanaged.fromOpaque($0).retain(), isRetained: true)
            }
        }
    }
}

// MARK: - Resolutions of a registration

extension Engine {
    /// The instance of a registration of the runtime face, seen by observers and decorators; no sandbox stands for one
    /// that has none.
    static func instance<Service>(
        _ type: Service.Type, of registration: Unmanaged<Registration>, arguments: Arguments, site: CallSite,
        in resolver: Resolver, sandbox: Sandbox?, on thread: ThreadState.Pointer
    ) throws(ResolutionError) -> Service? {
        let registered = unsafe registration._withUnsafeGuaranteedRef { $0 }
        // What stands for a registration gives what is decorated already.
        let decorated = registered.isForward ? nil : sandbox
        return unsafe try observing(registered, site: site, in: sandbox, on: thread) {
            isMade throws(ResolutionError) in
            let value = unsafe try instance(
                type, of: registration, kind: reading { registered.kind.load() }, scope: nil, arguments: arguments,
                site: site, sandbox: sandbox, on: thread
            ) {
                isMade = true
                let value = try unsafe call(type, of: registered, in: resolver, arguments: arguments)
                if let value { decorated?.decorate?(value, true) }
                return value
            }
            if let value, !isMade { decorated?.decorate?(value, false) }
            return value
        }
    }

    /// The instance of a registration, for a lifetime that the caller knows and a body that makes it.
    ///
    /// Inlined, with those below, as each generic function asks the runtime for the type of the optional it returns.
    @inline(__always)
    static func instance<Service>(
        _ type: Service.Type, of registration: Unmanaged<Registration>, kind: UInt, scope: ResolverScope?,
        arguments: Arguments, site: CallSite, sandbox: Sandbox?, on thread: ThreadState.Pointer,
        body: () throws -> Service?
    ) throws(ResolutionError) -> Service? {
        let limit = UInt(depthLimit)
        guard kind <= Lifetime.graph.rawValue else {
            if sandbox == nil,
                let value = unsafe registration._withUnsafeGuaranteedRef({ unsafe $0.cell.value(as: type, on: thread) })
            {
                return value
            }
            return try unsafe keptInstance(
                type, of: registration, scope: scope, arguments: arguments, site: site, limit: limit, sandbox: sandbox,
                on: thread, body: body)
        }
        var frame = unsafe Frame(arguments: arguments, site: site)
        return try unsafe _withUnprotectedUnsafeMutablePointer(to: &frame) {
            frame throws(ResolutionError) -> Service? in
            let step = unsafe transientStep(of: registration, kind: kind, frame, on: thread, limit: limit)
            guard unsafe step.kind == .make else { return unsafe copied(step, frame, as: type) }
            return try unsafe made(in: frame, body)
        }
    }

    /// Makes an instance in a frame that is linked; nil where the factory returned nil.
    @inline(__always)
    static func made<Service>(
        in frame: Frame.Pointer, _ body: () throws -> Service?
    ) throws(ResolutionError) -> Service? {
        do throws(NoService) {
            return unsafe try making(frame, isOptional: true, body)
        } catch {
            if let error = error.error { throw error }
            return nil
        }
    }

    /// Calls a registration's own factory.
    @inline(__always)
    static func call<Service>(
        _ type: Service.Type, of registration: Registration, in resolver: Resolver, arguments: Arguments
    ) throws -> Service? {
        let factory = reading { registration.factory.load() }
        return unsafe try call(
            type, at: UnsafeRawPointer(bitPattern: factory), in: Unmanaged.passUnretained(resolver),
            arguments: arguments)
    }

    /// The instance of what is registered in a slot, on behalf of the innermost factory.
    static func target<Service>(
        _ type: Service.Type, slot: ServiceSlot, arguments: Arguments, resolver: Resolver
    ) throws(ResolutionError) -> Service? {
        guard let registration = slot.registrationNow else { return nil }
        return unsafe try instance(type, of: registration, arguments: arguments, resolver: resolver)
    }

    /// The instance of a registration, on behalf of the innermost factory.
    static func instance<Service>(
        _ type: Service.Type, of registration: Registration, arguments: Arguments, resolver: Resolver
    ) throws(ResolutionError) -> Service? {
        try unsafe instance(
            type, of: Unmanaged.passUnretained(registration), arguments: arguments, site: currentSite,
            in: resolver, sandbox: concernsSandbox ? Sandbox.active : nil, on: ThreadState.current)
    }
}
