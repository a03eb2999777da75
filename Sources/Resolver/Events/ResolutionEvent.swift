/// How one resolution has ended.
///
/// Names and places are made when they are read, so that an observer which only counts costs little.
public struct ResolutionEvent: Sendable {
    /// Which of the two faces was asked.
    public enum Face: String, Sendable {
        /// A lookup by type and name.
        case runtime
        /// A typed factory.
        case typed
    }

    /// What came of it.
    public enum Outcome: Sendable {
        /// An instance was made.
        case made
        /// An instance that was kept, or that another thread was making, was handed out.
        case reused
        /// It stands for another service, with `implements`, `legacy()` or as an exported typed factory, which has
        /// answered; that one's event came before.
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
        /// The line; 0 where only the file is known.
        public let line: Int

        package init(file: String, line: Int) {
            self.file = file
            self.line = line
        }

        /// The file and the line, with a colon between; the file alone where the line is not known.
        public var description: String { line == 0 ? file : "\(file):\(line)" }
    }

    package let observed: ObservedService
    package let location: CodeLocation
    /// What was being made, the innermost first, with those that only stand for others.
    package let links: [ObservedService]
    package let owner: LazyOwner?

    /// What came of the resolution.
    public let outcome: Outcome
    /// How long it took, what it needed included, on a clock that never goes back; 0 where nothing is registered.
    public let nanoseconds: UInt64
    /// For how much of that time something that it needed was asked for.
    package let nanosecondsOfNeeds: UInt64
    /// The thread that resolved: they are numbered as they are first observed.
    public let thread: Int
    /// Whether it is the last event of an outermost resolution that its observer is told of: everything that was resolved
    /// for it has been told.
    ///
    /// What an asynchronous factory asks for is resolved on one thread or another: each part that a thread resolves at once
    /// is told when it has ended, and counts as an outermost resolution of that thread.
    public internal(set) var isOutermost = false
}

extension ResolutionEvent {
    /// The type that was asked for.
    public var type: Any.Type { observed.key.type }

    /// The fully qualified name of that type; where a metatype of a subclass was asked for, that one's.
    public var service: String { observed.key.shownType }

    /// The name it was asked for under; nil for a typed factory.
    public var name: Resolver.Name? { .name(fromString: observed.key.shownName) }

    /// Which face was asked.
    public var face: Face { observed.key.declared == nil ? .runtime : .typed }

    /// How a typed factory is shown, `Container.loader` for instance; nil for a lookup.
    public var factory: String? { observed.key.factory }

    /// Where a typed factory is declared.
    public var declared: Place? { observed.key.declared }

    /// Whether there is a registration or a declaration.
    public var isRegistered: Bool { observed.registered != nil }

    /// Where the service is registered, or the typed factory overridden; nil where that is not known.
    public var registered: Place? { observed.registered.flatMap(Place.init) }

    /// How long the instance lives; nil where nothing is registered, and for what stands for another service, whose event
    /// has it.
    public var lifetime: Lifetime? { isRegistered && !observed.isForward ? observed.lifetime : nil }

    /// Where the call is; nil for calls through function values and protocols, which carry no place.
    public var callSite: Place? { Place(location) }

    /// The services that were being made when it was asked for, the innermost first.
    public var chain: [ResolutionError.Link] {
        links.filter { !$0.isForward }.map { ResolutionError.Link($0.key) }
    }

    /// How many services were being made when it was asked for.
    public var depth: Int { links.reduce(0) { $1.isForward ? $0 : $0 + 1 } }

    /// Whether it was asked for by what stands for it, with `implements`, `legacy()` or as an exported typed factory.
    ///
    /// The program asked for that one, whose event is ``Outcome/passedOn``.
    public var isAskedByForward: Bool { links.first?.isForward ?? false }

    /// The service in whose making the lazy property was made that asked.
    ///
    /// Known where the property was made while there was an observer.
    public var lazyOwner: ResolutionError.Link? { owner.map { ResolutionError.Link($0.service.key) } }
}

extension ResolutionEvent.Place {
    package init?(_ location: CodeLocation) {
        guard location.isKnown else { return nil }
        self.init(file: location.file, line: Int(location.line))
    }
}
