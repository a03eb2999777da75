import Resolver

final class HomeModel {
    @Injected(container: Injector.resolver) var loader: Loader
    @LazyInjected(container: Injector.resolver) var store: Store
    @Injected(name: "backup", container: Injector.resolver) var backup: Network

    func thread(_ id: Int) -> Thread { Injector.resolver.resolve(args: id) }
}

Injector.registerServices()
Injector.registerClocks()

let model = HomeModel()
let session: Session = Injector.resolver.resolve()
print(model.loader.session === session, model.loader.other === session, model.thread(7).id)
print(model.store === Injector.resolver.resolve(Store.self), model.store.network === model.backup)
print(Injector.resolver.resolve(Clock.self) === Injector.resolver.resolve(Clock.self))
print(session.network === Injector.resolver.resolve(Network.self))

let reading = Injector.resolver.resolve(Reading.self)
print(reading.loader === model.loader, reading.loader.session === session)

// Each sandbox has services of its own.
withSandbox {
    let inside: Session = Injector.resolver.resolve()
    print(inside === session, inside === Injector.resolver.resolve(Session.self))
}

// A mock that is registered later is what everybody gets, until the program registers again.
Injector.resolver.register { MockNetwork() as Network }
ResolverScope.cached.reset()
print(Injector.resolver.resolve(Network.self).host, HomeModel().loader.session.network.host)
