import ResolverMigrate
import Testing

/// What `finish` takes away besides exports and the functions around them.
@Suite struct LeftoverTests {
    private func finished(_ texts: String...) -> [String] {
        let files = texts.enumerated().map {
            SourceFile(path: "\($0.offset).swift", text: $0.element, module: Module(name: ""))
        }
        var after = texts
        for change in Draft(Program(files), stage: .finish).changes {
            after[Int(change.path.prefix(1)) ?? 0] = change.after
        }
        return after
    }

    @Test func aConformanceToResolvingGoesWhereNothingUsesIt() {
        #expect(
            finished("import Resolver\n\nprotocol P {}\nfinal class A: Resolving, P {}\nclass B: Resolving {}\n")
                == ["protocol P {}\nfinal class A: P {}\nclass B {}\n"])
        #expect(
            finished("import Resolver\nprotocol P {}\nclass A: P, Resolving {\n}\n") == [
                "protocol P {}\nclass A: P {\n}\n"
            ])
    }

    @Test(arguments: [
        "class A: Resolving { func b() { resolver.reset() } }\n",
        "class A: Resolving {}\nclass B: A { func b() { self.resolver.reset() } }\n",
        "class A: Resolving {}\nfunc b(_ a: A) { a.resolver.reset() }\n",
        "class A: Resolving {}\nfunc b(_ a: Resolving) {}\n",
        "public class A: Resolving {}\n",
    ])
    func aConformanceToResolvingStaysWhereItMayBeUsed(_ text: String) {
        #expect(finished("import Resolver\n" + text) == ["import Resolver\n" + text])
    }

    @Test func namesGoThatNothingMentions() {
        let names =
            "extension Resolver.Name {\n    /// One.\n    static let one = Self(\"one\")\n    static let two = Self(\"two\")\n}\n"
        let user = "import Resolver\nlet two = Resolver.optional(Int.self, name: .two)\n"
        #expect(
            finished("import Resolver\n\n" + names, user)
                == ["import Resolver\n\nextension Resolver.Name {\n    static let two = Self(\"two\")\n}\n", user])
        #expect(finished("import Resolver\n\n" + names + "\nlet a = 1\n") == ["let a = 1\n"])
        let published = "import Resolver\n\npublic extension Resolver.Name {\n    static let one = Self(\"one\")\n}\n"
        #expect(finished(published) == [published])
    }

    @Test func scopesGetTheirNewNamesWhereThatCanMeanNothingElse() {
        let scope = "extension ResolverScope {\n    static let session = ResolverScopeCache()\n}\n"
        let reset = "func signOut() { ResolverScope.session.reset() }\nlet other = ResolverScopeCache()\n"
        #expect(
            finished("import Resolver\n\n" + scope + reset) == [
                "import SafeFacade\n\nextension Scope {\n    static let session = Cached()\n}\n"
                    + "func signOut() { Scope.session.reset() }\nlet other = Scope.Cached()\n"
            ])
        let own = "struct Scope {}\n"
        #expect(finished("import Resolver\n\n" + scope + own) == ["import SafeFacade\n\n" + scope + own])
        let foreign = "import Elsewhere\nimport Resolver\n\n" + scope
        #expect(finished(foreign) == [foreign.replacing("import Resolver", with: "import SafeFacade")])
    }

    @Test func noEmptyLinesAreLeftDouble() {
        let text = #"""
            import Resolver
            import SafeFacade

            struct A {}
            struct B {}
            struct C {}

            extension Container {
                var a: Factory<A> { self { A() }.graph }
                var c: Factory<C> { self { C() }.graph }
            }

            extension Resolver {
                static func registerAll(_ flag: Bool) {
                    register(\.a)

                    if flag { print("b") }
                    register(\.c)

                    // The reason for this one.
                    register(\.a)
                    print("all")

                    register(\.c)
                }
            }

            """#
        let body = "        if flag { print(\"b\") }\n\n        print(\"all\")\n    }\n}\n"
        #expect(finished(text)[0].hasSuffix("static func registerAll(_ flag: Bool) {\n" + body))
    }
}
