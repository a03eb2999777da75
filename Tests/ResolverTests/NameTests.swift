import Resolver
import Testing

extension Resolver.Name {
    fileprivate static let production: Self = "production"
}

@Suite struct NameTests {
    let resolver = Resolver()

    @Test func namesAreMadeFromLiteralsConstantsAndText() {
        resolver.register(name: .production) { 1 }
        #expect(resolver.resolve(Int.self, name: "production") == 1)
        #expect(resolver.resolve(Int.self, name: Resolver.Name("pro" + "duction")) == 1)
        #expect(resolver.resolve(Int.self, name: .name(fromString: "production")) == 1)
        #expect(Resolver.Name.name(fromString: nil) == nil)
        #expect(Resolver.Name.production.rawValue == "production")
    }

    @Test(arguments: ["", " ", "a", "fifteen letters", "a name that does not fit into a small string", "größe", "名前"])
    func aNameIsFoundAgain(_ text: String) {
        resolver.register(name: Resolver.Name(text)) { text }
        resolver.register { "no name" }
        #expect(resolver.resolve(String.self, name: Resolver.Name(text + "")) == text)
        #expect(resolver.optional(String.self, name: Resolver.Name(text + "!")) == nil)
    }

    @Test func canonicallyEquivalentNamesAreOne() {
        resolver.register(name: "caf\u{E9}") { 1 }
        #expect(resolver.resolve(Int.self, name: "cafe\u{301}") == 1)
        resolver.register(name: "K") { 2 }
        #expect(resolver.resolve(Int.self, name: "\u{212A}") == 2)
    }
}
