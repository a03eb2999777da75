import BenchmarkServices

// The operations of a container as somebody might write it in an afternoon.
extension Operation {
    static let naive: [Operation] = [
        naive("leaf", like: unit, threads: .shown) { container.resolve((any Clock).self) },
        naive("graph of 7", like: graph, threads: .shown) { container.resolve((any Inbox).self) },
        naive("singleton hit", like: sharedFunction) { container.resolve((any Settings).self) },
        naive("argument", like: argument) { container.resolve((any Message).self, argument: 7) },
        naive("named", like: unit) { container.resolve((any Server).self, name: "production") },
    ]

    @inline(__always)
    private static func naive<Value>(
        _ name: String, like counterpart: Operation, threads: Threads? = nil,
        body: @escaping @Sendable () -> Value
    ) -> Operation {
        Operation(name, .naive, like: counterpart, threads: threads, body: body)
    }

    private static let container: NaiveContainer = {
        let container = NaiveContainer()
        container.register((any Clock).self) { _, _ in SystemClock() }
        container.register((any Server).self, name: "production") { _, _ in SystemClock() }
        container.register((any Message).self) { _, argument in TextMessage(id: argument as? Int ?? 0) }
        container.registerSingleton((any Settings).self) { _ in SystemClock(offset: 1) }
        container.register((any Network).self) { _, _ in HTTPNetwork() }
        container.register((any Cache).self) { _, _ in MemoryCache() }
        container.register((any Outbox).self) { _, _ in DiskOutbox() }
        container.register((any Identity).self) { _, _ in UserIdentity() }
        container.register((any MessageLoading).self) { container, _ in
            MessageLoader(network: container.resolve(), cache: container.resolve())
        }
        container.register((any MessageSending).self) { container, _ in
            MessageSender(outbox: container.resolve(), identity: container.resolve())
        }
        container.register((any Inbox).self) { container, _ in
            InboxModel(loader: container.resolve(), sender: container.resolve())
        }
        return container
    }()
}
