import Resolver

#if EXTRA
final class DebugMenu { let title = "menu" }
#if os(Linux) || os(macOS)
struct Console { let text = "console" }
#endif
#elseif canImport(Nowhere)
final class Elsewhere {}
#endif

protocol Tracking: AnyObject { var name: String { get } }
final class LocalTracking: Tracking { let name = "local" }

protocol Store { var name: String { get } }
struct MemoryStore: Store { let name = "memory" }
struct FileStore: Store { let name = "file" }

protocol Log { var name: String { get } }
struct QuietLog: Log { let name = "quiet" }
struct LoudLog: Log { let name = "loud" }

#if EXTRA && !canImport(Nowhere)
struct Theme { let name = "extra" }
#else
struct Theme { let name = "plain" }
#endif

enum Level { case low, middle, high }
struct Meter { let level: Level }
final class Rare { let name = "rare" }

final class Home {
    @OptionalInjected var tracking: Tracking?
    @OptionalInjected var rare: Rare?
    @Injected var store: Store
    @Injected var log: Log
    @Injected var meter: Meter
    @Injected var theme: Theme

    #if EXTRA
    @Injected var menu: DebugMenu
    #endif

    var text: String {
        "\(tracking?.name ?? "no tracking") \(rare?.name ?? "not rare") \(store.name) \(log.name) \(meter.level) \(theme.name)"
    }
}

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        #if EXTRA
        register { DebugMenu() }
        register { LocalTracking() as Tracking }.scope(.shared)
        register { MemoryStore() as Store }
        #if os(Linux) || os(macOS)
        register { Console() }
        #endif
        #elseif canImport(Nowhere)
        register { Elsewhere() }
        register { FileStore() as Store }
        #else
        register { FileStore() as Store }
        #endif

        if CommandLine.arguments.count > 9 {
            register { LoudLog() as Log }
            register { Rare() }
        } else {
            register { QuietLog() as Log }
        }

        switch CommandLine.arguments.count {
        case 0: register { Meter(level: .low) }
        case 1: register { Meter(level: .middle) }
        default: register { Meter(level: .high) }
        }

        for _ in 0..<1 { register { Theme() } }
        register { Theme() }
    }
}

print(Home().text)
#if EXTRA
let tracking: Tracking = Resolver.resolve()
print(Home().menu.title, tracking.name)
#if os(Linux) || os(macOS)
print(Resolver.resolve(Console.self).text)
#endif
#endif
if let rare: Rare = Resolver.optional() { print(rare.name) }
