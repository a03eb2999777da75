import BenchmarkServices

// The least that a container costs who writes it in an afternoon.
extension Operation {
    static let naive = [
        Operation("leaf", .naive, per: leaf, threads: .gain) {
            { for _ in 0..<$0 { consume(container.resolve((any Clock).self)) } }
        },
        Operation("graph of 7", .naive, per: graph, threads: .gain) {
            { for _ in 0..<$0 { consume(container.resolve((any Inbox).self)) } }
        },
        Operation("singleton", .naive, per: leaf, threads: .sharedObject) {
            { for _ in 0..<$0 { consume(container.resolve((any Settings).self)) } }
        },
        Operation("argument", .naive, per: argument, threads: .gain) {
            { for number in 0..<$0 { consume(container.resolve((any Message).self, argument: number)) } }
        },
        Operation("named", .naive, per: leaf) {
            { for _ in 0..<$0 { consume(container.resolve((any Server).self, name: "production")) } }
        },
    ]

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
