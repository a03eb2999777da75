import Resolver
import SafeFacade
import Testing

/// Tests of resolutions in async functions, which may go on on another thread after each suspension.
@Suite struct AsyncFunctionTests {
    @Test func asyncFunctionsResolveAlsoAfterASuspension() async {
        let resolver = Resolver()
        resolver.register { Network(host: "async") }
        let typed = Container()
        let count = await Task.detached {
            var count = 0
            for _ in 0..<10 {
                let network: Network = resolver.resolve()
                await Task.yield()
                let other: Network? = resolver.optional()
                let third = typed.network()
                await Task.yield()
                count += network.host == other?.host && third.host != "async" ? 1 : 0
            }
            return count
        }.value
        #expect(count == 10)
    }
}
