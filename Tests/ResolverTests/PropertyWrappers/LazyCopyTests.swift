import Resolver
import TestSupport
import Testing

// Tests of lazy wrappers that are copied with their struct, and of lazy wrappers whose service is absent.

private struct Desk {
    @LazyInjected(name: "a") var radio: Radio
    @WeakLazyInjected(name: "a") var weak: Radio?
}

private struct Absent {
    @LazyInjected var radio: Radio?
}

/// A copy in which something is changed; the original stays as it is.
private func copy(_ desk: Desk, _ change: (inout Desk) -> Void) -> Desk {
    var desk = desk
    change(&desk)
    return desk
}

@Suite struct LazyCopyTests {
    private static func register() {
        Resolver.register(name: "a") { Radio(station: "a") }.scope(.cached)
        Resolver.register(name: "b") { Radio(station: "b") }.scope(.cached)
        Resolver.register { (_, args) in Radio(station: args.optional() ?? "none") }
    }

    @Test("own defect A16: a setting of a copy is not a setting of the original", arguments: Surroundings.allCases)
    func settingsOfACopy(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                LazyCopyTests.register()
                let own = Resolver()
                own.register(name: "a") { Radio(station: "own") }.scope(.cached)
                let original = Desk()
                let named = copy(original) {
                    $0.$radio.name = "b"
                    $0.$weak.name = "b"
                }
                let contained = copy(original) {
                    $0.$radio.container = own
                    $0.$weak.container = own
                }
                let given = copy(original) {
                    $0.$radio.name = nil
                    $0.$radio.args = "given"
                }
                ensure(named.radio.station == "b")
                ensure(named.weak?.station == "b")
                ensure(contained.radio.station == "own")
                ensure(contained.weak?.station == "own")
                ensure(given.radio.station == "given")
                ensure(original.radio.station == "a")
                ensure(original.weak?.station == "a")
                ensure(original.$radio.name == "a" && original.$radio.container == nil && original.$radio.args == nil)
            }
        }
    }

    @Test("own defect A16: settings of copies of copies are their own", arguments: Surroundings.allCases)
    func settingsOfCopiesOfCopies(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                LazyCopyTests.register()
                let first = Desk()
                // The copy shares the wrapper with the first desk until it is changed.
                let second = copy(first) { $0.$radio.name = "b" }
                let third = copy(second) { $0.$radio.name = "a" }
                ensure(third.radio === first.radio)
                ensure(second.radio.station == "b")
            }
        }
    }

    @Test("own defect A16: copies share the instance, whoever asks first", arguments: Surroundings.allCases)
    func copiesShareTheInstance(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                Resolver.register(name: "a") { Radio() }.scope(.unique)
                let original = Desk()
                let before = original
                ensure(before.radio === original.radio)
                let after = original
                ensure(after.radio === original.radio)
                // Changing a setting of a copy does not take the instance from the others.
                _ = copy(original) { $0.$radio.name = "b" }
                ensure(before.radio === original.radio)
            }
        }
    }

    @Test("own defect A20: a lazy service whose factory gives nil is asked for once", arguments: Surroundings.allCases)
    func nilIsAskedForOnce(_ surroundings: Surroundings) async {
        await #expect(processExitsWith: .success) { [surroundings] in
            surroundings.run {
                let calls = Locked(0)
                Resolver.register { () -> Radio? in
                    calls.withLock { $0 += 1 }
                    return nil
                }
                let absent = Absent()
                ensure(absent.$radio.isEmpty)
                for _ in 0..<3 { ensure(absent.radio == nil) }
                ensure(calls.withLock { $0 } == 1)
                let another = absent
                ensure(another.radio == nil)
                ensure(calls.withLock { $0 } == 1)
                absent.$radio.release()
                ensure(absent.radio == nil)
                ensure(calls.withLock { $0 } == 2)
            }
        }
    }

    @Test("own defect D160: a copy whose settings change after the first read has a service of its own")
    func settingsOfACopyThatIsResolved() {
        struct Model { @LazyInjected(name: "a") var radio: Radio }
        withSandbox(.fresh) {
            Resolver.registerServices = nil
            Resolver.register(name: "a") { Radio(station: "a") }
            Resolver.register(name: "b") { Radio(station: "b") }
            let first = Model()
            let radio = first.radio
            var second = first
            second.$radio.name = "b"
            #expect(second.radio === radio)
            second.$radio.release()
            #expect(second.radio.station == "b")
            #expect(first.radio === radio)
        }
    }
}
