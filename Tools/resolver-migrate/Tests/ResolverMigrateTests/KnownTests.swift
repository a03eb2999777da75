import Foundation
import Testing

@testable import ResolverMigrate

@Suite struct KnownTests {
    @Test func theTypesOfSafeFacadeAreThoseOfItsInterface() throws {
        let root = CorpusProgram.folder.appendingPathComponent("../../../..").standardizedFileURL
        let lines = try ["SafeFacade.txt", "SafeFacade-Apple.txt"].flatMap { name in
            try String(contentsOf: root.appendingPathComponent("API/\(name)"), encoding: .utf8).split(separator: "\n")
        }
        let symbols = lines.map { $0.split(separator: " ").first { $0 != "@_exported" } ?? "" }
        let names = symbols.map { $0.hasSuffix(":") ? $0.dropLast() : $0 }
        let types = names.filter { $0.first?.isUppercase == true && $0.allSatisfy(\.isLetter) }
        #expect(Set(types.map(String.init)) == Known.safeFacadeTypes)
    }
}
