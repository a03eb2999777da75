import Resolver

protocol MessageLoading {
    func load() -> [String]
}

struct MessageLoader: MessageLoading {
    func load() -> [String] { ["Hello"] }
}

Resolver.register { MessageLoader() as any MessageLoading }
let loader: any MessageLoading = Resolver.resolve()
print(loader.load().joined())
