import BenchmarkServices
import Resolver

extension Operation {
    static let manyRegistrations =
        [
            // Makes a resolver, and releases it with everything in it.
            Operation("register 1,000", .runtime, per: leaf, aim: .nanoseconds(500_000)) {
                {
                    for _ in 0..<$0 {
                        let resolver = Resolver()
                        ManyServices.registerThousand(with: resolver)
                        consume(resolver)
                    }
                }
            },
            few,
        ] + [among(1_000, per: few), among(10_000, per: few)]

    private static let few = among(10, per: leaf)

    private static func among(_ count: Int, per baseline: Operation) -> Operation {
        Operation(
            "leaf, 1 of \(count) registrations", .runtime, per: baseline,
            aim: baseline.face == .direct ? nil : .ratio(1.1)
        ) {
            let resolver = Resolver()
            resolver.register { SystemClock() as any Clock }
            ManyServices.register(count - 1, with: resolver)
            return { for _ in 0..<$0 { consume(resolver.resolve((any Clock).self)) } }
        }
    }
}
