import Foundation
import Testing

/// The compile errors that people meet first when they migrate; the guide must name each, with the way out.
@Suite struct GuideTests {
    private static let errors: [[String]] = [
        // `register { X(y: $0.y()) }` where the closure takes nothing.
        ["expects 0 arguments"],
        // A factory whose closure is `? :` of two types.
        ["? :", "mismatching types"],
        // A helper type that is declared in an extension of Resolver, which the typed face does not see.
        ["extension Resolver", "cannot find", "in scope"],
        // `implements` on a service that is registered as a protocol already.
        ["implements", "registered as a protocol"],
        // The product that tests need.
        ["no such module 'SafeFacadeTesting'"],
    ]

    @Test("own defect C11: the guide names the compile errors of a first migration", arguments: errors)
    func theGuideNamesTheError(_ words: [String]) throws {
        let paragraphs = try Documents.texts().flatMap { $0.components(separatedBy: "\n\n") }
        #expect(paragraphs.contains { paragraph in words.allSatisfy { paragraph.contains($0) } })
    }
}
