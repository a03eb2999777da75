import BenchmarkServices

// The same without a library.
extension Operation {
    /// The unit: one direct construction of a small class behind a protocol.
    public static let unit = Operation("leaf", .direct) { Direct.clock() }

    static let graph = Operation("graph of 7", .direct) { Direct.inbox() }

    static let chain = Operation("chain of 50", .direct) { Direct.chain(length: 50) }

    static let argument = Operation("argument", .direct) { Direct.message(id: 7) }

    /// The counterpart of a request.
    static let desk = Operation("request", .direct) { Direct.desk() }

    /// The counterpart of a kept instance: threads contend for its reference count.
    static let sharedFunction = Operation("function of a shared object", .direct) { Direct.sharedSettings() }

    /// The loop itself, the counterpart of what makes nothing.
    static let nothing = Operation("nothing", .direct) { (any Analytics)?.none }

    static let direct: [Operation] = [
        unit, graph, chain, argument, desk, sharedFunction, nothing,
        Operation("static let", .direct) { Direct.settings },
    ]
}
