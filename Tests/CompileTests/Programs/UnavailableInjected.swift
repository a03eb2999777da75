// swift-format-ignore-file

import SafeFacade

final class Thread {
    init(number: Int) {}
}
final class Session {}

final class SessionContainer: FactoryContainer {
    let manager = ContainerManager()
    init() {}
    var session: Factory<Session> { self { Session() } }
}

extension Container {
    var thread: ParameterFactory<Int, Thread> { self { Thread(number: $0) } }
}

#if REJECTED
struct Page {
    // error: 'init(_:)' is unavailable: its factory takes a parameter: write let x = dependency(\.x, parameter: …)
    @Injected(\.thread) var thread
    // error: 'init(_:)' is unavailable: its factory takes a parameter: write let x = dependency(\.x, parameter: …)
    @LazyInjected(\.thread) var lazyThread
    // error: 'init(_:)' is unavailable: its factory takes a parameter: write let x = dependency(\.x, parameter: …)
    @WeakLazyInjected(\.thread) var weakThread
    // error: 'init(_:)' is unavailable: its factory takes a parameter: write let x = dependency(\.x, parameter: …)
    @DynamicInjected(\.thread) var dynamicThread

    // error: 'init(_:)' is unavailable: its container has no shared: hand it over, as container: …
    @Injected(\SessionContainer.session) var session
    // error: 'init(_:)' is unavailable: its container has no shared: hand it over, as container: …
    @LazyInjected(\SessionContainer.session) var lazySession
    // error: 'init(_:)' is unavailable: its container has no shared: hand it over, as container: …
    @WeakLazyInjected(\SessionContainer.session) var weakSession
    // error: 'init(_:)' is unavailable: its container has no shared: hand it over, as container: …
    @DynamicInjected(\SessionContainer.session) var dynamicSession
    // error: 'dependency' is unavailable: its factory takes a parameter: write dependency(\.x, parameter: …)
    let storedThread = dependency(\.thread)
    // error: 'dependency' is unavailable: its container has no shared: call the factory, as container.service()
    let storedSession = dependency(\SessionContainer.session)
}
#else
struct Page {
    let thread = dependency(\.thread, parameter: 42)
    @Injected var session: Session

    init(container: SessionContainer) {
        _session = Injected(\.session, container: container)
    }
}
#endif
