import Resolver
import TestSupport
import Testing

// Tests that nothing costs more than before: processor time of one thread is compared, with bounds that only the defect breaks.

/// Names that the current hash of a name could not tell apart if it were not seeded: in two words of eight characters, the
/// second word undoes what the first has done to the hash.
private func craftedNames(_ count: Int) -> [String] {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    let ascii: UInt64 = 0x8080_8080_8080_8080
    func mixed(_ hash: UInt64) -> UInt64 {
        let product = hash.multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
    var names: [String] = []
    var first: UInt64 = 0x2020_2020_2020_2020
    let goal = mixed(16 ^ first) ^ 0x2020_2020_2020_2020
    while names.count < count {
        let second = mixed(16 ^ first) ^ goal
        if (first | second) & ascii == 0 {
            let bytes = [first, second].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
            names.append(String(decoding: bytes, as: UTF8.self))
        }
        // The next word of ASCII characters.
        first = ((first | ascii) &+ 1) & ~ascii
    }
    return names
}

private func registerAndResolve(_ names: ArraySlice<String>) -> Double {
    processorTime(tries: 1) {
        let resolver = Resolver()
        for name in names { resolver.register(name: Resolver.Name(name)) { Tyre(inches: 1) } }
        for name in names { _ = resolver.resolve(Tyre.self, name: Resolver.Name(name)) }
    }
}

private struct Part {}
private struct Whole {}

private func resolveGraph(of count: Int) -> Double {
    let resolver = Resolver()
    let names = (0..<count).map { Resolver.Name("part \($0)") }
    for name in names { resolver.register(name: name) { Part() }.scope(.graph) }
    resolver.register { (resolver: Resolver) -> Whole in
        for _ in 0..<2 { for name in names { _ = resolver.resolve(Part.self, name: name) } }
        return Whole()
    }
    return processorTime(tries: 2) { _ = resolver.resolve(Whole.self) }
}

/// The circumstances that may slow resolutions down while they last.
private enum Slowing: String, CaseIterable, Codable, Sendable {
    case observer, sandbox, root, main, manySandboxes

    func comeAndGo() {
        switch self {
        case .observer:
            let observer = Silent()
            Resolver.addObserver(observer)
            _ = Resolver.resolve(Tyre.self)
            Resolver.removeObserver(observer)
        case .sandbox: withSandbox { _ = Resolver.resolve(Tyre.self) }
        case .manySandboxes: for _ in 0..<100 { withSandbox(.fresh) { _ = Resolver.optional(Int.self) } }
        case .root:
            let root = Resolver.root
            Resolver.root = Resolver(child: .main)
            _ = Resolver.resolve(Tyre.self)
            Resolver.root = root
        case .main:
            let (main, root) = (Resolver.main, Resolver.root)
            Resolver.main = Resolver()
            _ = Resolver.optional(Tyre.self)
            Resolver.main = main
            Resolver.root = root
        }
    }
}

@Suite struct CostTests {
    @Test("own defect A17: names that were made to collide cost no more than others")
    func craftedNamesCostNoMore() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let names = craftedNames(3_000)
            let ordinary = names.indices.map { "name \($0)" }
            _ = registerAndResolve(ordinary.prefix(100))
            let (few, many) = (registerAndResolve(names.prefix(300)), registerAndResolve(names[...]))
            ensure(many < 40 * few, "\(few) \(many)")
            let others = registerAndResolve(ordinary[...])
            ensure(many < 10 * others, "\(others) \(many)")
        }
    }

    @Test("own defect A17: a resolution that makes many graph services looks each up at the same cost")
    func graphsCostNoMoreForEachService() async {
        await #expect(processExitsWith: .success) {
            beginProcess()
            let (few, many) = (resolveGraph(of: 1_000), resolveGraph(of: 10_000))
            ensure(many < 40 * few, "\(few) \(many)")
        }
    }

    @Test("own defect A19: resolutions are as fast again once what slowed them is gone", arguments: Slowing.allCases)
    fileprivate func whatSlowedIsGone(_ slowing: Slowing) async {
        await #expect(processExitsWith: .success) { [slowing] in
            beginProcess()
            Resolver.registerServices = nil
            Resolver.register { Tyre(inches: 1) }.scope(.unique)
            ensureAsFastAgain(after: slowing.comeAndGo) {
                for _ in 0..<5_000 { _ = Resolver.resolve(Tyre.self) }
            }
        }
    }
}
