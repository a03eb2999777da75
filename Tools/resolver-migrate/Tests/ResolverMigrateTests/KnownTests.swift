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

    @Test("own defect D315: no member of a container is the name of a declaration")
    func theMembersOfContainersAreThoseOfTheInterfaces() throws {
        let interfaces = CorpusProgram.folder.appendingPathComponent("../../../../API").standardizedFileURL
        let lines = try FileManager.default.contentsOfDirectory(atPath: interfaces.path).filter { $0.hasSuffix(".txt") }
            .flatMap { name in
                try String(contentsOf: interfaces.appendingPathComponent(name), encoding: .utf8).split(separator: "\n")
            }
        let members = lines.compactMap { line in
            try? /(?:Container|FactoryContainer|SharedContainer)\.([a-z]\w*)/.prefixMatch(in: line)?.1
        }
        // `self`, and what other types have that a container may be, or has inside.
        #expect(Set(members.map(String.init)).union(["autoRegister", "promised", "self"]) == Known.containerMembers)
    }
}
