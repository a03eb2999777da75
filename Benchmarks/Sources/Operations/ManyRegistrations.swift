import BenchmarkServices
import Resolver

// Operations whose time depends, or must not depend, on the number of registrations.
extension Operation {
    static let manyRegistrations: [Operation] =
        [
            // Makes a resolver, and releases it with everything in it.
            Operation("register 1,000", .runtime, like: nothing, aim: .designed(nanoseconds: 400_000)) {
                let resolver = Resolver()
                ManyServices.registerThousand(with: resolver)
                return resolver
            },
            few, among(1_000, aim: .times(1.1, of: few.id)), among(10_000, aim: .times(1.1, of: few.id)),
        ]

    private static let few = among(10)

    private static func among(_ count: Int, aim: Aim? = nil) -> Operation {
        Operation("leaf, 1 of \(count) registrations", .runtime, like: unit, aim: aim) {
            let resolver = Resolver()
            resolver.register { SystemClock() as any Clock }
            ManyServices.register(count - 1, with: resolver)
            return { for _ in 0..<$0 { consume(resolver.resolve((any Clock).self)) } }
        }
    }
}
