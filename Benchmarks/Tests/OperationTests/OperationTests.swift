import BenchmarkServices
import Operations
import Testing

struct OperationTests {
    @Test func idsAreUnique() {
        #expect(Set(Operation.all.map(\.id)).count == Operation.all.count)
    }

    @Test func baselinesExist() {
        for operation in Operation.all {
            for baseline in [operation.baseline, operation.threadsBaseline].compactMap(\.self) {
                #expect(Operation.named(baseline) != nil, "\(operation.id) is divided by \(baseline)")
            }
        }
    }

    /// A resolution that finds nothing, or a cycle, ends the process.
    @Test(arguments: Operation.all.map(\.id)) func runs(id: String) throws {
        let operation = try #require(Operation.named(id))
        let loop = operation.prepare()
        loop(3)
    }

    @Test func numeralsAreDifferentTypes() {
        let types = numerals(10_000)
        #expect(types.count == 10_000)
        #expect(Set(types.map { ObjectIdentifier($0) }).count == 10_000)
    }

    @Test func chainHasItsLength() {
        #expect(Direct.chain(length: 50).length == 50)
    }
}
