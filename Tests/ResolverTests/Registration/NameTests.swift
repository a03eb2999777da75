import Resolver
import Testing

extension Resolver.Name {
    fileprivate static let production: Self = "production"
}

/// Names are equal if their strings are: if they are canonically equivalent.
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

    @Test func namesTellRegistrationsOfOneTypeApart() {
        resolver.register { Petrol(cylinders: 1) }
        resolver.register(name: "two") { Petrol(cylinders: 2) }
        resolver.register(name: "three") { Petrol(cylinders: 3) }
        #expect(resolver.resolve(Petrol.self).cylinders == 1)
        #expect(resolver.resolve(Petrol.self, name: "two").cylinders == 2)
        #expect(resolver.resolve(Petrol.self, name: "three").cylinders == 3)
        #expect(resolver.optional(Petrol.self, name: "four") == nil)
    }

    @Test(arguments: ["", " ", "a", "fifteen letters", "a name that does not fit into a small string", "größe", "名前"])
    func aNameIsFoundAgain(_ text: String) {
        resolver.register(name: Resolver.Name(text)) { text }
        resolver.register { "no name" }
        #expect(resolver.resolve(String.self, name: Resolver.Name(text + "")) == text)
        #expect(resolver.optional(String.self, name: Resolver.Name(text + "!")) == nil)
    }

    @Test func namesThatDifferAreNotTheSame() {
        let resolver = Resolver()
        let names = [
            "", "K", "k", "\u{E9}", "e", "e\u{300}", "\u{FF2B}", "\u{FB01}", "fi", "a;", ";", "12345678", "123456789",
        ]
        for (number, name) in names.enumerated() { resolver.register(name: Resolver.Name(name)) { number } }
        for (number, name) in names.enumerated() {
            #expect(resolver.resolve(Int.self, name: Resolver.Name(name)) == number)
        }
        #expect(resolver.optional(Int.self) == nil)
    }

    /// Tests names of one repeated scalar, of every length up to a word and a byte, where words of bytes begin and end.
    @Test func namesOfEveryLength() {
        let resolver = Resolver()
        let names =
            (0...40).map { String(repeating: "x", count: $0) } + (1...40).map { String(repeating: "\0", count: $0) }
        for (number, name) in names.enumerated() { resolver.register(name: Resolver.Name(name)) { number } }
        for (number, name) in names.enumerated() {
            // A new string, so that it is stored in another place.
            let copy = String(name.reversed().reversed().map { $0 })
            #expect(resolver.resolve(Int.self, name: Resolver.Name(copy)) == number)
        }
    }

    // MARK: - Canonical equivalence

    /// All scalars whose string equals one of ASCII, each with that one.
    private static let equivalentToASCII: [(other: String, ascii: String)] = {
        // `==` compares normal forms, so a scalar can only equal an ASCII string that has a single scalar.
        let ascii = Set((UInt8(0)..<0x80).map { String(UnicodeScalar($0)) })
        return (UInt32(0x80)...0x10_FFFF).compactMap { UnicodeScalar($0).map { String($0) } }
            .filter { ascii.contains($0) }
            .map { other in (other, ascii.first { $0 == other } ?? "") }
    }()

    @Test func everyScalarThatIsEquivalentToASCII() {
        #expect(NameTests.equivalentToASCII.count == 3)
        for (other, ascii) in NameTests.equivalentToASCII {
            for (prefix, suffix) in [
                ("", ""), ("a", ""), ("", "z"), ("seven b", "and more than a word"), ("\u{E9}", ""),
            ] {
                expectSame(prefix + other + suffix, prefix + ascii + suffix)
            }
        }
    }

    @Test func anEquivalentAtEveryPlaceOfAWord() {
        for before in 0...17 {
            for after in [0, 1, 7, 8, 9, 17] {
                let (prefix, suffix) = (String(repeating: "x", count: before), String(repeating: "y", count: after))
                expectSame(prefix + "\u{212A}" + suffix, prefix + "K" + suffix)
            }
        }
    }

    @Test(arguments: [
        ("\u{E9}", "e\u{301}"), ("\u{212B}", "A\u{30A}"), ("\u{212B}", "\u{C5}"),
        ("\u{D55C}", "\u{1112}\u{1161}\u{11AB}"),
        ("\u{2126}", "\u{3A9}"), ("\u{1E69}", "s\u{307}\u{323}"), ("\u{1E69}", "s\u{323}\u{307}"),
        ("\u{F900}", "\u{8C48}"),
        ("K\u{301}", "\u{212A}\u{301}"), ("caf\u{E9} \u{212A}", "cafe\u{301} K"), ("\u{340}", "\u{300}"),
        ("caf\u{E9}", "cafe\u{301}"), ("K", "\u{212A}"), ("\u{1D15E}", "\u{1D157}\u{1D165}"), ("\u{2000}", "\u{2002}"),
    ])
    func composedAndDecomposed(_ left: String, _ right: String) { expectSame(left, right) }

    private func expectSame(_ left: String, _ right: String) {
        #expect(left == right)
        for (registered, asked) in [(left, right), (right, left)] {
            let resolver = Resolver()
            resolver.register(name: Resolver.Name(registered)) { 7 }
            #expect(resolver.optional(Int.self, name: Resolver.Name(asked)) == 7, "\(registered), \(asked)")
            resolver.register(name: Resolver.Name(asked)) { 8 }
            #expect(resolver.optional(Int.self, name: Resolver.Name(registered)) == 8, "\(registered), \(asked)")
        }
    }

    @Test("own defect D106: a name that is a string leaves the place to the call") @available(*, deprecated)
    func aStringLeavesThePlace() {
        let name: String? = "old"
        let line = #line
        resolver.register(Petrol.self, name: name) { nil }
        resolver.register(Electric.self, name: name) { _ in nil }
        resolver.register(Radio.self, name: name) { _, _ in nil }
        resolver.register(name: name) { Car(engine: Petrol()) }
            .implements((any Motor).self, name: name)
        func place<Service>(_ type: Service.Type) -> String {
            let error = #expect(throws: ResolutionError.self) { try resolver.require(type, name: "old") }
            let row = error?.description.split(separator: "\n").first { $0.contains("registered") }
            return row?.split(separator: "/").last.map(String.init) ?? ""
        }
        #expect(place(Petrol.self) == "NameTests.swift:\(line + 1)")
        #expect(place(Electric.self) == "NameTests.swift:\(line + 2)")
        #expect(place(Radio.self) == "NameTests.swift:\(line + 3)")
        #expect(place((any Motor).self) == "NameTests.swift:\(line + 5)")
    }
}
