/// The one path every resolution takes, of either face.
///
/// A resolution in the process's default sandbox, with no observer, reads the engine's state word, finds the
/// registration without a lock, and makes or copies the instance. Everything else goes through `slowValue`, which
/// first finds out which sandbox and resolver are meant, and then takes the same steps.
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
        @inlinable static var rootReplaced: Condition { Condition(rawValue: 8) }
        /// `Resolver.main` is no longer the one the fast path knows; concerns declarations of the default container only.
        @inlinable static var mainReplaced: Condition { Condition(rawValue: 16) }
        /// A container has a decorator; concerns typed factories only.
        @inlinable static var decorated: Condition { Condition(rawValue: 32) }
        /// What concerns typed factories only.
        @inlinable static var typedOnly: Condition { Condition(rawValue: 16 | 32) }

        @inlinable static var mask: UInt { 0xFF }
    }

    @usableFromInline static let state = SharedWord(1 | (100 << 8))

    /// The root of the default sandbox that static calls use unretained, and which therefore is never released; 0 until
    /// the registration hook has run.
    @usableFromInline static let processRoot = SharedWord()
    /// The main resolver of the default sandbox, on which the default container stands, likewise.
    @usableFromInline static let processMain = SharedWord()

    /// The resolver that one of these words stands for.
    ///
    /// Called where the state word has told that it is there.
    @inlinable @inline(__always)
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
@usableFromInline
@unsafe
@frozen
struct Found {
    @usableFromInline let registration: Unmanaged<Registration>
    /// Whether the finder holds a reference of its own, as the registration may be replaced at any moment.
    @usableFromInline let isRetained: Bool

    @inlinable
    init(_ registration: Unmanaged<Registration>, isRetained: Bool) {
        unsafe self.registration = unsafe registration
        unsafe self.isRetained = isRetained
    }
}

extension Engine {
    /// The instance of a service; nil if the factory returned nil, or if nothing is registered and `isOptional` says that this
    /// is no failure.
    @inlinable @inline(__always)
    static func value<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?,
        isOptional: Bool
    ) throws(ResolutionError) -> Service? {
        let word = reading { state.load() }
        let ignored = Condition.typedOnly.rawValue | (asked == nil ? 0 : Condition.rootReplaced.rawValue)
        let conditions = word & Condition.mask & ~ignored
        guard conditions == 0 else {
            return unsafe try slowValue(
                type, name: name, arguments: arguments, site: site, asked: asked, isOptional: isOptional)
        }
        let resolver = unsafe asked.map { unsafe Unmanaged.passUnretained($0) } ?? resolver(at: processRoot)
        return try unsafe value(
            type, name: name, arguments: arguments, site: site, asked: asked, in: resolver, limit: word >> 8,
            sandbox: nil,
            isOptional: isOptional)
    }

    /// The same where a sandbox, a hook, an observer or another root must be seen to first.
    @usableFromInline @inline(never)
    static func slowValue<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?,
        isOptional: Bool
    ) throws(ResolutionError) -> Service? {
        let sandbox = Sandbox.prepared()
        sandbox.noteResolution(of: ServiceKey(type, name: name), at: site)
        let resolver = asked ?? sandbox.root
        let limit = UInt(depthLimit)
        defer { withExtendedLifetime(resolver) {} }
        return try unsafe value(
            type, name: name, arguments: arguments, site: site, asked: asked,
            in: Unmanaged.passUnretained(resolver), limit: limit, sandbox: sandbox, isOptional: isOptional)
    }

    @inlinable @inline(__always)
    static func value<Service>(
        _ type: Service.Type, name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?,
        in resolver: Unmanaged<Resolver>, limit: UInt, sandbox: Sandbox?, isOptional: Bool
    ) throws(ResolutionError) -> Service? {
        let thread = unsafe ThreadState.current
        let hash = ServiceKey.hash(of: type, name: name?.rawValue)
        guard
            let found = unsafe resolver._withUnsafeGuaranteedRef({ resolver in
                unsafe find(type, name: name?.rawValue, hash: hash, in: resolver, on: thread)
                    ?? resolver.findInChildren(type, name: name?.rawValue, hash: hash, on: thread, sandbox: sandbox)
            })
        else {
            return try unsafe missing(
                type, name: name, arguments: arguments, site: site, asked: asked, in: resolver, sandbox: sandbox,
                isOptional: isOptional, on: thread)
        }
        defer { if unsafe found.isRetained { unsafe found.registration.release() } }
        if let sandbox {
            return try unsafe observableInstance(
                type, of: found.registration, arguments: arguments, site: site, in: resolver, limit: limit,
                sandbox: sandbox, on: thread)
        }
        return try unsafe instance(
            type, of: found.registration, arguments: arguments, site: site, in: resolver, limit: limit,
            sandbox: nil, on: thread)
    }

    /// The registration in force for a key in one resolver, its children left out.
    @inlinable @inline(__always)
    static func find(
        _ type: Any.Type, name: String?, hash: UInt, in resolver: Resolver, on thread: ThreadState.Pointer
    ) -> Found? {
        let (slot, word) = unsafe reading {
            let slot = unsafe resolver.registry.slot(type: type, name: name, hash: hash)
            return unsafe (slot, slot?._withUnsafeGuaranteedRef { $0.current.load() } ?? 0)
        }
        guard let slot = unsafe slot else { return nil }
        return unsafe registration(in: slot, word: word, on: thread)
    }

    /// The registration that a slot's word stands for.
    @inlinable @inline(__always)
    static func registration(
        in slot: Unmanaged<ServiceSlot>, word: UInt, on thread: ThreadState.Pointer
    ) -> Found? {
        if word & ServiceSlot.replaced == 0 {
            return unsafe UnsafeRawPointer(bitPattern: word).map { unsafe Found(.fromOpaque($0), isRetained: false) }
        }
        return unsafe replacement(in: slot, word: word, on: thread)
    }

    /// The registration in force in a slot that was ever replaced, or where conditions decide.
    @usableFromInline @inline(never)
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

    /// The instance of a registration: made, or the one its lifetime keeps.
    @inlinable @inline(__always)
    static func instance<Service>(
        _ type: Service.Type, of registration: Unmanaged<Registration>, arguments: Arguments, site: CallSite,
        in resolver: Unmanaged<Resolver>, limit: UInt, sandbox: Sandbox?, on thread: ThreadState.Pointer
    ) throws(ResolutionError) -> Service? {
        let kind = reading { unsafe registration._withUnsafeGuaranteedRef { $0.kind.load() } }
        return try unsafe instance(
            type, of: registration, kind: kind, scope: nil, arguments: arguments, site: site, limit: limit,
            sandbox: sandbox, decorates: sandbox == nil || !registration._withUnsafeGuaranteedRef { $0.isForward },
            on: thread
        ) { try unsafe call(type, of: registration, in: resolver, arguments: arguments) }
    }

    /// Calls a registration's own factory.
    @inlinable @inline(__always)
    static func call<Service>(
        _ type: Service.Type, of registration: Unmanaged<Registration>, in resolver: Unmanaged<Resolver>,
        arguments: Arguments
    ) throws -> Service? {
        let factory = reading { unsafe registration._withUnsafeGuaranteedRef { $0.factory.load() } }
        let typed = unsafe Unmanaged<TypedFactory<Service>>.fromOpaque(
            UnsafeRawPointer(bitPattern: factory).unsafelyUnwrapped)
        return try unsafe typed._withUnsafeGuaranteedRef { factory in
            try unsafe resolver._withUnsafeGuaranteedRef { resolver in
                try unsafe factory.make(resolver, arguments)
            }
        }
    }

    /// The instance of a registration, for a lifetime that the caller knows and a body that makes it.
    @inlinable @inline(__always)
    static func instance<Service>(
        _ type: Service.Type, of registration: Unmanaged<Registration>, kind: UInt,
        scope: @autoclosure () -> ResolverScope?,
        arguments: Arguments, site: CallSite, limit: UInt, sandbox: Sandbox?, decorates: Bool,
        on thread: ThreadState.Pointer, body: () throws -> Service?
    ) throws(ResolutionError) -> Service? {
        if kind <= Lifetime.graph.rawValue {
            return try unsafe transient(
                type, of: registration, kind: kind, arguments: arguments, site: site, limit: limit,
                decorating: decorates ? sandbox : nil, on: thread, body: body)
        }
        if sandbox == nil,
            let value = unsafe registration._withUnsafeGuaranteedRef({
                unsafe $0.cell.value(as: type, on: thread)
            })
        {
            return value
        }
        return try unsafe keptInstance(
            type, of: registration, scope: scope(), arguments: arguments, site: site, limit: limit, sandbox: sandbox,
            decorates: decorates, on: thread, body: body)
    }

    /// The instance of a registration whose lifetime keeps none beyond the outermost resolution.
    @inlinable @inline(__always)
    static func transient<Service>(
        _ type: Service.Type, of registration: Unmanaged<Registration>, kind: UInt, arguments: Arguments,
        site: CallSite, limit: UInt, decorating sandbox: Sandbox?, on thread: ThreadState.Pointer,
        body: () throws -> Service?
    ) throws(ResolutionError) -> Service? {
        // The outermost of a graph is nobody's to ask for again.
        guard kind == Lifetime.graph.rawValue, unsafe thread.pointee.top != nil else {
            return try unsafe make(
                of: registration, arguments: arguments, site: site, limit: limit, decorating: sandbox, on: thread,
                body: body)
        }
        let id = unsafe registration._withUnsafeGuaranteedRef { $0.id }
        let index = unsafe thread.pointee.graph.find(id)
        if let index, let value = unsafe thread.pointee.graph.value(at: index, as: type) {
            if let sandbox { sandbox.decorate?(value, false) }
            return value
        }
        var entry = -1
        if unsafe index != nil || thread.pointee.graph.outermost == id {
            // What is made for other arguments is not kept.
            unsafe recursion(of: registration, arguments: arguments, site: site, on: thread)
        } else {
            entry = unsafe thread.pointee.graph.begin(id)
        }
        do throws(ResolutionError) {
            // Bound at once, as optionals of large values are slow to copy.
            if let value = try unsafe make(
                of: registration, arguments: arguments, site: site, limit: limit, decorating: sandbox, on: thread,
                body: body)
            {
                if entry >= 0 { unsafe thread.pointee.graph.fill(entry, with: value) }
                return value
            }
        } catch {
            if entry >= 0 { unsafe thread.pointee.graph.cancel(entry) }
            throw error
        }
        if entry >= 0 { unsafe thread.pointee.graph.cancel(entry) }
        return nil
    }

    /// Makes a registration's instance, as a link of the chain.
    @inlinable @inline(__always)
    static func make<Service>(
        of registration: Unmanaged<Registration>, arguments: Arguments, site: CallSite, limit: UInt,
        decorating sandbox: Sandbox?, on thread: ThreadState.Pointer, body: () throws -> Service?
    ) throws(ResolutionError) -> Service? {
        if unsafe thread.pointee.top == nil {
            unsafe thread.pointee.graph.outermost = registration._withUnsafeGuaranteedRef { $0.id }
        }
        var frame = unsafe Frame(
            parent: thread.pointee.top, registration: registration, arguments: arguments, site: site)
        return try unsafe withUnsafeMutablePointer(to: &frame) { frame throws(ResolutionError) in
            unsafe push(frame, on: thread, limit: limit)
            defer { unsafe pop(frame, from: thread) }
            do {
                let value = try body()
                if let sandbox, let value { sandbox.decorate?(value, true) }
                return value
            } catch {
                throw unsafe failure(of: registration._withUnsafeGuaranteedRef { $0 }, error: error, on: thread)
            }
        }
    }
}

// MARK: - Resolutions that begin with a registration

extension Engine {
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
        let thread = unsafe ThreadState.current
        let conditions =
            reading { state.load() }
            & Condition.mask & ~(Condition.rootReplaced.rawValue | Condition.typedOnly.rawValue)
        return try unsafe observableInstance(
            type, of: Unmanaged.passUnretained(registration), arguments: arguments, site: currentSite,
            in: Unmanaged.passUnretained(resolver), limit: UInt(depthLimit),
            sandbox: conditions == 0 ? nil : Sandbox.active, on: thread)
    }
}
