import Fibers
import Resolver

final class Engine {}
final class Car {
    let engine: Engine
    init(engine: Engine) { self.engine = engine }
}

/// A service that needs another one of its type, under another number each time, without end.
final class Endless {
    let next: Endless?
    init(next: Endless?) { self.next = next }
}

Resolver.register { Engine() }.scope(.application)
Resolver.register { Car(engine: $0.resolve()) }
Resolver.register { (resolver, args) -> Endless in
    let number: Int = args()
    return Endless(next: resolver.resolve(args: number + 1))
}
Resolver.register(name: "deep") { (resolver, args) -> Endless in
    let number: Int = args()
    return Endless(next: number == 0 ? nil : resolver.resolve(name: "deep", args: number - 1))
}

func resolveCar() { _ = Resolver.resolve(Car.self) }
func resolveDeep() { _ = Resolver.resolve(Endless.self, name: "deep", args: 150) }
func resolveDeepOnFiber() { runOnFiber(1 << 20, resolveDeep) }
func resolveEndless() { _ = Resolver.resolve(Endless.self, args: 0) }

switch CommandLine.arguments.dropFirst().first {
case "below":
    // The main thread's stack has 8 MB.
    runBelow(1_300_000, resolveCar)
    runBelow(4_000_000, resolveDeep)
case "endless":
    runOnThread(256 << 10, resolveEndless)
case "endless-main":
    resolveEndless()
case "fiber":
    // Nothing of this thread's stack is in use, and the fiber's stack is in another place.
    runOnFiber(256 << 10, resolveCar)
    runOnFiber(4 << 20, resolveDeep)
    runOnThread(64 << 10, resolveDeepOnFiber)
default:
    fatalError("usage: StaticClient below | endless | endless-main | fiber")
}
print("went on")
