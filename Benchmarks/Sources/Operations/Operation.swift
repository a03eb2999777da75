/// Something that is measured.
///
/// The tools that measure operations one by one (Ratios, Instructions, ResolverBenchmarks) use the same list of them.
public struct Operation: Sendable {
    /// Runs the operation a number of times.
    public typealias Loop = @Sendable (_ count: Int) -> Void

    /// Sets something for the whole program, runs a body, and restores what was there.
    public typealias Surroundings = @Sendable (_ body: () -> Void) -> Void

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

    /// The most that an operation may take.
    public enum Aim: Sendable {
        /// So many times the unit, which is one direct construction.
        case units(Double)
        /// So many times the operation with this ``Operation/id``.
        case times(Double, of: String)
        /// So long.
        case nanoseconds(Double)

        /// What the design states as a time: on its machine the unit takes 21 ns.
        static func designed(nanoseconds: Double) -> Aim { .units((nanoseconds / 21).rounded()) }
    }

    /// What is wanted of two threads that run an operation at once.
    public enum Threads: Sendable {
        /// A second thread gains at least this share of what it gains for the counterpart.
        case share(Double)
        /// Nothing: the share is only shown.
        case shown
    }

    /// What is done.
    public let name: String
    /// Which way it is done.
    public let face: Face
    /// The ``id`` of the operation that does the same without the library.
    ///
    /// Instructions and what a second thread gains are compared with it. Times are compared with the unit.
    public let counterpart: String?
    /// The aim in release builds.
    public let aim: Aim?
    /// The aim in debug builds, in nanoseconds.
    public let debugAim: Double?
    /// What is wanted of two threads; nil where they are not measured.
    public let threads: Threads?
    /// What holds while the operation runs, and is neither timed nor left behind.
    public let surroundings: Surroundings
    /// Makes everything ready, and gives the loop that is measured.
    public let prepare: @Sendable () -> Loop
    /// Runs the operation once and gives its result, for tests; nil where there is none to look at.
    public let sample: (@Sendable () -> Any)?

    /// Whether it may only run on the main thread.
    public private(set) var needsMainThread = false

    /// The operation's name among all.
    public var id: String { "\(face) \(name)" }
}

extension Operation: CustomStringConvertible {
    /// The operation's name among all.
    public var description: String { id }
}

extension Operation {
    /// An operation that keeps something from one time to the next.
    init(
        _ name: String, _ face: Face, like counterpart: Operation? = nil, aim: Aim? = nil, debugAim: Double? = nil,
        threads: Threads? = nil, surroundings: @escaping Surroundings = { $0() },
        prepare: @escaping @Sendable () -> Loop
    ) {
        self.init(
            name: name, face: face, counterpart: counterpart?.id, aim: aim, debugAim: debugAim, threads: threads,
            surroundings: surroundings, prepare: prepare, sample: nil)
    }

    /// An operation that is one expression.
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

    /// The same operation, which may only run on the main thread.
    var onMainThread: Operation {
        var operation = self
        operation.needsMainThread = true
        return operation
    }

    /// The same operation while something else holds.
    func during(
        _ circumstance: String, aim: Aim? = nil, threads: Threads? = nil, surroundings: @escaping Surroundings
    ) -> Operation {
        Operation(
            name: "\(name), \(circumstance)", face: face, counterpart: counterpart, aim: aim, debugAim: nil,
            threads: threads, surroundings: surroundings, prepare: prepare, sample: sample,
            needsMainThread: needsMainThread)
    }
}

/// The middle of some figures.
public func median(_ figures: [Double]) -> Double {
    let sorted = figures.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

/// Takes a value, and keeps the optimiser from seeing that nothing is done with it.
@_optimize(none)
public func consume<Value>(_ value: Value) {}
