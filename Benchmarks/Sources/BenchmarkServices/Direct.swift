/// The services without a library: plain functions.
///
/// None is inlined, as a call across files is not inlined either.
public enum Direct {
    /// The unit of every ratio.
    @inline(never)
    public static func clock() -> any Clock { SystemClock() }

    /// Makes a service from an argument.
    @inline(never)
    public static func message(id: Int) -> any Message { TextMessage(id: id) }

    @inline(never)
    static func network() -> any Network { HTTPNetwork() }

    @inline(never)
    static func cache() -> any Cache { MemoryCache() }

    @inline(never)
    static func outbox() -> any Outbox { DiskOutbox() }

    @inline(never)
    static func identity() -> any Identity { UserIdentity() }

    @inline(never)
    static func loader() -> any MessageLoading { MessageLoader(network: network(), cache: cache()) }

    @inline(never)
    static func sender() -> any MessageSending { MessageSender(outbox: outbox(), identity: identity()) }

    /// Makes the graph of seven services.
    @inline(never)
    public static func inbox() -> any Inbox { InboxModel(loader: loader(), sender: sender()) }

    /// Makes a chain of services.
    @inline(never)
    public static func chain(length: Int) -> any Link {
        length == 1 ? LastLink() : InnerLink(next: chain(length: length - 1))
    }

    /// Makes the service that handles a request, and the services that it needs.
    @inline(never)
    public static func desk() -> any Desk {
        FrontDesk(
            caller: requestLog(offset: 15), log: requestLog(offset: 11), connection: requestLog(offset: 13),
            settings: sharedSettings())
    }

    @inline(never)
    private static func requestLog(offset: Int) -> any RequestLog { SystemClock(offset: offset) }

    /// A shared service, kept as a program without a library keeps it.
    public static let settings: any Settings = SystemClock(offset: 1)

    /// Makes a view model.
    @inline(never)
    public static func viewModel() -> ViewModel { ViewModel(clock: clock(), network: network(), cache: cache()) }

    /// Makes a service from an argument, and a service that needs it.
    @inline(never)
    public static func envelope() -> Envelope { Envelope(message: message(id: 7)) }

    /// Makes ten services of a type.
    @inline(never)
    public static func plugins() -> [any Plugin] { (0..<10).map { _ in plugin() } }

    @inline(never)
    private static func plugin() -> any Plugin { SystemClock() }

    /// Makes a service that only classes implement.
    @inline(never)
    public static func ticker() -> any Ticker { SystemTicker() }

    private static let keptTicker: any SharedTicker = SystemTicker(offset: 1)

    /// Gives the same instance of a class-bound protocol at each call.
    @inline(never)
    public static func sharedTicker() -> any SharedTicker { keptTicker }

    private static let kept: any Settings = SystemClock(offset: 1)

    /// Gives the same service at each call.
    @inline(never)
    public static func sharedSettings() -> any Settings { kept }
}

extension Direct {
    /// A view model with three services that are made with it, and one that is made when it is first read.
    public final class ViewModel {
        private let clock: any Clock
        private let network: any Network
        private let cache: any Cache
        private lazy var settings = Direct.sharedSettings()

        init(clock: any Clock, network: any Network, cache: any Cache) {
            self.clock = clock
            self.network = network
            self.cache = cache
        }
    }
}
