import BenchmarkServices
import Operations
import Resolver
import Testing

/// Some operations change something for the whole program while they run.
@Suite(.serialized)
struct OperationTests {
    @Test func idsAreUnique() {
        for operations in [Operation.all, Operation.onTwoThreads] {
            #expect(Set(operations.map(\.id)).count == operations.count)
        }
    }

    @Test func othersThatAreComparedWithExist() {
        for operation in Operation.all + Operation.onTwoThreads {
            if let counterpart = operation.counterpart { #expect(Operation.named(counterpart) != nil) }
            if case .times(_, let other) = operation.aim { #expect(Operation.named(other) != nil) }
            if operation.threads != nil { #expect(operation.counterpart != nil) }
        }
    }

    /// A resolution that finds nothing, or a cycle, ends the process.
    @Test(arguments: Operation.all + Operation.onTwoThreads) @MainActor func runs(operation: Operation) {
        let loop = operation.prepare()
        operation.surroundings { loop(3) }
    }

    /// The offset of a clock tells which factory made it.
    @Test(arguments: [
        ("runtime leaf", 0), ("typed leaf", 0), ("runtime named", 6), ("runtime registered twice", 5),
        ("runtime through implements", 7), ("typed overridden leaf", 5), ("typed overridden singleton", 5),
        ("typed bound slot", 5), ("typed with .onPreview that does not hold", 4),
        ("typed with .onArg that does not hold", 4), ("typed legacy() leaf", 7), ("runtime exported leaf", 8),
        ("typed exported leaf", 8), ("runtime exported singleton", 9), ("typed exported singleton", 9),
    ])
    func isMadeByTheFactory(id: String, offset: Int) throws {
        let sample = try #require(Operation.named(id)?.sample)
        #expect((sample() as? any Clock)?.offset == offset)
    }

    /// Kept instances are the same each time, also while something else holds; others are not.
    @Test(arguments: Operation.all.filter { $0.sample?() is any Clock })
    func isKeptWhereItsNameSaysSo(operation: Operation) throws {
        let sample = try #require(operation.sample)
        var instances: [AnyObject] = []
        operation.surroundings { instances = [sample() as AnyObject, sample() as AnyObject] }
        let isKept = ["singleton", "cached hit", "shared, made anew", "static let", "function of a shared object"]
            .contains {
                operation.name.contains($0)
            }
        #expect((instances.first === instances.last) == isKept)
    }

    @Test func propertiesAreSet() throws {
        let sample = try #require(Operation.named("runtime with resolveProperties")?.sample)
        #expect((sample() as? any Counter)?.count == 1)
    }

    @Test func missingIsNil() throws {
        let sample = try #require(Operation.named("runtime optional missing")?.sample)
        #expect(!(sample() is any Analytics))
    }

    @Test func rootIsReplacedOnlyMeanwhile() throws {
        let operation = try #require(Operation.named("runtime leaf, after the root was replaced"))
        let root = Resolver.root
        operation.surroundings { #expect(Resolver.root !== root) }
        #expect(Resolver.root === root)
    }

    @Test(arguments: ["runtime", "typed"]) func sandboxIsThereOnlyMeanwhile(face: String) throws {
        let leaf = try #require(Operation.named("\(face) leaf"))
        _ = leaf.prepare()
        for (circumstance, isSandbox) in [("in a sandbox", true), ("after a sandbox was used", false)] {
            let operation = try #require(Operation.named("\(face) leaf, \(circumstance)"))
            let main = Resolver.main
            operation.surroundings { #expect((Resolver.main !== main) == isSandbox) }
            #expect(Resolver.main === main)
        }
    }

    @Test(arguments: [10, 100, 1_000]) func sandboxCopiesSoManyRegistrations(count: Int) throws {
        let operation = try #require(Operation.named("runtime sandbox with \(count) registrations"))
        operation.surroundings {
            withSandbox {
                let numbered = numerals(count).filter { $0.isRegistered(in: .main) }
                #expect(numbered.count == count - 1)
                // Registered outside, by the other operations.
                #expect(Resolver.optional((any Inbox).self) == nil)
            }
        }
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

extension Numeral {
    fileprivate static func isRegistered(in resolver: Resolver) -> Bool {
        resolver.optional(Numbered<Self>.self) != nil
    }
}
