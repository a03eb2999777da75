import TestSupport

/// The numbers of the instances that were made, and of those that are alive.
final class Census: Sendable {
    private struct State {
        var made = 0
        var living: Set<Int> = []
    }
    private let state = Locked(State())

    var made: Int { state.withLock { $0.made } }
    var living: Set<Int> { state.withLock { $0.living } }

    fileprivate func begin() -> Int {
        state.withLock { state in
            state.made += 1
            state.living.insert(state.made)
            return state.made
        }
    }

    fileprivate func end(_ number: Int) { _ = state.withLock { $0.living.remove(number) } }
}

/// An instance with a number of its own; the census notes when it ends.
class Item: @unchecked Sendable {
    // Sound because `touches` only changes on the thread that makes the instance, before any other sees it.
    let number: Int
    /// The number of the registration whose factory made it.
    let registration: Int
    let argument: Int?
    let needs: [any Thing]
    var touches = 0
    private let census: Census

    init(registration: Int, argument: Int?, needs: [any Thing], census: Census) {
        number = census.begin()
        self.registration = registration
        self.argument = argument
        self.needs = needs
        self.census = census
    }

    deinit { census.end(number) }
}

protocol Thing: Sendable { var item: Item { get } }
protocol Part: AnyObject, Thing {}

final class Alpha: Item, Part, @unchecked Sendable { var item: Item { self } }
final class Beta: Item, Part, @unchecked Sendable { var item: Item { self } }

/// A value that is too large to be stored inline in an existential or in a graph's buffer.
struct Gamma: Thing {
    let item: Item
    let rest: (Int, Int, Int, Int, Int) = (1, 2, 3, 4, 5)
}
