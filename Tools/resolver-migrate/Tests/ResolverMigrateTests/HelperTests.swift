import ResolverMigrate
import Testing

/// Functions in extensions of `Resolver` that register what their callers make.
@Suite struct HelperTests {
    private func declared(_ helper: String, _ call: String = "auto(B.init)") -> String {
        let text = """
            import Resolver

            protocol P {}
            struct A {}
            struct B: P { init(a: A) {} }
            let payments = Resolver(child: .main)
            extension Resolver {
                \(helper)
                static func all() {
                    register { A() }
                    \(call)
                }
            }

            """
        let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
        return Draft(Program([file]), stage: .declare).changes.first?.after ?? ""
    }

    @Test(arguments: [
        "static func auto<X, T>(_ make: @escaping (X) -> T) { register { make(resolve()) } }",
        "static func auto<X, T>(_ make: @escaping (X) -> T) { register { make(Resolver.resolve()) } }",
        "static func auto<X, T>(_ make: @escaping (X) -> T) { register { r in make(r.resolve()) } }",
        "static func auto<X, T>(_ make: @escaping (X) -> T) { register { make($0.resolve()) } }",
        "static func auto<X, T>(_ make: @escaping (X) -> T) { register(T.self) { make($0.resolve()) } }",
    ])
    func aHelperThatOnlyPassesServicesOn(_ helper: String) {
        let after = declared(helper)
        #expect(after.contains("var b: Factory<B> { self { B(a: $0.a()) }.graph }"), "\(after)")
    }

    @Test func aHelperThatIsHandedAName() {
        let helper =
            "static func auto<X, T>(_ make: @escaping (X) -> T, name: Resolver.Name? = nil) { register(name: name) { make(resolve()) } }"
        #expect(declared(helper, "auto(B.init, name: \"c\")").contains("register(\\.cB, name: \"c\")\n"))
        #expect(declared(helper).contains("register(\\.b)\n"))
        let fixed = helper.replacing("= nil", with: "= \"d\"")
        #expect(declared(fixed).contains("('auto') [form]\n"))
    }

    @Test(
        "own defect D594: a helper that registers under a name, or asks another resolver, is left to the person",
        arguments: [
            "static func auto<X, T>(_ make: @escaping (X) -> T) { register(name: \"b\") { make(resolve()) } }",
            "static func auto<X, T>(_ make: @escaping (X) -> T) { register { make(payments.resolve()) } }",
            "static func auto<X, T>(_ make: @escaping (X) -> T) { register { make(resolve(X.self)) } }",
            "static func auto<X, T>(_ make: @escaping (X) -> T) { register { make(load()) } }",
            "static func auto<X, T>(_ make: @escaping (X) -> T) { register { wrap(resolve()) } }",
            "static func auto<X, T: P>(_ make: @escaping (X) -> T) { register(P.self) { make(resolve()) } }",
        ])
    func aHelperThatDoesMore(_ helper: String) {
        let after = declared(helper)
        #expect(!after.contains("Factory<B>") && after.contains("('auto') [form]\n"), "\(after)")
    }

    @Test(
        "an initialiser that is not the only one, or may fail, is not called in a helper's place",
        arguments: [
            "struct C { init(a: A) {}; init(b: B) {} }", "struct C { init?(a: A) { nil } }",
            "struct C { init(a: A) throws {} }",
        ])
    func anInitialiser(_ type: String) {
        let helper =
            "static func auto<X, T>(_ make: @escaping (X) -> T) { register { make(resolve()) } }\n    \(type)"
        let after = declared(helper, "auto(Resolver.C.init)")
        #expect(!after.contains("Factory<Resolver.C"), "\(after)")
    }

    @Test(
        "a service that is made with an argument, or that may be nil, is looked up for an initialiser",
        arguments: ["register { _, args in A(level: args()) }", "register { A(text: \"\") }"])
    func aServiceOfAnotherKind(_ registration: String) {
        let text = """
            import Resolver
            struct A { init(level: Int) {}; init?(text: String) { nil } }
            struct B { init(a: A) {} }
            extension Resolver {
                static func auto<X, T>(_ make: @escaping (X) -> T) { register { make(resolve()) } }
                static func all() {
                    \(registration)
                    auto(B.init)
                }
            }

            """
        let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
        let after = Draft(Program([file]), stage: .declare).changes.first?.after ?? ""
        #expect(after.contains("var b: Factory<B> { self { B(a: Resolver.resolve()) }.graph }"), "\(after)")
    }
}
