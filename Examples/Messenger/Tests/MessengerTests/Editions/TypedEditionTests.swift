import Foundation
import MessengerCommands
import MessengerCore
import SafeFacade
import SafeFacadeTesting
import Testing

@testable import MessengerTyped

@Suite(.timeLimit(.minutes(2))) struct TypedEditionTests {
    private let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources").standardizedFileURL

    /// The lines of an edition's sources that import the module `Resolver` or something of it.
    private func importsOfResolver(in edition: Edition) throws -> [Substring] {
        let folder = sources.appending(path: edition.rawValue)
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        try #require(files.count > 10)
        return try files.flatMap { file in
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            return text.split(separator: "\n").filter { $0.contains(/\bimport\s+(\w+\s+)?Resolver\b/) }
        }
    }

    @Test func noSourceImportsResolver() throws {
        #expect(try importsOfResolver(in: .typed) == [])
        // What is looked for would be found.
        #expect(try importsOfResolver(in: .halfway).count > 5)
        #expect(try importsOfResolver(in: .runtime).count > 10)
    }

    @Test(.sandboxed(.fresh)) func whatTheProgramHasToBindIsBoundWhenItHasStarted() throws {
        let slots = Container.slots
        #expect(Container.shared.unbound(in: slots) == ["Container.launch", "Container.database"])
        let folder = try TemporaryFolder()
        _ = try AppCoordinator(launch: Launch(databasePath: folder.path("test.sqlite"), creation: .allowed))
        #expect(Container.shared.unbound(in: slots) == [])
    }
}
