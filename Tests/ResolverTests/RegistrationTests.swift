import Resolver
import Testing

@Suite struct RegistrationTests {
    @Test func aFactoryMakesTheServiceItReturns() {
        let resolver = Resolver()
        resolver.register { 42 }
        #expect(resolver.resolve(Int.self) == 42)
    }
}
