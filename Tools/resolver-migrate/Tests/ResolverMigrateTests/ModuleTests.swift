import ResolverMigrate
import Testing

/// A service that one module declares and others use.
@Suite struct ModuleTests {
    private static let core = """
        import Resolver

        public protocol Net {}
        public final class HTTP: Net { public init() {} }
        public struct Settings { public let level: Int }
        protocol Hidden {}

        extension Resolver: ResolverRegistering {
            public static func registerAllServices() {
                register { HTTP() as Net }.scope(.application)
                let level = 2
                register { Settings(level: level) }
            }
        }

        """
    private static let app = """
        import Core
        import Resolver

        let net: Net = Resolver.resolve()
        let settings: Settings = Resolver.resolve()

        """

    private func program(_ texts: [String], deciding modules: [String: String]?) -> Program {
        var decisions = DecisionsFile()
        decisions.declaredIn = modules
        let files = zip(["Core", "App"], texts).map { name, text in
            SourceFile(path: "Sources/\(name)/\(name).swift", text: text, module: Module(name: name))
        }
        return Program(files, decisions: decisions)
    }

    private func applying(_ stage: Stage, to texts: [String], deciding modules: [String: String]?) -> (
        texts: [String], left: [String]
    ) {
        let draft = Draft(program(texts, deciding: modules), stage: stage, usesLegacy: true)
        let after = ["Core", "App"].indices.map { position in
            draft.changes.first { $0.before == texts[position] }?.after ?? texts[position]
        }
        return (after, draft.left)
    }

    private let both = ["Net": "Core", "Settings": "Core"]

    @Test func whatIsDecidedIsPublicWhereItIsRegistered() throws {
        let undecided = program([Self.core, Self.app], deciding: nil)
        #expect(DecisionsFile().proposing(for: undecided).declaredIn == ["Net": "Core"])
        #expect(DecisionsFile().proposing(for: undecided, usesLegacy: true).declaredIn == both)
        let declared = applying(.declare, to: [Self.core, Self.app], deciding: both).texts
        #expect(declared[0].contains("    public var net: Factory<Net> { self { HTTP() }.singleton }\n"))
        #expect(declared[0].contains("    public var settings: Factory<Settings> { legacy() }\n"))
        let injected = applying(.inject, to: declared, deciding: both)
        #expect(injected.texts[1].contains("let net: Net = Container.shared.net()\n"))
        #expect(injected.texts[1].contains("let settings: Settings = Container.shared.settings()\n"))
        #expect(injected.left.isEmpty)
    }

    @Test func aDeclarationThatTakesThePlaceOfAPublicOneIsPublic() {
        let waiting = applying(.declare, to: [Self.core, Self.app], deciding: both).texts
        let decided = waiting.map { $0.replacing("Settings(level: level)", with: "Settings(level: 2)") }
        let declared = applying(.declare, to: decided, deciding: both).texts[0]
        #expect(declared.contains("public var settings: Factory<Settings> { self { Settings(level: 2) }.graph }"))
        #expect(!declared.contains("legacy()"))
    }

    @Test func aDeclarationThatIsNotPublicIsSaidToBe() {
        let declared = applying(.declare, to: [Self.core, Self.app], deciding: nil).texts
        let left = applying(.inject, to: declared, deciding: both).left
        #expect(left.contains { $0.hasSuffix("import its module ('Core declares it, but not public') [visibility]") })
        // Nobody has decided anything here.
        let undecided = applying(.inject, to: declared, deciding: nil).left
        #expect(
            undecided.contains {
                $0.hasSuffix("which module declares it: say so in the decisions file ('Net') [module]")
            })
    }

    @Test func aModuleThatIsNotImportedIsNamed() {
        let texts = [Self.core, Self.app.replacing("import Core", with: "import Foundation")]
        let left = applying(.inject, to: applying(.declare, to: texts, deciding: both).texts, deciding: both).left
        #expect(left.contains { $0.hasSuffix("('this file does not import Core') [visibility]") })
    }

    @Test func whatIsNotPublicIsDeclaredForNobodyElse() {
        let core = Self.core.replacing("public protocol Net", with: "protocol Net")
        let draft = applying(.declare, to: [core, Self.app], deciding: ["Net": "Core"])
        #expect(draft.left.contains { $0.hasSuffix("say so in the decisions file ('Net is not public') [module]") })
    }

    @Test(arguments: [
        (["A/One.swift", "B/Two.swift"], "", true),
        (["A/One.swift", "A/Two.swift"], "", false),
        (["A/One.swift", "B/Two.swift"], "App", false),
    ])
    func severalFoldersThatCountAsOneModuleAreSaidTo(_ paths: [String], _ module: String, _ isSaid: Bool) {
        let files = paths.map { SourceFile(path: $0, text: "import Resolver\n", module: Module(name: module)) }
        #expect((Program(files).noteOnModules != nil) == isSaid)
    }

    @Test("own defect D397: the note on modules names the folders that files import")
    func importedFolders() {
        let texts = [
            "App/Main.swift": "import Domain\nimport Resolver\n", "Domain/Domain/User.swift": "import Resolver\n",
        ]
        let files = texts.sorted { $0.key < $1.key }.map {
            SourceFile(path: $0.key, text: $0.value, module: Module(name: ""))
        }
        #expect(Program(files).noteOnModules?.contains("files import Domain, and folders are called so") == true)
    }

    @Test(
        "own defect D313: a file that imports a testing library holds tests, however that is written",
        arguments: [
            ("import XCTest\r\nimport Resolver\r\n", true),
            ("import Resolver\nimport XCTest // for the base class\n", true),
            ("import Foundation; @testable import Testing\n", true),
            ("import class XCTest.XCTestCase\n", true),
            ("#if canImport(XCTest)\nimport XCTest\n#endif\n", true),
            ("// import XCTest\n/*\nimport XCTest\n*/\nlet a = \"\"\"\n    import Testing\n    \"\"\"\n", false),
            ("import XCTestDynamicOverlay\n", false),
        ])
    func importsOfATestingLibrary(_ text: String, _ isTest: Bool) {
        #expect(SourceFile(path: "App/A.swift", text: text, modules: ModuleMap()).module.isTest == isTest)
    }

    @Test(
        "own defect D316: what other modules compile asks only what is public",
        arguments: [
            ("@inlinable public func f() -> Net { CALL }", false),
            ("public struct S { @inlinable public init() { _ = CALL as Net } }", false),
            ("public var net: Net { @inlinable get { let net: Net = CALL; return net } }", false),
            ("@_alwaysEmitIntoClient public func f() -> Net { CALL }", false),
            ("@_transparent public func f() -> Net { CALL }", false),
            ("@backDeployed(before: macOS 15) public func f() -> Net { CALL }", false),
            ("public func f() -> Net { CALL }", true),
        ])
    func whatOtherModulesCompile(_ function: String, _ isRewritten: Bool) {
        func rewritten(_ modifier: String) -> Bool {
            let text = """
                import Resolver
                import SafeFacade

                public protocol Net {}
                public final class HTTP: Net { public init() {} }
                extension Container { \(modifier)var net: Factory<Net> { self { HTTP() }.graph } }
                extension Resolver: ResolverRegistering {
                    public static func registerAllServices() { register(\\.net) }
                }
                \(function.replacing("CALL", with: "Resolver.resolve()"))

                """
            let file = SourceFile(path: "Sources/Core/Core.swift", text: text, module: Module(name: "Core"))
            return Draft(Program([file]), stage: .inject).changes.first?.after.contains("shared.net()") ?? false
        }
        #expect(rewritten("") == isRewritten)
        #expect(rewritten("public "))
    }

    @Test("own defect D598: a type inside another is found in the module that declares the other one")
    func aNestedTypeForOthers() {
        let core = "import Resolver\n\npublic enum Kit { public struct Net { public init(level: Int) {} } }\n"
        let app =
            "import Core\nimport Resolver\n\nfunc set(_ level: Int) { Resolver.register { Kit.Net(level: level) } }\n"
        let declared = applying(.declare, to: [core, app], deciding: ["Kit.Net": "Core"])
        #expect(declared.texts[0].contains("    public var kitNet: Factory<Kit.Net> { legacy() }\n"), "\(declared)")
    }
}
