import BenchmarkServices
import Resolver
import SafeFacade
import TypedDeclarations

// What sandboxes cost a program that has used one: inside, and outside ever after.
extension Operation {
    static let sandboxed = [
        sandboxed("leaf, after a sandbox was used", .runtime) {
            for _ in 0..<$0 { consume(Resolver.resolve((any Clock).self)) }
        },
        sandboxed("leaf, after a sandbox was used", .typed) {
            for _ in 0..<$0 { consume(Container.shared.clock()) }
        },
        sandboxed("leaf, in a sandbox", .runtime) { count in
            withSandbox(.fresh) {
                Resolver.register { SystemClock() as any Clock }
                for _ in 0..<count { consume(Resolver.resolve((any Clock).self)) }
            }
        },
        sandboxed("leaf, in a sandbox", .typed) { count in
            withSandbox(.fresh) {
                for _ in 0..<count { consume(Container.shared.clock()) }
            }
        },
        sandboxed("singleton, in a sandbox", .runtime) { count in
            withSandbox(.fresh) {
                Resolver.register { SystemClock(offset: 1) as any Settings }.scope(.application)
                for _ in 0..<count { consume(Resolver.resolve((any Settings).self)) }
            }
        },
        sandboxed("singleton, in a sandbox", .typed) { count in
            withSandbox(.fresh) {
                for _ in 0..<count { consume(Container.shared.settings()) }
            }
        },
    ]

    private static func sandboxed(_ name: String, _ face: Face, loop: @escaping Loop) -> Operation {
        Operation(name, face, per: leaf) {
            RuntimeServices.registered
            withSandbox(.fresh) {}
            return loop
        }
    }
}
