import Resolver

protocol Network: AnyObject, Sendable { var host: String { get } }
final class HTTPNetwork: Network { let host = "example.org" }
final class Draft { var text = "draft" }
final class Journal { var entries: [String] = [] }
protocol Analytics: AnyObject {}
final class Console: Analytics {}

final class Home {
    @Injected private var network: any Network
    @LazyInjected var draft: Draft
    private let analytics: any Analytics

    init(analytics: any Analytics = Resolver.resolve()) { self.analytics = analytics }
    func text() -> String { network.host + " " + draft.text }
}

extension Resolver: @retroactive ResolverRegistering {
    public static func registerAllServices() {
        register { HTTPNetwork() as any Network }.scope(.application)
        register { Draft() }.scope(.cached)
        register { Journal() }.scope(.application)
        register { Console() }.implements((any Analytics).self).scope(.shared)
        register { Home() }
    }
}

print(Resolver.resolve(Home.self).text())
Resolver.resolve(Journal.self).entries.append("kept")
print(Resolver.resolve(Journal.self).entries)
