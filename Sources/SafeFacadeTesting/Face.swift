import Dispatch
import Resolver

/// One way to a service: a typed factory, or the runtime registration of the same type.
struct Face {
    /// The lifetime that the face states; nil where nothing makes the service.
    let lifetime: () -> StatedLifetime?
    let resolve: () throws -> Any
    /// Whether only the main actor may ask for the service.
    let isOnMainActor: Bool
}

/// What a face gives, as a caller sees it.
struct Observation {
    let type: Any.Type
    /// Nil if the service is no instance of a class, and has no identity.
    let sharing: Sharing?
    /// Whether the value may hold instances, which tell one making from another.
    var mayHoldInstances = false
}

/// How a face shares its instances.
struct Sharing {
    /// Whether two resolutions give one instance.
    let isOneInTwo: Bool
    /// Whether two threads are given one instance; nil where only the main actor may ask for it.
    let isOneOnTwoThreads: Bool?
    /// Whether a resolution that asks twice is given one instance.
    let isOneInAGraph: Bool
    /// Whether the instance is kept while nobody holds it.
    let isKept: Bool
    /// The numbers of the scopes whose reset drops the instance.
    let droppedBy: Set<Int>
}

extension Face {
    /// Resolves the service in all the ways in which lifetimes differ, in the current sandbox.
    ///
    /// - Parameter scopes: The scopes to reset.
    /// - Returns: The observation.
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

    /// The service's type, and whether the service may hold instances; nothing keeps the service itself.
    private func concreteType() throws -> (Any.Type, mayHoldInstances: Bool) {
        let value = try content()
        return (type(of: value), SafeFacadeTesting.mayHoldInstances(value))
    }

    private func instance() throws -> AnyObject { try content() as AnyObject }

    /// The resolved service, without the optionals around it.
    private func content() throws -> Any {
        let value = try resolve()
        return unwrapped(value) ?? value
    }

    private func isOne(_ instances: [AnyObject]) -> Bool {
        instances.allSatisfy { $0 === instances[0] }
    }

    private func instancesInAGraph() throws -> [AnyObject] {
        struct Pair { let instances: [AnyObject] }
        // A resolver of its own, so that nothing is registered in the resolver that has the service.
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
        // A registration's scope `container` becomes `cached` on the typed face.
        if scope === ResolverScope.cached, let own = lifetime()?.scope, own.lifetime == .container { own.reset() }
        return try instance() !== before
    }

    /// The service as another thread gets it; the current thread waits.
    private func instanceOnAnotherThread() throws -> AnyObject {
        let sandbox = SandboxContext.current
        // Sound because this thread waits until the other one is done. Both are emptied once they are used: the other thread's
        // block may live a moment longer, and must not hold the sandbox or the last reference to an instance.
        nonisolated(unsafe) var body: (() throws -> AnyObject)? = { try sandbox.run { try instance() } }
        nonisolated(unsafe) var outcome: Result<AnyObject, any Error>?
        let done = DispatchSemaphore(value: 0)
        // A queue of its own gets a thread, however many threads wait elsewhere.
        DispatchQueue(label: "SafeFacadeTesting.Equivalence").async {
            unsafe outcome = unsafe body.map { body in Result { try body() } }
            unsafe body = nil
            done.signal()
        }
        done.wait()
        defer { unsafe outcome = nil }
        guard let outcome = unsafe outcome else { fatalError("the thread has ended without a result") }
        return try outcome.get()
    }
}

/// Whether a value is or may hold an instance of a class, as far as reflection shows; a closure may capture some.
private func mayHoldInstances(_ value: Any) -> Bool {
    var parts = [value]
    var next = 0
    while next < parts.count {
        let part = parts[next]
        let type = type(of: part)
        if type is AnyClass || "\(type)".contains("->") { return true }
        // The first parts stand for all: a value such as an image has very many.
        if parts.count < 10_000 { parts += Mirror(reflecting: part).children.prefix(100).map(\.value) }
        next += 1
    }
    return false
}
