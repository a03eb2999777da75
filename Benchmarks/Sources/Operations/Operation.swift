/// Something that is measured: once by each of the tools of this package.
public struct Operation: Sendable {
    /// Runs the operation a number of times.
    public typealias Loop = @Sendable (_ count: Int) -> Void

    /// What two threads at once are held to.
    public enum Threads: Sendable {
        /// That a second thread gains what it gains for the baseline.
        case gain
        /// That they get done what calls of a function get done that returns one object: its reference count is the
        /// limit.
        case sharedObject
    }

    /// Which way of having a service is measured.
    public enum Face: String, Sendable {
        /// No library.
        case direct
        /// The container of ``NaiveContainer``.
        case naive
        /// `Resolver`.
        case runtime
        /// `SafeFacade`.
        case typed
    }

    /// What an operation is measured against.
    public enum Aim: Sendable {
        /// No more than so many times the baseline.
        case ratio(Double)
        /// No longer than this.
        case nanoseconds(Double)
    }

    /// What is done.
    public let name: String
    /// Which way it is done.
    public let face: Face
    /// The ``id`` of the operation that it is divided by; nil for those that others are divided by.
    public let baseline: String?
    /// What is aimed at, if anything is.
    public let aim: Aim?
    /// What two threads at once are measured for, if they are.
    public let threads: Threads?
    /// Makes everything ready, and gives the loop that is measured.
    public let prepare: @Sendable () -> Loop

    /// The operation's name among all.
    public var id: String { "\(face) \(name)" }

    init(
        _ name: String, _ face: Face, per baseline: Operation? = nil, aim: Aim? = nil, threads: Threads? = nil,
        prepare: @escaping @Sendable () -> Loop
    ) {
        self.name = name
        self.face = face
        self.baseline = baseline?.id
        self.aim = aim
        self.threads = threads
        self.prepare = prepare
    }
}

extension Operation {
    /// All there are.
    ///
    /// Those in sandboxes come last: from the first sandbox on, a program pays for looking which one it is in.
    public static let all = direct + naive + runtime + typed + manyRegistrations + observed + sandboxed

    /// What two threads at once are measured against.
    public var threadsBaseline: String? {
        switch threads {
        case .gain: baseline
        case .sharedObject: Operation.sharedFunction.id
        case nil: nil
        }
    }

    /// The operation with an ``id``.
    public static func named(_ id: String) -> Operation? { all.first { $0.id == id } }
}

/// Takes a value, and keeps the optimiser from seeing that nothing is done with it.
@_optimize(none)
public func consume<Value>(_ value: Value) {}
