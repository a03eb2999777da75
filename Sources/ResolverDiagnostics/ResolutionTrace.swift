public import Resolver

/// An observer that writes a readable log: each service, with the services that it needed indented below it.
///
/// ```swift
/// Resolver.addObserver(ResolutionTrace { print($0) })
/// ```
///
/// writes, for one outermost resolution:
///
/// ```
/// Messenger.InboxModel  made, unique, 41 µs, Messenger/Main.swift:12
///   any Messenger.MessageLoading  made, graph, 30 µs, Messenger/Inbox.swift:8
///     Messenger.Database  reused, singleton, 0 µs, Messenger/Loader.swift:5
/// ```
///
/// When an outermost resolution has ended, its lines are written together: one call of the output for each line. Lines of
/// several threads never mix: one thread writes for all, and goes on with what others have resolved meanwhile.
///
/// A service that an asynchronous factory asks for has a line before the factory's own, without indentation: it has ended by
/// then, perhaps on another thread.
public final class ResolutionTrace: ResolutionObserver, Sendable {
    /// Makes the line for an event, given the event's depth below the outermost one.
    private let line: @Sendable (ResolutionEvent, Int) -> String
    private let output: @Sendable (String) -> Void
    private struct State {
        /// The events of each thread's current outermost resolution.
        var pending: [Int: [ResolutionEvent]] = [:]
        /// The lines of outermost resolutions that have ended, in the order in which they are written.
        var unwritten: [String] = []
        /// Whether a thread is writing the lines.
        var isWriting = false
    }
    private let state = Guarded(State())

    /// Makes a trace; add it with `Resolver.addObserver` or `Container.addObserver`.
    ///
    /// - Parameters:
    ///   - times: Whether to write how long each resolution took. Pass false to compare logs.
    ///   - output: Takes each line, without a line break. One thread at a time calls it, which need not be the one that has
    ///     resolved, and which goes on as long as others resolve faster than it writes. The output may resolve services.
    public convenience init(times: Bool = true, output: @escaping @Sendable (String) -> Void) {
        self.init(
            line: { String(repeating: "  ", count: $1) + Self.line(of: $0, showsTime: times && $0.isRegistered) },
            output: output)
    }

    init(
        line: @escaping @Sendable (ResolutionEvent, Int) -> String, output: @escaping @Sendable (String) -> Void
    ) {
        self.line = line
        self.output = output
    }

    /// Collects events until their outermost resolution has ended, and then writes them.
    public func observe(_ event: ResolutionEvent) {
        let events = state.withLock { state -> [ResolutionEvent] in
            state.pending[event.thread, default: []].append(event)
            return event.isOutermost ? state.pending.removeValue(forKey: event.thread) ?? [] : []
        }
        guard !events.isEmpty else { return }
        write(lines(of: events))
    }

    /// Writes lines after those that are being written.
    ///
    /// If a thread is writing already, it writes these, too. The output runs without a lock, as it may resolve, and may wait
    /// for a thread that resolves.
    private func write(_ lines: [String]) {
        let isWriter = state.withLock { state in
            state.unwritten += lines
            defer { state.isWriting = true }
            return !state.isWriting
        }
        guard isWriter else { return }
        while let lines = takeUnwritten() {
            for line in lines { output(line) }
        }
    }

    /// Takes all lines that are left to write; nil where there are none, which ends the writing.
    private func takeUnwritten() -> [String]? {
        state.withLock { state in
            state.isWriting = !state.unwritten.isEmpty
            defer { state.unwritten = [] }
            return state.isWriting ? state.unwritten : nil
        }
    }

    /// The lines of one outermost resolution; its events come the innermost first.
    private func lines(of events: [ResolutionEvent]) -> [String] {
        let outermost = events.map(\.links.count).min() ?? 0
        var trees: [(depth: Int, lines: [String])] = []
        for event in events {
            let depth = event.links.count
            let first = (trees.lastIndex { $0.depth <= depth } ?? -1) + 1
            let needed = trees[first...].flatMap(\.lines)
            trees.removeSubrange(first...)
            trees.append((depth, [line(event, depth - outermost).onOneLine] + needed))
        }
        return trees.flatMap(\.lines)
    }

    private static func line(of event: ResolutionEvent, showsTime: Bool) -> String {
        let outcome =
            switch event.outcome {
            case .made: "made"
            case .reused: "reused"
            case .passedOn: "passed on"
            case .returnedNil: "returned nil"
            case .missing: "missing"
            case .failed: "failed"
            }
        let lifetime = event.lifetime?.rawValue
        let time = showsTime ? "\(event.nanoseconds / 1000) µs" : nil
        let details = [outcome, lifetime, time, event.callSite?.description].compactMap { $0 }
        return event.observed.key.display + "  " + details.joined(separator: ", ")
    }
}
