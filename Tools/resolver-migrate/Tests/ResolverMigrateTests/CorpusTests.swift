import ResolverMigrate
import Testing

@Suite struct CorpusTests {
    @Test(arguments: CorpusProgram.all)
    func theReportIsTheGoldenOne(_ corpus: CorpusProgram) throws {
        let report = Report(try corpus.program(try corpus.texts()), usesLegacy: corpus.usesLegacy)
        let difference = try corpus.differs(from: "report.txt", report.text)
        #expect(difference == nil)
    }

    @Test(arguments: CorpusProgram.all)
    func eachStageIsTheGoldenOne(_ corpus: CorpusProgram) throws {
        var texts = try corpus.texts()
        for stage in Stage.allCases {
            let result = try applying(stage, to: texts, of: corpus)
            texts = result.0
            let difference = try corpus.differs(from: "\(stage.rawValue).txt", result.output)
            #expect(difference == nil)
        }
    }

    @Test(arguments: CorpusProgram.all)
    func aStageThatRunsAgainChangesNothing(_ corpus: CorpusProgram) throws {
        var texts = try corpus.texts()
        for stage in Stage.allCases {
            texts = try applying(stage, to: texts, of: corpus).0
            #expect(try applying(stage, to: texts, of: corpus).0 == texts, "\(stage)")
        }
        for stage in Stage.allCases {
            #expect(try applying(stage, to: texts, of: corpus).0 == texts, "\(stage), after all of them")
        }
    }

    @Test(arguments: CorpusProgram.all)
    func commentsStay(_ corpus: CorpusProgram) throws {
        let texts = try corpus.texts()
        var after = texts
        for stage in [Stage.declare, .inject] { after = try applying(stage, to: after, of: corpus).0 }
        for (path, text) in texts {
            let comments = text.split(separator: "\n").compactMap { line in
                line.firstRange(of: "// ").map { String(line[$0.lowerBound...]) }
            }
            for comment in comments { #expect(after[path]?.contains(comment) == true, "\(path): \(comment)") }
        }
    }
}
