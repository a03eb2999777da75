/// What the engine tells who resolves to do next.
///
/// The engine's steps are the same for every service; only who resolves knows the type, so the factory is called there,
/// and the instance is copied there.
@usableFromInline
@unsafe
@frozen
struct Step {
    @usableFromInline
    @frozen
    enum Kind: UInt8 {
        /// Nothing is at hand: the slow path tells what to do.
        case none
        /// The frame is linked: run the factory, then `leave`.
        case make
        /// Copy the instance, then `endCopy`.
        case copy
        /// Nothing is registered, and nobody is to be told: who can do without may go.
        case missing
    }

    @usableFromInline let kind: Kind
    /// The registration's factory, nil for a declaration; or where the instance to copy stands.
    @usableFromInline let object: UnsafeRawPointer?
    /// What the factory is given.
    @usableFromInline let resolver: Unmanaged<Resolver>?

    private init(_ kind: Kind, _ object: UnsafeRawPointer?, _ resolver: Unmanaged<Resolver>?) {
        unsafe self.kind = kind
        unsafe self.object = unsafe object
        unsafe self.resolver = unsafe resolver
    }

    static var none: Step { unsafe Step(.none, nil, nil) }
    static var missing: Step { unsafe Step(.missing, nil, nil) }
    static func make(_ factory: UnsafeRawPointer?, in resolver: Unmanaged<Resolver>?) -> Step {
        unsafe Step(.make, factory, resolver)
    }
    static func copy(_ address: UnsafeMutableRawPointer) -> Step { unsafe Step(.copy, address, nil) }
}

/// Why a resolution gives no service: an error, or nil where a caller who can do without asks for what is not there.
@usableFromInline
struct NoService: Error {
    let error: ResolutionError?
}

// MARK: - Steps

extension Engine {
    /// What is next for a registration that was found; for one whose lifetime keeps instances nothing, where there is
    /// none yet.
    @inline(__always)
    static func step(
        of registration: Unmanaged<Registration>, kind: UInt, _ frame: Frame.Pointer, on thread: ThreadState.Pointer,
        limit: UInt, resolver: Unmanaged<Resolver>?
    ) -> Step {
        unsafe frame.pointee.found = unsafe registration
        guard kind > Lifetime.graph.rawValue else {
            return unsafe transientStep(
                of: registration, kind: kind, frame, on: thread, limit: limit, resolver: resolver)
        }
        let cell = unsafe registration._withUnsafeGuaranteedRef { unsafe Unmanaged.passUnretained($0.cell) }
        unsafe beginCopying(thread)
        if let (address, holder) = unsafe cell._withUnsafeGuaranteedRef({ unsafe $0.kept }) {
            unsafe frame.pointee.holder = unsafe holder
            unsafe frame.pointee.copier = unsafe thread
            return unsafe .copy(address)
        }
        unsafe endCopying(thread)
        if unsafe frame.pointee.isRetained { unsafe registration.release() }
        return unsafe .none
    }

    /// What is next for a lifetime that keeps no instance beyond the outermost resolution.
    @inline(__always)
    static func transientStep(
        of registration: Unmanaged<Registration>, kind: UInt, _ frame: Frame.Pointer, on thread: ThreadState.Pointer,
        limit: UInt, resolver: Unmanaged<Resolver>? = nil
    ) -> Step {
        // The outermost of a graph is nobody's to ask for again.
        if kind == Lifetime.graph.rawValue, unsafe thread.pointee.top != nil {
            let id = unsafe registration._withUnsafeGuaranteedRef { $0.id }
            let entry = unsafe thread.pointee.graph.find(id)
            if let entry = unsafe entry, unsafe entry.pointee.type != nil {
                return unsafe .copy(entry.pointee.address)
            }
            if unsafe entry != nil || thread.pointee.graph.outermost == id {
                // What is made for other arguments is not kept.
                unsafe recursion(
                    of: registration, given: frame.pointee.given, site: frame.pointee.site, on: thread)
            } else {
                unsafe frame.pointee.entry = unsafe thread.pointee.graph.begin(id)
            }
        }
        unsafe link(frame, to: registration, on: thread, limit: limit)
        let factory = reading { unsafe registration._withUnsafeGuaranteedRef { $0.factory.load() } }
        return unsafe .make(UnsafeRawPointer(bitPattern: factory), in: resolver)
    }

    /// Ends the making of an instance where nothing was made.
    static func abandon(_ frame: Frame.Pointer) {
        unsafe frame.pointee.entry?.pointee.id = 0
        unsafe unlink(frame)
    }

    /// Answers who can do without.
    @usableFromInline @inline(never)
    static func doWithout() throws(NoService) -> Never { throw NoService(error: nil) }

    /// Ends it where the factory has returned nil.
    @usableFromInline @inline(never)
    static func abandon(_ frame: Frame.Pointer, isOptional: Bool) throws(NoService) -> Never {
        let registration = unsafe frame.pointee.registration._withUnsafeGuaranteedRef { $0 }
        unsafe abandon(frame)
        throw unsafe NoService(
            error: isOptional ? nil : returnedNil(registration, site: frame.pointee.site))
    }

    /// Ends it where the factory threw: the error of the service it is about.
    @usableFromInline @inline(never)
    static func abandon(_ frame: Frame.Pointer, for error: any Error) throws(NoService) -> Never {
        defer { unsafe abandon(frame) }
        throw unsafe NoService(
            error: failure(of: frame.pointee.registration._withUnsafeGuaranteedRef { $0 }, error: error))
    }
}

// MARK: - What inlined code calls

// Methods of the pointer, as a static function takes a metatype, too, and costs a jump for that.
extension UnsafeMutablePointer<Frame> {
    /// Finds a registration of the runtime face that can be made at once, or whose instance is at hand.
    @usableFromInline @inline(never)
    func begin(_ type: Any.Type, name: Resolver.Name?, asked: Resolver?) -> Step {
        unsafe Engine.begin(type, name: name?.rawValue, asked: asked, self)
    }

    /// Finds a declaration's own registration.
    @usableFromInline @inline(never)
    func begin(_ type: Any.Type, _ facts: DeclarationFacts, _ context: DeclarationContext?) -> Step {
        unsafe Engine.begin(type, facts, context, self)
    }

    /// Ends the making of an instance; returns where a graph keeps it.
    @usableFromInline @inline(never)
    func leave() -> GraphInstances.Entry.Pointer? {
        unsafe Engine.unlink(self)
        return unsafe pointee.entry
    }

    /// Ends the copying of an instance.
    ///
    /// Never inlined: what was copied has been retained before the call, and nothing is moved past it.
    @usableFromInline @inline(never)
    func endCopy() {
        if let copier = unsafe pointee.copier { unsafe Engine.endCopying(copier) }
        unsafe pointee.holder?.release()
        if unsafe pointee.isRetained { unsafe pointee.registration.release() }
    }
}

// MARK: - What is done for each type

extension Engine {
    /// Calls the factory that a step has found.
    @inlinable @inline(__always)
    static func call<Service>(
        _ type: Service.Type, at factory: UnsafeRawPointer?, in resolver: Unmanaged<Resolver>, arguments: Arguments
    ) throws -> Service? {
        let factory = unsafe Unmanaged<TypedFactory<Service>>.fromOpaque(factory.unsafelyUnwrapped)
        return try unsafe factory._withUnsafeGuaranteedRef { factory in
            try unsafe resolver._withUnsafeGuaranteedRef { try unsafe factory.make($0, arguments) }
        }
    }

    /// Makes an instance in a frame that is linked.
    @inlinable @inline(__always)
    static func making<Service>(
        _ frame: Frame.Pointer, isOptional: Bool, _ body: () throws -> Service?
    ) throws(NoService) -> Service {
        do {
            // Bound at once, as optionals of large values are slow to copy.
            if let value = try body() {
                if let entry = unsafe frame.leave() { unsafe GraphInstances.fill(entry, with: value) }
                return value
            }
        } catch {
            try unsafe abandon(frame, for: error)
        }
        try unsafe abandon(frame, isOptional: isOptional)
    }

    /// Copies the instance that a step has found.
    @inlinable @inline(__always)
    static func copied<Service>(_ step: Step, _ frame: Frame.Pointer, as type: Service.Type) -> Service {
        let value = unsafe step.object.unsafelyUnwrapped.assumingMemoryBound(to: type).pointee
        unsafe frame.endCopy()
        return value
    }
}
