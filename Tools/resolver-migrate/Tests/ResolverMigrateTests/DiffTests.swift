import ResolverMigrate
import Testing

@Suite struct DiffTests {
    @Test func changesCarryThreeLinesOfContext() {
        let before = (1...12).map { "\($0)\n" }.joined()
        let after = before.replacing("6\n", with: "six\nand a half\n")
        let expected = "--- a\n+++ a\n@@ -3,7 +3,8 @@\n 3\n 4\n 5\n-6\n+six\n+and a half\n 7\n 8\n 9\n"
        #expect(Diff.unified("a", before: before, after: after) == expected)
    }

    @Test("own defect D264: the characters of a line break stay")
    func lineBreaksOfTwoCharactersStay() {
        let expected = "--- a\n+++ a\n@@ -1,2 +1,2 @@\n 1\r\n-2\r\n+two\r\n"
        #expect(Diff.unified("a", before: "1\r\n2\r\n", after: "1\r\ntwo\r\n") == expected)
    }

    @Test func nothingDiffersIsAnEmptyText() {
        #expect(Diff.unified("a", before: "a\n", after: "a\n") == "")
    }

    @Test func aNewFileStartsAtLineZero() {
        #expect(Diff.unified("a", before: "", after: "x\n") == "--- a\n+++ a\n@@ -0,0 +1,1 @@\n+x\n")
    }
}
