/// How one resolution has ended.
///
/// Names and places are computed when they are read, so that an observer which only counts costs little.
public struct ResolutionEvent: Sendable {
    /// Which of the two faces was asked.
    public enum Face: String, Sendable {
        /// A lookup by type and name.
        case runtime
        /// A typed factory.
        case typed
    }

    /// What came of a resolution.
    public enum Outcome: Sendable {
        /// An instance was made.
        case made
        /// An instance that was kept, or that another thread was making, was handed out.
        case reused
        /// Another service has answered, for which this one stands with `implements`, `legacy()` or as an exported typed
        /// factory; the other service's event came before.
        case passedOn
        /// The factory returned nil.
        case returnedNil
        /// Nothing is registered.
        case missing
        /// The factory threw, or something it needs failed.
        case failed(ResolutionError)
    }

    /// How long an instance lives; under this name for programs that import SafeFacade alone.
    public typealias Lifetime = Resolver.Lifetime

    /// A place in the program's source.
    public struct Place: Sendable, Hashable, CustomStringConvertible {
        /// The file, as `#fileID` has it.
        public let file: String
        /// The line; 0 if only the file is known.
        public let line: Int

        package init(file: String, line: Int) {
            self.file = file
            self.line = line
        }

        /// The file and the line, with a colon between; the file alone if the line is not known.
        public var description: String { line == 0 ? file : "\(file):\(line)" }
    }

    package let observed: ObservedService
    package let location: CodeLocation
    /// The services that were being made, the innermost first, including those that only stand for others.
    package let links: [ObservedService]
    package let owner: LazyOwner?

    /// What came of the resolution.
    public let outcome: Outcome
    /// How long the resolution took, including all that the service needed; 0 if nothing is registered.
    ///
    /// It is measured with a clock that never goes back.
    public let nanoseconds: UInt64
    /// The part of that time in which services that this one needed were being resolved.
    package let nanosecondsOfNeeds: UInt64
    /// The number of the thread that resolved; threads are numbered in the order in which they are first observed.
    public let thread: Int
    /// Whether this is the last event of an outermost resolution that the observer is told of.
    ///
    /// The observer has been told of everything that was resolved for the outermost service.
    ///
    /// The services that an asynchronous factory asks for may be resolved on different threads. Each part that a thread
    /// resolves without suspending counts as an outermost resolution of that thread, and is told when it has ended.
    public internal(set) var isOutermost = false
}

extension ResolutionEvent {
    /// The type that was asked for.
    public var type: Any.Type { observed.key.type }

    /// The fully qualified name of that type; if the metatype of a subclass was asked for, the subclass's name.
    public var service: String { observed.key.shownType }

    /// The name that the service was asked for under; nil for a typed factory.
    public var name: Resolver.Name? { .name(fromString: observed.key.shownName) }

    /// Which face was asked.
    public var face: Face { observed.key.declared == nil ? .runtime : .typed }

    /// How a typed factory is shown, `Container.loader` for instance; nil for a lookup.
    public var factory: String? { observed.key.factory }

    /// Where a typed factory is declared.
    public var declared: Place? { observed.key.declared }

    /// Whether there is a registration or a declaration.
    public var isRegistered: Bool { observed.registered != nil }

    /// Where the service is registered, or the typed factory is overridden; nil if that is not known.
    public var registered: Place? { observed.registered.flatMap(Place.init) }

    /// How long the instance lives; nil if nothing is registered, or if the service stands for another one.
    ///
    /// The event of that other service has the lifetime.
    public var lifetime: Lifetime? { isRegistered && !observed.isForward ? observed.lifetime : nil }

    /// Where the call is; nil for calls through function values and protocols, which carry no place.
    public var callSite: Place? { Place(location) }

    /// The services that were being made when this one was asked for, the innermost first.
    public var chain: [ResolutionError.Link] {
        links.filter { !$0.isForward }.map { ResolutionError.Link($0.key) }
    }

    /// How many services were being made when this one was asked for.
    public var depth: Int { links.count { !$0.isForward } }

    /// Whether the asker only stands for this service, with `implements`, `legacy()` or as an exported typed factory.
    ///
    /// The program asked for that asker, whose event has the outcome ``Outcome/passedOn``.
    public var isAskedByForward: Bool { links.first?.isForward ?? false }

    /// If a lazy property asked, the service that was being made when the property was made.
    ///
    /// It is known only if the property was made while there was an observer.
    public var lazyOwner: ResolutionError.Link? { owner.map { ResolutionError.Link($0.service.key) } }
}

extension ResolutionEvent.Place {
    package init?(_ location: CodeLocation) {
        guard location.isKnown else { return nil }
        self.init(file: location.file, line: Int(location.line))
    }
}
