import BenchmarkServices
import Resolver
import SafeFacade

// Prints how much memory each thing takes: the bytes that malloc has handed out for many of them, with malloc's own few bytes
// for each.

/// Prints a line of the table; an aim is the most bytes for each.
func report(_ name: String, _ count: Int, _ bytes: Int, aim: Int? = nil) {
    let hundredths = bytes * 100 / count
    let padded = "\(hundredths % 100)"
    let goal = aim.map { "≤ \($0) | " + (bytes <= $0 * count ? "met" : "**missed**") } ?? "|"
    print("| \(name) | \(count) | \(hundredths / 100).\(padded.count < 2 ? "0" : "")\(padded) | \(goal) |")
}

/// The bytes that a body leaves allocated; the body's result is kept until they are counted.
func bytes<Kept>(_ body: () -> Kept) -> Int {
    let before = allocatedBytes()
    let kept = body()
    return withExtendedLifetime(kept) { allocatedBytes() - before }
}

extension Numeral {
    static func instance() -> AnyObject { Numbered<Self>() }

    static func register(with resolver: Resolver, scope: ResolverScope) {
        resolver.register { Numbered<Self>() }.scope(scope)
    }

    static func resolve(from resolver: Resolver) { _ = resolver.resolve(Numbered<Self>.self) }

    static func use(_ container: Container) { _ = container.numbered(Self.self)() }

    static func useCached(_ container: Container) { _ = container.cachedNumbered(Self.self)() }
}

extension Container {
    // One line declares many factories: a declaration's key is its service's type and its place, so each type makes another.
    func numbered<Number: Numeral>(_: Number.Type) -> Factory<Numbered<Number>> { self { Numbered<Number>() } }

    func cachedNumbered<Number: Numeral>(_: Number.Type) -> Factory<Numbered<Number>> {
        self { Numbered<Number>() }.cached
    }
}

/// How many sandboxes there are at once when they are measured.
let sandboxes = 500

/// The bytes that the sandboxes take, each of which is opened outside of the others.
func bytesOfSandboxes(_ contents: SandboxContents) -> Int {
    bytes { (0..<sandboxes).map { _ in withSandbox(contents) { SandboxContext.current } } }
}

let types = numerals(10_000)
let count = types.count
// Whatever is made once for a program or a type is made before anything is counted.
do {
    let (resolver, container) = (Resolver(), Container())
    for type in types {
        type.register(with: resolver, scope: .cached)
        type.resolve(from: resolver)
        type.use(container)
        type.useCached(container)
    }
    withSandbox {}
}

print("| what | how many | bytes for each | aim | |\n| --- | ---: | ---: | ---: | --- |")

report("an instance that stores nothing, for comparison", count, bytes { types.map { $0.instance() } })

let resolver = Resolver()
report(
    "registration", count, bytes { for type in types { type.register(with: resolver, scope: .unique) } }, aim: 432)

let caching = Resolver()
report(
    "registration, cached, with its instance", count,
    bytes {
        for type in types {
            type.register(with: caching, scope: .cached)
            type.resolve(from: caching)
        }
    })

let container = Container()
report("declared and used factory", count, bytes { for type in types { type.use(container) } })

let cachingContainer = Container()
report(
    "declared and used factory, cached, with its instance", count,
    bytes { for type in types { type.useCached(cachingContainer) } })

report("resolver", count, bytes { types.map { _ in Resolver() } })
report("container of its own", count, bytes { types.map { _ in Container() } })

for registrations in [0, 100] {
    for type in types.prefix(registrations) { type.register(with: .main, scope: .unique) }
    report("sandbox, a copy of \(registrations) registrations", sandboxes, bytesOfSandboxes(.copied))
}
report("sandbox, fresh", sandboxes, bytesOfSandboxes(.fresh))

withExtendedLifetime((resolver, caching, container, cachingContainer)) {}
