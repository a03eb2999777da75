import Resolver

protocol Network { var host: String { get } }
struct Fast: Network { let host = "fast" }
struct Slow: Network { let host = "slow" }
struct Hosts { let all: [String] }
struct Text { let value: String }
struct Pair { let make: () -> Network; let host: String }
struct Options { var isFast = true }
struct Banner { let text: String }

func defaultHost() -> String { "default" }
let globalHost = "global"

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        register { Options() }
        register { () -> Network in
            let options: Options = resolve()
            // Which one depends.
            if options.isFast {
                return Fast()
            }
            return Slow()
        }
        register(name: "choice") { resolve(Options.self).isFast ? Fast() as Network : Slow() as Network }
        register { Hosts(all: [
            defaultHost(),
            globalHost,
            resolve(Network.self).host,
        ]) }
        register { r in
            Pair(make: { r.resolve() }, host: ["a", "b"].map { $0 + "!" }.joined())
        }
        register {
            Text(value: """
                first
                  second
                """)
        }
        register { Banner(text: """
  shallow
  """) }
        register(name: "conditional") {
            #if DEBUG
            Fast() as Network
            #else
            Fast() as Network
            #endif
        }
    }
}

print(Resolver.resolve(Network.self).host, Resolver.resolve(Hosts.self).all)
let choice: Network = Resolver.resolve(name: "choice")
let conditional: Network = Resolver.resolve(name: "conditional")
let pair: Pair = Resolver.resolve()
print(choice.host, conditional.host, pair.make().host, pair.host)
print(Resolver.resolve(Text.self).value, Resolver.resolve(Banner.self).text)
