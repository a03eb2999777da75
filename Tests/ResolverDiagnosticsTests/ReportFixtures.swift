import Resolver
import ResolverDiagnostics
import TestSupport

// Reports on programs of several sizes; Scripts/check-report looks at their pages in a browser.

private final class Part {}

enum ReportFixtures {
    /// The report of all tools on a program that runs.
    private static func report(
        _ title: String, validated: Bool = true, _ register: () -> Void, run: () -> Void
    ) -> WiringReport {
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            register()
            let (recorder, times, ledger) = (DependencyGraph.Recorder(), ServiceTimes(), Ledger())
            for observer in [recorder, times, ledger] as [any ResolutionObserver] { Resolver.addObserver(observer) }
            run()
            return WiringReport(
                title: title, graph: recorder.graph(of: .root), times: times.entries, ledger: ledger.report(),
                validation: validated ? Resolver.validate() : nil)
        }
    }

    /// A dozen services, with a captive, a missing one, and one that is never asked for.
    static var small: WiringReport {
        report("Feed reader") {
            Resolver.register(file: "App/Feed.swift", line: 4) { Feed(transport: $0.resolve(), store: $0.resolve()) }
            Resolver.register(file: "App/Feed.swift", line: 9) { FeedPage(feed: $0.resolve()) }.scope(.unique)
            Resolver.register(file: "Net/Socket.swift", line: 2) { Socket() }.implements((any Transport).self)
                .scope(.application)
            Resolver.register(file: "App/Journal.swift", line: 1) { Journal() }.scope(.cached)
            Resolver.register(file: "Store/FeedStore.swift", line: 7) { FeedStore(account: $0.resolve()) }
                .scope(.application)
            Resolver.register(file: "App/Account.swift", line: 3) { Account() }.scope(.shared)
            for name in ["search", "settings", "share"] as [Resolver.Name] {
                Resolver.register(name: name, file: "App/Panels.swift", line: 5) { resolver in
                    _ = resolver.optional((any Transport).self)
                    return Part()
                }
            }
            Resolver.register(name: "unused", file: "App/Cache.swift", line: 1) { Cache() }
        } run: {
            Program.run()
            for name in ["search", "settings"] as [Resolver.Name] { _ = Resolver.resolve(Part.self, name: name) }
            _ = Resolver.optional(Cache.self)
        }
    }

    static let files: [StaticString] = [
        "App/Start.swift", "Feed/Feed.swift", "Search/Search.swift", "Mail/Mail.swift", "Player/Player.swift",
        "Account/Account.swift", "Store/Store.swift", "Net/Net.swift", "Log/Log.swift",
    ]

    /// 300 services, most of which lead to the last.
    static var large: WiringReport {
        let count = 300
        let scopes: [ResolverScope] = [.graph, .application, .cached, .graph]
        func name(_ number: Int) -> Resolver.Name {
            let file = "\(files[number * files.count / count])".prefix { $0 != "/" }
            return Resolver.Name("\(file) \(["model", "loader", "client", "parser"][number % 4]) \(number)")
        }
        func needs(_ number: Int) -> Set<Int> {
            let near = [number + 1 + number * 13 % 17, number + 2 + number * 7 % 29]
            return Set(near + (number % 4 == 0 ? [count - 1] : [])).filter { $0 < count && $0 != number }
        }
        return report("A large program", validated: false) {
            for number in 0..<count {
                let file = files[number * files.count / count]
                Resolver.register(name: name(number), file: file, line: UInt(number)) { resolver in
                    for needed in needs(number).sorted() { _ = resolver.resolve(Part.self, name: name(needed)) }
                    return Part()
                }.scope(scopes[number % scopes.count])
            }
        } run: {
            for number in 0..<20 { _ = Resolver.resolve(Part.self, name: name(number)) }
        }
    }

    /// Names that would do harm if they were read as HTML, as a script, or as a line.
    static let names = [
        "</script><script>document.title = 'harmed'</script>", "\"><img src=x onerror=\"document.title = 'harmed'\">",
        "line\nbreak\u{2028}and\u{2029}more", "right\u{202E}to left", "' onmouseover='x", "<!-- <script>", "&lt;b&gt;",
        "#/service/none", "%E0%A4%A", "12345678901234567890\u{1F9EA}\u{1F9EA}\u{1F9EA} half", "名前がとても長い登録の名前です",
        "WWWWWWWWWWWWWWWWWWWWWWWW",
    ]

    static var hostile: WiringReport {
        report("</title><script>document.title = 'harmed'</script>", validated: true) {
            for (number, name) in names.enumerated() {
                Resolver.register(name: Resolver.Name(name), file: "App/<b>Names</b>.swift", line: 1) { resolver in
                    if number + 1 < names.count {
                        _ = resolver.resolve(Part.self, name: Resolver.Name(names[number + 1]))
                    }
                    return Part()
                }
            }
            Resolver.register(name: "fails</pre><img src=x>") { $0.resolve(Int.self, name: "<b>none</b>") }
        } run: {
            _ = Resolver.resolve(Part.self, name: Resolver.Name(names[0]), file: "App/<i>Main</i>.swift")
        }
    }
}
