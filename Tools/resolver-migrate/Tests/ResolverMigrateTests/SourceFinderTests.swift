import Foundation
import Testing

@testable import ResolverMigrate

/// Which files are read, and as which paths they are shown.
@Suite struct SourceFinderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for path in ["Sources/Inner", "Other"] {
            try FileManager.default.createDirectory(
                at: folder.url.appendingPathComponent(path), withIntermediateDirectories: true)
        }
        for path in ["Sources/A.swift", "Sources/Inner/B.swift", "Other/C.swift"] { try write("let a = 1\n", path) }
    }

    private func path(_ name: String) -> String { folder.path(name) }

    private func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    private func found(_ names: String...) throws -> [String] {
        try SourceFinder(modules: ModuleMap()).files(at: names.map(path)).map {
            String($0.path.dropFirst(folder.path.count + 1))
        }
    }

    private func failure(_ names: String...) -> String? {
        #expect(throws: SourceFinder.Failure.self) {
            try SourceFinder(modules: ModuleMap()).files(at: names.map(path))
        }?.description
    }

    @Test func aFolderThatCannotBeReadIsAnError() {
        let finder = SourceFinder(modules: ModuleMap()) { folder in
            if folder.hasSuffix("Inner") { throw CocoaError(.fileReadNoPermission) }
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        }
        let failure = #expect(throws: SourceFinder.Failure.self) { try finder.files(at: [path("Sources")]) }
        #expect(failure?.description.hasPrefix("\(path("Sources/Inner")) cannot be read: ") == true)
    }

    @Test func linksAreFollowed() throws {
        try link("Sources/Linked", to: "../Other")
        try link("Sources/Inner/Circle", to: "..")
        #expect(try found("Sources") == ["Sources/A.swift", "Sources/Inner/B.swift", "Sources/Linked/C.swift"])
    }

    @Test func aFileIsReadOnceAndShownAsItWasFoundFirst() throws {
        try link("Sources/Z.swift", to: "A.swift")
        try link("Twin", to: "Sources")
        let all = ["Sources/A.swift", "Sources/Inner/B.swift"]
        #expect(try found("Sources", "./Sources", "Other/../Sources", "Twin", "Sources/A.swift") == all)
        #expect(try found("Twin", "Sources") == ["Twin/A.swift", "Twin/Inner/B.swift"])
    }

    @Test func onlyFilesAreRead() throws {
        let folder = path("Sources/SQLite.swift")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try write("let b = 1\n", "Sources/SQLite.swift/D.swift")
        try link("Sources/Gone.swift", to: "nowhere")
        try link("Sources/Self.swift", to: "Self.swift")
        #expect(mkfifo(path("Sources/Pipe.swift"), 0o600) == 0)
        #expect(
            try found("Sources") == ["Sources/A.swift", "Sources/Inner/B.swift", "Sources/SQLite.swift/D.swift"])
    }

    @Test func aFileThatIsNoTextIsNamed() throws {
        try Data([0x6C, 0xFF]).write(to: folder.url.appendingPathComponent("Sources/N.swift"))
        #expect(failure("Sources") == "\(path("Sources/N.swift")) is not UTF-8 text")
    }

    @Test func aFileThatCannotBeOpenedIsNamed() throws {
        // A file of the kernel's that lets itself be listed and not be read, by nobody.
        let unreadable = "/proc/self/mem"
        guard FileManager.default.fileExists(atPath: unreadable) else { return print("skipped: no \(unreadable)") }
        let failure = #expect(throws: SourceFinder.Failure.self) {
            try SourceFinder(modules: ModuleMap()).files(at: [unreadable])
        }
        #expect(failure?.description.hasPrefix("\(unreadable) cannot be opened: ") == true)
    }

    @Test("own defect D509: a target's module is the one of its manifest, also where that states another folder")
    func aTargetWithAFolder() throws {
        let manifest = """
            let package = Package(
                name: "Kit",
                dependencies: [.package(name: "Other", path: "../Other")],
                targets: [
                    .target(name: "Kit", path: "Sources"), .target(name: "Inner", path: "./Sources/Inner/"),
                    .testTarget(name: "Checks", path: "Other"),
                ])
            """
        try write(manifest, "Package.swift")
        let modules = try SourceFinder(modules: ModuleMap()).files(at: [folder.path]).map(\.module)
        #expect(modules.map(\.name) == ["Checks", "Kit", "Inner"])
        #expect(modules.map(\.isTest) == [true, false, false])
        let named = ModuleMap(folders: [path("Sources"): "App"])
        #expect(try SourceFinder(modules: named).files(at: [path("Sources")]).map(\.module.name) == ["App", "App"])
        try write(
            "let package = Package(name: \"Kit\", targets: [.target(name: \"Kit\", path: \".\")])", "Package.swift")
        #expect(
            try SourceFinder(modules: ModuleMap()).files(at: [folder.path]).map(\.module.name) == ["Kit", "Kit", "Kit"])
    }

    @Test func aTargetOfANestedPackageBelongsToThatPackage() throws {
        try write(
            "let package = Package(name: \"Kit\", targets: [.target(name: \"Kit\", path: \".\")])", "Package.swift")
        try FileManager.default.createDirectory(
            atPath: path("Part/Sources/Leaf"), withIntermediateDirectories: true)
        try write("let package = Package(name: \"Part\", targets: [.target(name: \"Leaf\")])", "Part/Package.swift")
        try write("struct Leaf {}", "Part/Sources/Leaf/Leaf.swift")
        let files = try SourceFinder(modules: ModuleMap()).files(at: [path("Part/Sources")])
        #expect(files.map(\.module.name) == ["Leaf"])
    }
}
