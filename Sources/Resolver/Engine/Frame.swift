/// One running factory: a link of the chain from the outermost resolution to the current one.
///
/// Frames are local variables of those who resolve, and are linked from the inside out, so a chain costs no allocation.
/// That of an async function may be on the heap, as the optimiser pleases.
@usableFromInline
@unsafe
@frozen
package struct Frame {
    @usableFromInline package typealias Pointer = UnsafeMutablePointer<Frame>

    // What the caller says.

    /// Where the arguments are, if there are any, and their type; no type means `Any?`.
    @usableFromInline let argument: UnsafeRawPointer?
    @usableFromInline let argumentType: Any.Type?
    @usableFromInline package internal(set) var location: CodeLocation
    /// What else is stated for this one call.
    @usableFromInline let options: UnsafePointer<CallOptions>?

    // What `begin` finds.

    /// The resolver that was asked, which the factory is handed.
    @usableFromInline var resolver: Unmanaged<Resolver>?
    /// The environment; nil for the process's.
    @usableFromInline var environment: Unmanaged<Environment>?
    @usableFromInline var registration: Unmanaged<Registration>?
    /// The resolver that has the registration: the one that was asked, or one of its children.
    @usableFromInline var owner: Unmanaged<Resolver>?
    @usableFromInline var thread: UnsafeMutablePointer<ThreadState>?
    @usableFromInline var parent: Pointer?
    @usableFromInline var depth: UInt = 0
    /// What is left to do when the instance is there.
    @usableFromInline var duties: Duties = []
    /// The scope that the declaration states, where it is one of the program's own; the declaration's context holds it.
    @usableFromInline var scope: Unmanaged<ResolverScope>?
    /// The marks of the declaration, 0 for the runtime face.
    @usableFromInline var marks: UInt64 = 0
    /// Where a copy of what is made belongs: the entry of a graph.
    @usableFromInline var entry: UnsafeMutablePointer<GraphEntry>?
    /// The cell for which it makes an instance, or from which one is copied.
    @usableFromInline var cell: UnsafeMutablePointer<InstanceCell>?
    /// How many resets there had been when it began to make an instance that is kept.
    @usableFromInline var resets: UInt = 0
    /// The instance that is copied, where the frame holds it.
    @usableFromInline var heldValue: Unmanaged<AnyObject>?
    /// The resolver that was asked, where it may be replaced and the frame holds it.
    @usableFromInline var heldResolver: Unmanaged<Resolver>?

    @inlinable @inline(__always)
    package init(
        argument: UnsafeRawPointer?, type: Any.Type?, at location: CodeLocation,
        options: UnsafePointer<CallOptions>? = nil
    ) {
        unsafe self.argument = unsafe argument
        unsafe argumentType = type
        unsafe self.location = location
        unsafe self.options = unsafe options
    }

    /// What is left to do when the instance is there; nothing for what nobody keeps or watches.
    @usableFromInline
    @frozen
    struct Duties: OptionSet, Sendable {
        @usableFromInline let rawValue: UInt
        @inlinable init(rawValue: UInt) { self.rawValue = rawValue }

        /// A graph keeps it.
        static let graph = Duties(rawValue: 1)
        /// A cell keeps it.
        static let keep = Duties(rawValue: 2)
        /// Somebody decorates it.
        static let watch = Duties(rawValue: 4)
        /// The thread's mark is set, for as long as the instance is copied.
        static let mark = Duties(rawValue: 8)
        /// The frame has a reference to the registration.
        static let releaseRegistration = Duties(rawValue: 16)
        /// The frame holds the instance, or the resolver that was asked.
        static let releaseHeld = Duties(rawValue: 32)
        /// The environment's observers are told.
        static let observe = Duties(rawValue: 64)
        /// Somebody wants to know of what is resolved outside of any sandbox.
        static let reportOutside = Duties(rawValue: 128)
        /// The thread holds the registration, which may be replaced at any moment.
        static let endHold = Duties(rawValue: 256)
    }
}

extension UnsafeMutablePointer<Frame> {
    /// The arguments, for those who do not know their type.
    @usableFromInline var given: Any? {
        guard let argument = unsafe pointee.argument else { return nil }
        guard let type = unsafe pointee.argumentType else {
            return unsafe argument.assumingMemoryBound(to: Any?.self).pointee
        }
        return unsafe anyValue(at: argument, type)
    }

    /// The scope that is stated for the call, if one is.
    var statedScope: ResolverScope? {
        unsafe pointee.options?.pointee.scope ?? pointee.scope?.takeUnretainedValue()
    }

    /// What is stated for the call, for those who outlive it; nil where nothing is.
    var callOptions: CallOptions? {
        guard let scope = unsafe pointee.scope else { return unsafe pointee.options?.pointee }
        var options = unsafe pointee.options?.pointee ?? CallOptions()
        options.scope = unsafe scope.takeUnretainedValue()
        return options
    }

    /// What is made.
    var key: ServiceKey { unsafe pointee.registration.unsafelyUnwrapped._withUnsafeGuaranteedRef { $0.key } }
}

/// What may be stated for one call beside the lifetime of what is asked for.
@usableFromInline
package struct CallOptions {
    /// The scope that keeps the instance, where it is one of the program's own.
    package var scope: ResolverScope?
    /// For how many seconds after it was last asked for an instance is kept.
    package var timeToLive: Double?
    /// What an instance is kept for, where there is one for each parameter.
    package var parameter: AnyHashable?
    /// Sees the instance, and whether it was just made.
    package var decorate: ((_ service: Any, _ made: Bool) -> Void)?

    package init() {}
}
