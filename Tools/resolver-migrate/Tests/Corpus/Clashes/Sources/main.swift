import Resolver

/// Types of the program's own with names of the library.
final class Container { let text = "the program's container" }
struct Factory { let text = "the program's factory" }
struct Shared { let number = 1 }
struct Repeat { let number = 2 }

final class Home {
    @Injected var container: Container
    let factory: Factory = Resolver.resolve()
}

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        register { Container() }.scope(.shared)
        register { Factory() }
        register { Shared() }
        register { Repeat() }
    }
}

let home = Home()
print(home.container.text, home.factory.text, Resolver.resolve(Shared.self).number, Resolver.resolve(Repeat.self).number)
