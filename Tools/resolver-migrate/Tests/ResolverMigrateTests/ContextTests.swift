import ResolverMigrate
import Testing

/// What the code around a lookup wants of it.
@Suite struct ContextTests {
    /// A program that is declared, and the text behind it after the places that ask have moved.
    private func injected(_ text: String) -> String {
        let declared = """
            import Resolver
            import SafeFacade

            protocol Net {}
            struct Real: Net { init?(maybe: Bool) { nil }; init() {} }
            extension Container {
                var net: Factory<Net> { self { Real() }.graph }
                var nets: Factory<[Net]> { self { [Real()] }.graph }
                var byName: Factory<[String: Net]> { self { [:] }.graph }
            }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() {
                    register(\\.net)
                    register(\\.nets)
                    register(\\.byName)
                }
            }
            let flag = true
            let net: Net = Real()
            let maybeNet: Net? = nil
            let maybeReal: Real? = nil
            func use(_ net: Net) {}

            """
        let file = SourceFile(path: "A.swift", text: declared + text, module: Module(name: ""))
        let after = Draft(Program([file]), stage: .inject).changes.first?.after
        return after.map { String($0.dropFirst(declared.count)) } ?? text
    }

    @Test(
        "own defect D260: the other side of a choice decides what is resolved, where it is more concrete",
        arguments: [
            "let n: Net = flag ? Resolver.resolve() : Real()",
            "let n: Net = flag ? Real() : Resolver.resolve()",
            "let n: Net = flag ? Resolver.resolve() : flag ? net : Real()",
            "let n: Net = flag ? Resolver.resolve() : (Real())",
            "let n: Net = flag ? Resolver.resolve() : try! unknown()",
            "let n: Net = maybeReal ?? Resolver.resolve()",
            "let n: Net = maybeNet ?? maybeReal ?? Resolver.resolve()",
            "let n: Net = Real(maybe: flag) ?? Resolver.resolve()",
            "func f(n: Net = flag ? Resolver.resolve() : Real()) {}",
            "func f() { use(flag ? Resolver.resolve() : Real()) }",
            "func f() { use(maybeReal ?? Resolver.resolve()) }",
            "func f() -> Net { return flag ? Resolver.resolve() : Real() }",
            "func f() -> Net { maybeReal ?? Resolver.resolve() }",
            "func f() -> Net { if flag { Resolver.resolve() } else { net } }",
            "func f() -> Net { switch flag { case true: Resolver.resolve(); case false: net } }",
            "let n: Net = flag ? Resolver.resolve() : Other.resolve()",
            "let n: Net = maybeNet ?? (Real(), 1).0 ?? Resolver.resolve()",
            "let n: Net = maybeNet ?? net ?? Resolver.resolve()",
            "let all: List<Net> = [Resolver.resolve()]",
            "let same: Bool = flag == Resolver.resolve()",
            "let n: Net = Resolver.resolve() ? net : net",
            "func f(_ net: some Net) {}\nfunc g() { f(Resolver.resolve()) }",
            "extension Container { var other: Factory<Net> { self { () -> Net in flag ? Resolver.resolve() : Real() } } }",
        ])
    func aMoreConcreteSide(_ text: String) {
        let after = injected(text)
        #expect(after.contains("[type]\n"), "\(after)")
        #expect(after.contains("Resolver.resolve()") && !after.contains("Container.shared"), "\(after)")
    }

    @Test(
        "own defect D260: a side of the wanted type leaves it",
        arguments: [
            "let n: Net = flag ? CALL : net",
            "let n: Net = flag ? CALL : (Real() as Net)",
            "let n: Net = flag ? net : flag ? net : CALL",
            "let n: Net? = flag ? CALL : nil",
            "let n: Net = maybeNet ?? CALL",
            "let n: Net = maybeNet ?? (nil ?? CALL)",
            "let n = maybeNet ?? CALL",
            "func f() { use(flag ? CALL : net) }",
            "let all: [Net] = [net, CALL]",
            "let n = CALL as Net",
            "func f(_ make: @autoclosure @escaping () -> Net) {}\nfunc g() { f(CALL) }",
            "func f(_ make: @escaping @Sendable () -> Net) {}\nfunc g() { f({ CALL }) }",
            "let n: Net = flag ? CALL : (flag ? net : net)",
            "let n: Net = flag ? CALL : maybeNet ?? net",
            "let n: Net = flag ? CALL : Resolver.resolve(Net.self, name: \"other\")",
            "func f() { let n: Net; n = CALL; use(n) }",
            "func f() -> Net { guard flag else { return CALL }; return net }",
            "struct S { var n: Net { get { CALL } set { use(newValue) } } }",
        ])
    func aSideOfTheWantedType(_ text: String) {
        #expect(
            injected(text.replacing("CALL", with: "Resolver.resolve()"))
                == text.replacing("CALL", with: "Container.shared.net()"))
    }

    @Test("own defect D260: two lookups are what is wanted of both")
    func twoLookups() {
        #expect(
            injected("let n: Net = flag ? Resolver.resolve() : Resolver.resolve()")
                == "let n: Net = flag ? Container.shared.net() : Container.shared.net()")
    }

    @Test(
        "own defect D267: two spellings of one type are one service",
        arguments: [
            ("Array<Net>", "nets"), ("Swift.Array<any Net>", "nets"), ("[any Net]", "nets"),
            ("Dictionary<String, Net>", "byName"), ("[String: any Net]", "byName"),
            ("Optional<Array<Net>>", "nets"), ("Swift.Optional<[Net]>", "nets"),
        ])
    func spellings(_ type: String, _ property: String) {
        #expect(
            injected("let all: \(type) = Resolver.resolve()")
                == "let all: \(type) = Container.shared.\(property)()")
    }

    @Test("own defect D267: an Array of the program's own is another type")
    func anArrayOfTheProgramsOwn() {
        let text = "struct Array<Element> {}\nlet all: Array<Net> = Resolver.resolve()"
        #expect(!injected(text).contains("nets()"))
    }

    @Test("own defect D310: an optional stays where nothing shows that the service is there")
    func anOptionalThatMayBeNil() {
        let text = """
            import Resolver
            import SafeFacade
            struct Late {}
            struct Old {}
            extension Container {
                var late: Factory<Late> { self { Late() }.graph }
                var old: Factory<Old> { legacy() }
            }
            func start() { Resolver.register(\\.late) }
            let late: Late = Resolver.resolve()
            let perhaps: Late? = Resolver.resolve()
            let old: Old? = Resolver.resolve()

            """
        let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
        let draft = Draft(Program([file]), stage: .inject)
        let after = draft.changes.first?.after ?? text
        #expect(after.contains("let late: Late = Container.shared.late()"), "\(after)")
        #expect(after.contains("let perhaps: Late? = Resolver.resolve()"), "\(after)")
        #expect(after.contains("let old: Old? = Resolver.resolve()"), "\(after)")
        #expect(draft.left.count { $0.hasSuffix("[absent]") } == 2, "\(draft.left)")
    }
}
