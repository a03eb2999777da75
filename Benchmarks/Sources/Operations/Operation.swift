/// An operation that is measured.
///
/// The tools that measure operations one by one (Ratios, Instructions, ResolverBenchmarks) use the same list of them.
public struct Operation: Sendable {
    /// Runs the operation a number of times.
    public typealias Loop = @Sendable (_ count: Int) -> Void

    /// Sets something for the whole program, runs a body, and restores what was there.
    public typealias Surroundings = @Sendable (_ body: () -> Void) -> Void

    /// The way in which an operation gets its service.
    public enum Face: String, Sendable {
        /// No library.
        case direct
        /// A ``NaiveContainer``.
        case naive
        /// `Resolver`.
        case runtime
        /// `SafeFacade`.
        case typed
    }

    /// The most that an operation may take.
    public enum Aim: Sendable {
        /// A multiple of the unit, which is one direct construction.
        case units(Double)
        /// A multiple of the operation with this ``Operation/id``.
        case times(Double, of: String)
        /// A time.
        case nanoseconds(Double)

        /// An aim that the design states as a time, for its machine, on which the unit takes 21 ns.
        static func designed(nanoseconds: Double) -> Aim { .units((nanoseconds / 21).rounded()) }
    }

    /// The aim for two threads that run an operation at once.
    public enum Threads: Sendable {
        /// A second thread must gain at least this share of its gain for the counterpart.
        case share(Double)
        /// No aim: the share is only shown.
        case shown
    }

    /// What the operation does.
    public let name: String
    /// The way in which it gets its service.
    public let face: Face
    /// The ``id`` of the operation that does the same without the library.
    ///
    /// Instructions, and the gain of a second thread, are compared with those of the counterpart. Times are compared with the
    /// unit.
    public let counterpart: String?
    /// The aim in release builds.
    public let aim: Aim?
    /// The aim in debug builds, in nanoseconds.
    public let debugAim: Double?
    /// The aim for two threads; nil if the operation is not measured on two threads.
    public let threads: Threads?
    /// Sets what holds while the operation runs, and restores what was there; neither is timed.
    public let surroundings: Surroundings
    /// Prepares the operation, and gives the loop that is measured.
    public let prepare: @Sendable () -> Loop
    /// Runs the operation once and gives its result, for tests; nil if there is no result to look at.
    public let sample: (@Sendable () -> Any)?

    /// Whether the operation may only run on the main thread.
    public private(set) var needsMainThread = false

    /// The name that tells the operation from all others.
    public var id: String { "\(face) \(name)" }
}

extension Operation: CustomStringConvertible {
    /// The name that tells the operation from all others.
    public var description: String { id }
}

extension Operation {
    /// An operation whose loop keeps something from one time to the next.
    init(
        _ name: String, _ face: Face, like counterpart: Operation? = nil, aim: Aim? = nil, debugAim: Double? = nil,
        threads: Threads? = nil, surroundings: @escaping Surroundings = { $0() },
        prepare: @escaping @Sendable () -> Loop
    ) {
        self.init(
            name: name, face: face, counterpart: counterpart?.id, aim: aim, debugAim: debugAim, threads: threads,
            surroundings: surroundings, prepare: prepare, sample: nil)
    }

    /// An operation that is a single expression.
    ///
    /// Inlined, so that the loop contains the expression and calls no closure.
    @inline(__always)
    init<Value>(
        _ name: String, _ face: Face, like counterpart: Operation? = nil, aim: Aim? = nil, debugAim: Double? = nil,
        threads: Threads? = nil, setUp: @autoclosure @escaping @Sendable () -> Void = (),
        surroundings: @escaping Surroundings = { $0() }, body: @escaping @Sendable () -> Value
    ) {
        self.init(
            name: name, face: face, counterpart: counterpart?.id, aim: aim, debugAim: debugAim, threads: threads,
            surroundings: surroundings,
            prepare: {
                setUp()
                return { for _ in 0..<$0 { consume(body()) } }
            },
            sample: {
                setUp()
                return body()
            })
    }

    /// The same operation, marked to run on the main thread only.
    var onMainThread: Operation {
        var operation = self
        operation.needsMainThread = true
        return operation
    }

    /// The same operation while a circumstance holds.
    func during(
        _ circumstance: String, aim: Aim? = nil, threads: Threads? = nil, surroundings: @escaping Surroundings
    ) -> Operation {
        Operation(
            name: "\(name), \(circumstance)", face: face, counterpart: counterpart, aim: aim, debugAim: nil,
            threads: threads, surroundings: surroundings, prepare: prepare, sample: sample,
            needsMainThread: needsMainThread)
    }
}

/// The median of some figures.
public func median(_ figures: [Double]) -> Double {
    let sorted = figures.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

/// Takes a value, so that the optimiser cannot remove the work that has made it.
@_optimize(none)
public func consume<Value>(_ value: Value) {}
