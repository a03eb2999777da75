import ResolverMigrate
import Testing

/// What becomes of a registration that waited for a person, as `legacy()`, when the stages run again.
@Suite struct DecidedTests {
    private func applying(_ stage: Stage, to text: String) -> String {
        let program = Program([SourceFile(path: "A.swift", text: text, module: Module(name: ""))])
        return Draft(program, stage: stage, usesLegacy: true).changes.first?.after ?? text
    }

    private let text = """
        import Resolver

        protocol Loading {}
        final class Loader: Loading { init() throws {} }
        final class Model { @Injected var loading: Loading }

        extension Resolver: ResolverRegistering {
            public static func registerAllServices() {
                register { try Loader() }.implements(Loading.self).scope(.application)
            }
        }

        """

    @Test func itsOwnDeclarationTakesThePlaceOfTheOneWithLegacy() {
        let waiting = applying(.inject, to: applying(.declare, to: text))
        #expect(waiting.contains("var loading: Factory<Loading> { legacy() }"))
        #expect(waiting.contains("@Injected(\\.loading)"))
        let commented = waiting.replacing("    var loading:", with: "    /// Loads.\n    var loading:")
        let decided = applying(
            .declare, to: commented.replacing("init() throws {}", with: "init() {}").replacing("try ", with: ""))
        let declared = """
            extension Container {
                var loader: Factory<Loader> { self { Loader() }.singleton }

                /// Loads.
                var loading: Factory<Loading> { self { $0.loader() } }
            }

            """
        #expect(decided.hasSuffix("        register(\\.loader)\n        register(\\.loading)\n    }\n}\n\n" + declared))
        #expect(!decided.contains("legacy()") && !decided.contains("// resolver-migrate"))
        #expect(applying(.declare, to: decided) == decided)
    }

    @Test("own defect D386: what is made from an argument is declared with it, and its own declaration takes its place")
    func anArgumentIsStated() {
        let text = """
            import Resolver

            final class Thread { init(id: Int) {} }
            func open(_ id: Int) -> Thread { Resolver.resolve(args: id) }

            extension Resolver: ResolverRegistering {
                public static func registerAllServices() {
                    register { _, args in try Thread(id: args()) }.scope(.unique)
                }
            }

            """
        let waiting = applying(.inject, to: applying(.declare, to: text))
        #expect(waiting.contains("    var thread: ParameterFactory<Int, Thread> { legacy() }"), "\(waiting)")
        #expect(waiting.contains("-> Thread { Container.shared.thread(id) }"), "\(waiting)")
        let decided = applying(.declare, to: waiting.replacing("try ", with: ""))
        #expect(
            decided.hasSuffix(
                "extension Container {\n    var thread: ParameterFactory<Int, Thread> { self { Thread(id: $0) }.unique }\n}\n"
            ),
            "\(decided)")
        #expect(!decided.contains("legacy()") && applying(.declare, to: decided) == decided)
        // Nobody knows what this one takes.
        let unknown = text.replacing("try Thread(id: args())", with: "Thread(id: args()! as Int)")
        #expect(!applying(.declare, to: unknown).contains("legacy()"))
    }

    @Test(
        "own defect D398: what only some versions of a system have is declared for none",
        arguments: [
            ("@available(iOS 15, *)", false), ("@available(*, deprecated, message: \"introduced late\")", true),
            ("", true),
            ("@available(iOS, introduced: 15, deprecated: 17)", false), ("@available(iOS, deprecated: 17)", true),
        ])
    func aTypeOfSomeVersions(_ attribute: String, _ isDeclared: Bool) {
        let text = """
            import Resolver

            \(attribute)
            final class Exposure { init() throws {} }

            extension Resolver: ResolverRegistering {
                public static func registerAllServices() {
                    registerExposure()
                }
            }

            \(attribute)
            extension Resolver {
                static func registerExposure() {
                    register { try Exposure() }
                }
            }

            """
        let declared = applying(.declare, to: text)
        #expect(declared.contains("var exposure: Factory<Exposure> { legacy() }") == isDeclared, "\(declared)")
        #expect(declared.contains("legacy()") == isDeclared)
    }

    @Test("what is inside a type of some versions of a system is declared for none")
    func aTypeInsideOneOfSomeVersions() {
        let text =
            "import Resolver\n@available(iOS 15, *)\nenum Kit { final class Exposure { init() throws {} } }\n@available(iOS 15, *)\nfunc set() { Resolver.register { try Kit.Exposure() } }\n"
        #expect(!applying(.declare, to: text).contains("legacy()"))
    }

    @Test func anOptionalStaysOneForWhoAsksForItAlready() {
        let text = """
            import Resolver

            final class Loader {}
            final class Model { @OptionalInjected var loader: Loader? }

            extension Resolver {
                static func registerAll() {
                    #if DEBUG
                    register { Loader() }
                    #endif
                }
            }

            """
        let waiting = applying(.inject, to: applying(.declare, to: text))
        #expect(waiting.contains("@Injected(\\.loader) var loader }"))
        #expect(waiting.contains("    var loader: Factory<Loader?> { legacy() }"))
        let decided = waiting.replacing("        #if DEBUG\n", with: "").replacing("        #endif\n", with: "")
        let declared = applying(.declare, to: decided)
        #expect(declared.contains("    var loader: Factory<Loader?> { self { Loader() }.graph }"))
        #expect(!declared.contains("legacy()") && applying(.declare, to: declared) == declared)
    }

    @Test func aStageThatRunsAfterAnotherSaysTheSame() {
        let text = """
            import Resolver

            final class Screen {}
            @MainActor final class Store { var name = "" }
            final class Named { init(name: String, screen: Screen) {} }
            final class Passing { init(store: Store) {} }

            extension Resolver: ResolverRegistering {
                @MainActor public static func registerAllServices() {
                    register { Screen() }
                    register { Elsewhere(screen: resolve(Screen.self)) }
                    register { Store() }
                    register { Named(name: Resolver.resolve(Store.self).name, screen: resolve()) }
                    register { Passing(store: Resolver.resolve(Store.self)) }
                }
            }
            let elsewhere: Elsewhere = Resolver.resolve()

            """
        let injected = applying(.inject, to: applying(.declare, to: text))
        #expect(injected.contains("Named(name: Container.shared.store().name, screen: Container.shared.screen())"))
        #expect(injected.contains("var passing: Factory<Passing> { self { Passing(store: $0.store()) }.graph }"))
        #expect(applying(.declare, to: injected) == injected)
    }

    @Test("own defect D314: a name is written as it is, whatever is in it")
    func aNameThatIsEscaped() {
        let text = #"""
            import Resolver

            final class Loader { init() throws {} }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() {
                    register(name: "a \"b\" \\ c") { try Loader() }
                }
            }
            let loader: Loader = Resolver.resolve(name: "a \"b\" \\ c")

            """#
        let declared = applying(.declare, to: text)
        #expect(declared.contains(#"Factory<Loader> { legacy(name: "a \"b\" \\ c") }"#), "\(declared)")
        #expect(applying(.inject, to: declared).contains("let loader: Loader = Container.shared."))
    }

    @Test(
        "own defect D319: a name that legacy() states is read as any other",
        arguments: ["\"b\"", ".b", "Resolver.Name.b", "Resolver.Name(\"b\")"])
    func aNameThatLegacyStates(_ name: String) {
        let text = """
            import Resolver
            import SafeFacade

            final class Loader { init() throws {} }
            extension Resolver.Name { static let b = Self("b") }
            extension Container { var loader: Factory<Loader> { legacy(name: \(name)) } }
            extension Resolver { static func all() { register(name: .b) { try Loader() } } }
            let loader: Loader = Resolver.resolve(name: .b)

            """
        #expect(applying(.inject, to: text).contains("let loader: Loader = Container.shared.loader()"))
    }

    @Test(
        "a name is read where it is made of a literal alone",
        arguments: [
            ("Self(\"app\")", true), ("Resolver.Name(\"app\")", true), (".init(\"app\")", true), ("\"app\"", true),
            ("Self(Keys.app)", true), ("Self(Keys.variable)", false), ("Self(Keys.computed)", false),
            ("Self(Keys.other)", false),
            ("scoped(\"app\")", false), ("scoped(\"app\", \"store\")", false), ("Self(\"app\", \"store\")", false),
        ])
    func aNameConstant(_ value: String, _ isRead: Bool) {
        let text = """
            import Resolver
            import SafeFacade
            struct Store {}
            enum Keys {
                static let app = "app"
                static var variable = "app"
                static let computed = "a" + "pp"
                #if DEBUG
                    static let other = "app"
                #else
                    static let other = "other"
                #endif
            }
            extension Container { var store: Factory<Store> { self { Store() } } }
            extension Resolver.Name {
                static let appStore: Resolver.Name = \(value)
                static func scoped(_ first: String, _ second: String = "") -> Resolver.Name { .init(second + first) }
            }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() { register(\\.store, name: "app") }
            }
            let store = Resolver.resolve(Store.self, name: .appStore)

            """
        let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
        let program = Program([file])
        let left = Draft(program, stage: .inject).left
        #expect(left.contains { $0.contains("[dynamicName]") } != isRead, "\(left)")
        #expect(finished(text)[0].contains("register(\\.store"))
    }

    @Test(
        "own defect D502: what #if declares in two ways is not read from the first branch"
    )
    func aNameUnderACondition() {
        let text = """
            import Resolver
            import SafeFacade
            protocol P {}
            struct A: P {}
            struct M: P {}
            extension Container {
                var apiP: Factory<P> { self { A() } }
                var mockP: Factory<P> { self { M() } }
                var a: Factory<A> { self { A() } }
            }
            extension Resolver.Name {
                #if MOCK
                    static let mode = Self("mock")
                #else
                    static let mode = Self("api")
                #endif
            }
            extension Resolver: ResolverRegistering {
                public static func registerAllServices() {
                    register(\\.apiP, name: "api")
                    register(\\.mockP, name: "mock")
                    register(\\.a)
                }
            }
            struct User {
                #if MOCK
                    let a: A
                #else
                    let a: P
                #endif
                init() { a = Resolver.resolve() }
            }
            let p: P = Resolver.resolve(name: .mode)

            """
        let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
        let left = Draft(Program([file]), stage: .inject).left
        #expect(left.filter { $0.contains("[dynamicName]") }.count == 1, "\(left)")
        #expect(left.filter { $0.contains("[type]") }.count == 1, "\(left)")
    }

    @Test(
        "own defect D505: a class of the program that inherits another library's initialisers is declared with legacy",
        arguments: [
            ("final class Screen: UIViewController {}", "Screen(nibName: nil)", true),
            ("final class Screen<T>: UIViewController {}", "Screen(nibName: nil)", false),
        ])
    func anInheritedInitialiser(_ type: String, _ made: String, _ isDeclared: Bool) {
        let text = """
            import Resolver
            import UIKit
            \(type)
            func all() { Resolver.register { \(made) } }
            struct User { let screen = Resolver.resolve(Screen.self) }

            """
        let file = SourceFile(path: "A.swift", text: text, module: Module(name: ""))
        let after = Draft(Program([file]), stage: .declare, usesLegacy: true).changes.first?.after ?? ""
        #expect(after.contains("var screen: Factory<Screen> { legacy() }") == isDeclared, "\(after)")
    }

    @Test(
        "a declaration with legacy() that is not the same for everybody stays beside the registration's own",
        arguments: [
            ("var a: Factory<A> { legacy() }", true), ("public var a: Factory<A> { legacy() }", false),
            ("#if DEBUG\n    var a: Factory<A> { legacy() }\n    #endif", false),
            ("var a: ParameterFactory<Int, A> { legacy() }", false),
            ("var a: Factory<A> { legacy(name: \"b\") }", false),
        ])
    func aDeclarationThatIsNotTheSame(_ declaration: String, _ isReplaced: Bool) {
        let text =
            "import Resolver\nimport SafeFacade\n\npublic struct A {}\nextension Container {\n    \(declaration)\n}\nextension Resolver { static func all() { register { A() } } }\n"
        let after = applying(.declare, to: text)
        #expect(after.contains("legacy(") != isReplaced, "\(after)")
        #expect(after.contains("var a\(isReplaced ? "" : "2"): Factory<A> { self { A() }.graph }"), "\(after)")
    }
}
