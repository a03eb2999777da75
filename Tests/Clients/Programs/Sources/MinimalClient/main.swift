import Resolver
import SafeFacade

protocol MessageLoading {
    func load() -> [String]
}

struct MessageLoader: MessageLoading {
    func load() -> [String] { ["Hello"] }
}

Resolver.register { MessageLoader() as any MessageLoading }
let loader: any MessageLoading = Resolver.resolve()
print(loader.load().joined())

extension Container {
    var loader: Factory<any MessageLoading> { self { MessageLoader() } }
}
print(Container.shared.loader().load().joined())
