extension Resolver {
    /// The resolver that the static `register` functions register with.
    ///
    /// To replace it does not replace ``root``, once that was asked for anything: then set both.
    public static var main: Resolver {
        get { Environment.activeMain }
        set { Environment.active.main = newValue }
    }

    /// The resolver that the static `resolve` functions, property wrappers and ``Resolving`` ask.
    ///
    /// Unless it is set, it is what ``main`` is when it is first read or asked, and stays that: who replaces main later sets
    /// both.
    ///
    /// A program that replaces it at run time, with mocks for instance, makes a resolver whose child is the one before:
    ///
    /// ```swift
    /// let mocks = Resolver(child: .main)
    /// mocks.register { MockAnalytics() as any Analytics }
    /// Resolver.root = mocks
    /// ```
    public static var root: Resolver {
        get { Environment.active.root }
        set { Environment.active.root = newValue }
    }

    /// The scope of registrations that state none; ``ResolverScope/graph`` unless it is set.
    ///
    /// It does not concern `registerAsync`: what states no scope there is made anew for each call.
    public static var defaultScope: ResolverScope {
        get { Environment.active.setting { $0.defaultScope } }
        set { Environment.active.set { $0.defaultScope = newValue } }
    }

    /// The scope that ``ResolverScope/container`` stands for in this resolver.
    ///
    /// Reset it to drop the instances that this resolver keeps. Where it is replaced, what was kept for it is dropped.
    public var cache: ResolverScope {
        get {
            let own = Environment.active.own(self)
            return Lock.held { own.scopeCache }
        }
        set {
            let environment = Environment.active
            let own = environment.own(self)
            Lock.changing { environment.setCache(newValue, of: own, &$0) }
        }
    }

    /// A function that sees every service that is resolved.
    ///
    /// It is called when an instance has been made, after `resolveProperties` and before anybody else can see the
    /// instance, and whenever a kept one is handed out again; on the thread that resolves, in every build. No lock is
    /// held. Whoever needs to know whether the instance was just made adds an observer.
    ///
    /// ```swift
    /// Resolver.decorate = { print("resolved a \(type(of: $0))") }
    /// ```
    public static var decorate: ((Any) -> Void)? {
        get { Environment.active.setting { $0.decorate } }
        set { Environment.active.set { $0.decorate = newValue } }
    }

    /// How deep resolutions may nest before their chain is examined for a cycle; 100 unless it is set.
    ///
    /// Reaching the limit is no failure: a chain that repeats itself is reported as a cycle, one that is only deep goes
    /// on, with the limit doubled, until the thread's stack is nearly used up. The limit holds for the process. It must
    /// lie between 2 and 1,000,000.
    public static var depthLimit: Int {
        get { Int(ProcessState.depthLimit) }
        set {
            guard (2...1_000_000).contains(newValue) else { Failure.depthLimit(newValue).trap() }
            ProcessState.depthLimit = UInt(newValue)
        }
    }

    /// Begins anew: ``main`` and ``root`` become one new, empty resolver, all instances are dropped, and
    /// `registerAllServices` runs again at the next resolution.
    ///
    /// Other resolvers keep what is registered with them, and their children; one whose child was main still has the former
    /// one. What ``registerServices`` was set to is forgotten; the default scope, ``decorate`` and observers stay. In a
    /// sandbox, all of this is the sandbox's own. A resolution that is under way finishes with what it began with.
    public static func reset() { Environment.active.reset() }

    // MARK: - Registration hook

    /// Runs the program's registration hook now, unless it has run.
    ///
    /// The first resolution does the same. Call it at launch, on the main thread, where the hook is isolated to the
    /// main actor and services are resolved on other threads first.
    public final func registerServices() { Environment.active.runUnseenOrPendingHook() }

    /// A function that runs the program's registration hook; nil once it has run.
    ///
    /// Set it to run another function in place of ``ResolverRegistering/registerAllServices()`` at the next resolution,
    /// or set it to nil to run none. That holds until ``reset()``. A sandbox takes it over: a fresh one runs it, too, a copy
    /// only where it has not run yet.
    public static var registerServices: (() -> Void)? {
        get { Environment.active.registerServices }
        set { Environment.active.registerServices = newValue }
    }
}

/// A type that resolves services, with `resolver` at hand.
public protocol Resolving {
    /// The resolver to ask.
    var resolver: Resolver { get }
}

extension Resolving {
    /// The current root.
    public var resolver: Resolver { Resolver.root }
}
