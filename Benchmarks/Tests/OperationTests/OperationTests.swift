import Operations
import Testing

struct OperationTests {
    @Test func namesAreUnique() {
        #expect(Set(Operation.all.map(\.id)).count == Operation.all.count)
    }
}
