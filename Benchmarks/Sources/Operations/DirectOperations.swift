import BenchmarkServices

// The counterparts of other operations, without a library.
extension Operation {
    /// The unit: one direct construction of a small class behind a protocol.
    public static let unit = Operation("leaf", .direct) { Direct.clock() }

    static let graph = Operation("graph of 7", .direct) { Direct.inbox() }

    static let chain = Operation("chain of 50", .direct) { Direct.chain(length: 50) }

    static let argument = Operation("argument", .direct) { Direct.message(id: 7) }

    /// The counterpart of a request.
    static let desk = Operation("request", .direct) { Direct.desk() }

    /// The counterpart of a kept instance: threads contend for its reference count, too.
    static let sharedFunction = Operation("function of a shared object", .direct) { Direct.sharedSettings() }

    static let viewModel = Operation("view model", .direct) { Direct.viewModel() }

    static let envelope = Operation("graph of two, of an argument", .direct) { Direct.envelope() }

    static let plugins = Operation("ten of a type", .direct) { Direct.plugins() }

    static let ticker = Operation("leaf, class-bound", .direct) { Direct.ticker() }

    static let sharedTicker = Operation("function of a shared object, class-bound", .direct) { Direct.sharedTicker() }

    /// The loop itself, as the counterpart of operations that make nothing.
    static let nothing = Operation("nothing", .direct) { (any Analytics)?.none }

    static let direct: [Operation] = [
        unit, graph, chain, argument, desk, sharedFunction, nothing, viewModel, envelope, plugins, ticker, sharedTicker,
        Operation("static let", .direct) { Direct.settings },
    ]
}
