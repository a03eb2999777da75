import Dispatch
import Resolver

/// One way to a service: a typed factory, or the runtime registration of the same type.
struct Face {
    /// The lifetime it states; nil where nothing makes the service.
    let lifetime: () -> StatedLifetime?
    let resolve: () throws -> Any
    /// Whether only the main actor may ask.
    let isOnMainActor: Bool
}

/// What a face gives, seen from outside.
struct Observation {
    let type: Any.Type
    /// Nil for what is no instance of a class, and has no identity.
    let sharing: Sharing?
    /// Whether a value may hold instances, by which two values can be told apart.
    var mayHoldInstances = false
}

/// How often a face makes its service.
struct Sharing {
    /// Whether two resolutions give one instance.
    let isOneInTwo: Bool
    /// Whether two threads are given one instance; nil where only the main actor may ask.
    let isOneOnTwoThreads: Bool?
    /// Whether a resolution that asks twice is given one instance.
    let isOneInAGraph: Bool
    /// Whether the instance is kept that nobody holds.
    let isKept: Bool
    /// The numbers of the scopes whose reset drops the instance.
    let droppedBy: Set<Int>
}

extension Face {
    /// Resolves the service in every way in which lifetimes differ, in the current sandbox.
    ///
    /// - Parameter scopes: The scopes to reset.
    /// - Returns: What was seen.
    /// - Throws: What resolving throws.
    func observe(resetting scopes: [ResolverScope]) throws -> Observation {
        let (type, mayHoldInstances) = try concreteType()
        guard type is AnyClass else {
            return Observation(type: type, sharing: nil, mayHoldInstances: mayHoldInstances)
        }
        return Observation(
            type: type,
            sharing: Sharing(
                isOneInTwo: try isOne([instance(), instance()]),
                isOneOnTwoThreads: isOnMainActor ? nil : try isOne([instance(), instanceOnAnotherThread()]),
                isOneInAGraph: try isOne(instancesInAGraph()),
                isKept: try isKept(),
                droppedBy: try Set(scopes.indices.filter { try isDropped(by: scopes[$0]) })))
    }

    /// The type of what is given, and whether that may hold instances; it is not held.
    private func concreteType() throws -> (Any.Type, mayHoldInstances: Bool) {
        let value = try content()
        return (type(of: value), SafeFacadeTesting.mayHoldInstances(value))
    }

    private func instance() throws -> AnyObject { try content() as AnyObject }

    /// What is resolved, without the optionals around it.
    private func content() throws -> Any {
        let value = try resolve()
        return unwrapped(value) ?? value
    }

    private func isOne(_ instances: [AnyObject]) -> Bool {
        instances.allSatisfy { $0 === instances[0] }
    }

    private func instancesInAGraph() throws -> [AnyObject] {
        struct Pair { let instances: [AnyObject] }
        // A resolver of its own: nothing is registered where the service is.
        let outer = Resolver()
        outer.register { try Pair(instances: [instance(), instance()]) }.scope(.unique)
        return try outer.require(Pair.self).instances
    }

    private func isKept() throws -> Bool {
        weak let instance = try instance()
        return instance != nil
    }

    private func isDropped(by scope: ResolverScope) throws -> Bool {
        let before = try instance()
        scope.reset()
        // What a resolver's cache keeps is what a typed factory calls cached.
        if scope === ResolverScope.cached, let own = lifetime()?.scope, own.lifetime == .container { own.reset() }
        return try instance() !== before
    }

    /// The service as another thread has it, while this one waits.
    private func instanceOnAnotherThread() throws -> AnyObject {
        let sandbox = SandboxContext.current
        let work = ThreadWork { try sandbox.run { try instance() } }
        let done = DispatchSemaphore(value: 0)
        // A queue of its own has a thread, however many others wait.
        DispatchQueue(label: "SafeFacadeTesting.Equivalence").async {
            work.run()
            done.signal()
        }
        done.wait()
        return try work.takeResult()
    }
}

/// Whether a value is or holds instances of classes, as far as can be seen: a closure may capture some.
private func mayHoldInstances(_ value: Any) -> Bool {
    let type = type(of: value)
    if type is AnyClass || "\(type)".contains("->") { return true }
    // Of many elements, as of an image, the first ones say what the others are.
    return Mirror(reflecting: value).children.prefix(100).contains { mayHoldInstances($0.value) }
}

/// What another thread is to do, and its result.
///
/// Both are taken out: the other thread's block may be gone a moment later only, and neither the sandbox nor an instance
/// that nobody holds must live until then.
private final class ThreadWork: @unchecked Sendable {
    // Sound because the thread that made it waits until the other one is done.
    private var body: (() throws -> AnyObject)?
    private var outcome: Result<AnyObject, any Error>?

    init(_ body: @escaping () throws -> AnyObject) { self.body = body }

    func run() {
        outcome = body.map { body in Result { try body() } }
        body = nil
    }

    func takeResult() throws -> AnyObject {
        defer { outcome = nil }
        guard let outcome else { fatalError("the thread has ended without a result") }
        return try outcome.get()
    }
}
