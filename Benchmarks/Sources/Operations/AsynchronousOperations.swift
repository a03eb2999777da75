import BenchmarkServices
import Dispatch
import Resolver
import SafeFacade
import Synchronization
import TypedDeclarations

// Asynchronous services that are made already, and runs of a task scope: one thread can run all of these.
extension Operation {
    static let asynchronous: [Operation] = [
        asynchronous("async singleton hit", .typed, like: sharedFunction, aim: .times(1.5, of: typedSingleton.id)) {
            for _ in 0..<$0 { consume(try await Container.shared.database()) }
        },
        asynchronous(
            "async singleton hit", .runtime, like: sharedFunction, aim: .times(1.5, of: runtimeSingleton.id)
        ) {
            for _ in 0..<$0 { consume(try await Resolver.requireAsync((any Database).self)) }
        },
        asynchronous("async leaf", .typed, like: unit) {
            for _ in 0..<$0 { consume(try await Container.shared.cursor()) }
        },
        asynchronous("async argument", .typed, like: argument) {
            for _ in 0..<$0 { consume(try await Container.shared.row(7)) }
        },
        asynchronous("synchronous leaf, asked asynchronously", .runtime, like: unit) {
            for _ in 0..<$0 { consume(try await Resolver.requireAsync((any Clock).self)) }
        },
        asynchronous("optional missing, in a task", .runtime, like: nothing) {
            for _ in 0..<$0 { consume(Resolver.optional((any Analytics).self)) }
        },
        asynchronous("run of a task scope", .typed, like: nothing, aim: .designed(nanoseconds: 1_000)) {
            for _ in 0..<$0 { try await Scope.request.run {} }
        },
        asynchronous("run, an instance", .typed, like: unit) {
            for _ in 0..<$0 { try await Scope.request.run { consume(Container.shared.requestLog()) } }
        },
        asynchronous("run, an instance that is bound", .typed, like: unit) {
            for _ in 0..<$0 {
                try await Scope.request.run {
                    Container.shared.caller.bind(SystemClock(offset: 15))
                    consume(Container.shared.caller())
                }
            }
        },
        asynchronous("run, an instance with a closer", .typed, like: unit, aim: .designed(nanoseconds: 1_000)) {
            for _ in 0..<$0 { try await Scope.request.run { consume(Container.shared.transaction()) } }
        },
        asynchronous("run, a closer that may suspend", .typed, like: unit, aim: .designed(nanoseconds: 3_000)) {
            for _ in 0..<$0 { try await Scope.request.run { consume(Container.shared.connection()) } }
        },
        asynchronous(
            "request", .typed, like: desk, aim: .designed(nanoseconds: 3_000), threads: .share(0.9)
        ) {
            for _ in 0..<$0 {
                try await Scope.request.run {
                    Container.shared.caller.bind(SystemClock(offset: 15))
                    consume(Container.shared.requestLog())
                    consume(Container.shared.connection())
                    consume(Container.shared.desk())
                }
            }
        },
        asynchronous(
            "request-scoped hit", .typed, like: sharedFunction, aim: .times(1.2, of: typedSingletonInSandbox.id)
        ) { count in
            try await Scope.request.run { for _ in 0..<count { consume(Container.shared.requestLog()) } }
        },
        asynchronous("request-scoped hit, with a closer", .typed, like: sharedFunction) { count in
            try await Scope.request.run { for _ in 0..<count { consume(Container.shared.transaction()) } }
        },
        asynchronous(
            "request-scoped hit", .runtime, like: sharedFunction, aim: .times(1.2, of: runtimeSingletonInSandbox.id)
        ) { count in
            try await Scope.request.run {
                for _ in 0..<count { consume(Resolver.resolve((any RequestLog).self)) }
            }
        },
        asynchronous("request-scoped hit, async", .typed, like: sharedFunction) { count in
            try await Scope.request.run {
                Container.shared.visitor.bind(SystemClock(offset: 16))
                for _ in 0..<count { consume(try await Container.shared.visitor()) }
            }
        },
        asynchronous("graph of 7, in a run", .runtime, like: graph) { count in
            try await Scope.request.run { for _ in 0..<count { consume(Resolver.resolve((any Inbox).self)) } }
        },
        asynchronous("graph of 7, after a run", .runtime, like: graph) { count in
            try await Scope.request.run {}
            for _ in 0..<count { consume(Resolver.resolve((any Inbox).self)) }
        },
        asynchronous("@LazyInjected, made in a run", .runtime, like: nothing) { count in
            try await Scope.request.run { for _ in 0..<count { consume(LazilyLogging()) } }
        },
        asynchronous("@LazyInjected, first read in a run", .runtime, like: unit) { count in
            try await Scope.request.run { for _ in 0..<count { consume(LazilyLogging().log) } }
        },
        asynchronous("@LazyInjected of before the run, a read", .runtime, like: sharedFunction) { count in
            let logging = LazilyLogging()
            try await Scope.request.run { for _ in 0..<count { consume(logging.log) } }
        },
    ]

    private static func asynchronous(
        _ name: String, _ face: Face, like counterpart: Operation, aim: Aim? = nil, threads: Threads? = nil,
        loop: @escaping @Sendable (_ count: Int) async throws -> Void
    ) -> Operation {
        Operation(name, face, like: counterpart, aim: aim, threads: threads) {
            Setup.runtime
            // Asynchronous services are made before they are measured.
            let isMade = DispatchSemaphore(value: 0)
            Task {
                try await loop(1)
                isMade.signal()
            }
            isMade.wait()
            return { count in runAtOnce { try await loop(count) } }
        }
    }
}

private struct LazilyLogging {
    @LazyInjected var log: any RequestLog
}

/// Runs an asynchronous function on the thread that calls, so that all of its time is that thread's time.
///
/// Fails if the function suspends.
private func runAtOnce(_ body: @escaping @Sendable () async throws -> Void) {
    let hasEnded = Atomic(false)
    Task.immediate {
        try await body()
        hasEnded.store(true, ordering: .relaxed)
    }
    guard hasEnded.load(ordering: .relaxed) else { fatalError("an operation has thrown or suspended") }
}
