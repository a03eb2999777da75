import BenchmarkServices
import Resolver
import SafeFacade
import TypedDeclarations

extension Resolver.Name {
    static let production: Self = "production"
}

/// The registrations, overrides, bindings and exports that the operations find.
enum Setup {
    /// Registers the services that the operations of the runtime face resolve, once.
    static let runtime: Void = {
        Resolver.register { SystemClock() as any Clock }
        Resolver.register(name: .production) { SystemClock(offset: 6) as any Server }
        Resolver.register { _, args in TextMessage(id: args()) as any Message }
        Resolver.register { _, args in TextMessage(id: args("id")) as any Letter }
        Resolver.register { Envelope(message: $0.resolve(args: 7)) }
        Resolver.register { SystemClock(offset: 1) as any Settings }.scope(.application)
        Resolver.register { SystemClock(offset: 2) as any Session }.scope(.cached)
        Resolver.register { SystemClock(offset: 3) as any Theme }.scope(.shared)
        Resolver.register { SystemClock(offset: 4) as any Draft }
        Resolver.register { SystemClock(offset: 5) as any Draft }
        Resolver.register { SystemClock(offset: 7) }.implements((any Calendar).self)
        Resolver.register { SystemTicker() }.implements((any Almanac).self).scope(.application)
        Resolver.register { TapCounter() as any Counter }.resolveProperties { _, counter in counter.count = 1 }
        Resolver.register { SystemTicker() as any Ticker }
        Resolver.register { SystemTicker(offset: 1) as any SharedTicker }.scope(.application)
        Resolver.registerAsync { SystemClock(offset: 10) as any Database }.scope(.application)
        Resolver.register { SystemClock(offset: 11) as any RequestLog }.scope(.request)

        for number in 0..<10 {
            Resolver.register(name: Resolver.Name("plugin \(number)")) { SystemClock() as any Plugin }
        }

        Resolver.register { HTTPNetwork() as any Network }
        Resolver.register { MemoryCache() as any Cache }
        Resolver.register { DiskOutbox() as any Outbox }
        Resolver.register { UserIdentity() as any Identity }
        Resolver.register { MessageLoader(network: $0.resolve(), cache: $0.resolve()) as any MessageLoading }
        Resolver.register { MessageSender(outbox: $0.resolve(), identity: $0.resolve()) as any MessageSending }
        Resolver.register { InboxModel(loader: $0.resolve(), sender: $0.resolve()) as any Inbox }

        let names = (1...50).map { Resolver.Name("link \($0)") }
        for (name, next) in zip(names, names.dropFirst()) {
            Resolver.register(name: name) { InnerLink(next: $0.resolve(name: next)) as any Link }
        }
        Resolver.register(name: "link 50") { LastLink() as any Link }
    }()

    /// A resolver that finds a service in its child.
    static let parent: Resolver = {
        let child = Resolver()
        child.register { SystemClock(offset: 6) as any Clock }
        return Resolver(child: child)
    }()

    /// Overrides and binds typed factories, once.
    static let overrides: Void = {
        Container.shared.draft.register { SystemClock(offset: 5) }
        Container.shared.profile.register { SystemClock(offset: 5) }
        Container.shared.sync.register { SystemClock(offset: 5) }
        Container.shared.answer.register { id in TextMessage(id: id) }
        Container.shared.draftScreen.register { Screen() }
        PaymentsContainer.shared.draft.register { SystemClock(offset: 5) }
    }()

    /// Makes the contexts of tests and of debugging hold, once; only four operations state anything for them.
    static let testing: Void = {
        FactoryContext.current.formUnion([.test, .debug])
        Container.shared.rehearsed.register(when: .test) { SystemClock(offset: 5) }
    }()

    /// Lets each face use services of the other, once.
    static let bridges: Void = {
        Resolver.register { SystemClock(offset: 7) as any Keychain }
        Resolver.register(name: .production) { SystemClock(offset: 7) as any Vault }
        Resolver.register { SystemClock(offset: 15) as any Reminders }
        Resolver.register(\.contacts)
        Resolver.register(\.account)
        Resolver.register { _, args in TextMessage(id: args()) as any Note }
        Resolver.register(\.reply)
    }()
}
