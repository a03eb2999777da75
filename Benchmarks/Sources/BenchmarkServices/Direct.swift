/// The services without a library: plain functions, none of them inlined, as a call from another file is not.
public enum Direct {
    /// The unit of every ratio.
    @inline(never)
    public static func clock() -> any Clock { SystemClock() }

    /// Makes a service of an argument.
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

    /// Makes a graph of seven.
    @inline(never)
    public static func inbox() -> any Inbox { InboxModel(loader: loader(), sender: sender()) }

    /// Makes a chain of services.
    @inline(never)
    public static func chain(length: Int) -> any Link {
        length == 1 ? LastLink() : InnerLink(next: chain(length: length - 1))
    }

    /// Makes what handles a request, and what that needs.
    @inline(never)
    public static func desk() -> any Desk {
        FrontDesk(
            caller: requestLog(offset: 15), log: requestLog(offset: 11), connection: requestLog(offset: 13),
            settings: sharedSettings())
    }

    @inline(never)
    private static func requestLog(offset: Int) -> any RequestLog { SystemClock(offset: offset) }

    /// A service that everybody shares, as a program without a library keeps it.
    public static let settings: any Settings = SystemClock(offset: 1)

    /// Makes a view model.
    @inline(never)
    public static func viewModel() -> ViewModel { ViewModel(clock: clock(), network: network(), cache: cache()) }

    /// Makes a service of an argument, and what needs it.
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

    /// The same service that only classes implement, at each call.
    @inline(never)
    public static func sharedTicker() -> any SharedTicker { keptTicker }

    private static let kept: any Settings = SystemClock(offset: 1)

    /// The same service at each call.
    @inline(never)
    public static func sharedSettings() -> any Settings { kept }
}

extension Direct {
    /// Three services that are there, and one that is had when it is first read.
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
