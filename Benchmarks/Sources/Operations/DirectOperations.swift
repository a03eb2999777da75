import BenchmarkServices

// What everything else is divided by.
extension Operation {
    /// The unit.
    static let leaf = Operation("leaf", .direct) {
        { for _ in 0..<$0 { consume(Direct.clock()) } }
    }

    static let graph = Operation("graph of 7", .direct) {
        { for _ in 0..<$0 { consume(Direct.inbox()) } }
    }

    static let chain = Operation("chain of 50", .direct) {
        { for _ in 0..<$0 { consume(Direct.chain(length: 50)) } }
    }

    static let argument = Operation("argument", .direct) {
        { for number in 0..<$0 { consume(Direct.message(id: number)) } }
    }

    /// What a singleton's hit is divided by where threads contend for its reference count.
    static let sharedFunction = Operation("function of a shared object", .direct, per: leaf) {
        { for _ in 0..<$0 { consume(Direct.sharedSettings()) } }
    }

    /// The loop itself, for who counts what a path takes that makes nothing.
    static let nothing = Operation("nothing", .direct) {
        { for _ in 0..<$0 { consume((any Analytics)?.none) } }
    }

    static let direct = [
        leaf, graph, chain, argument, sharedFunction, nothing,
        Operation("static let", .direct, per: leaf) { { for _ in 0..<$0 { consume(Direct.settings) } } },
    ]
}
