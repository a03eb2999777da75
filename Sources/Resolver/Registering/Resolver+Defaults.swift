extension Resolver {
    /// The resolver that the static `register` functions register with.
    ///
    /// Replacing main does not replace ``root`` once that is fixed. From then on, set both.
    public static var main: Resolver {
        get { Environment.activeMain }
        set { Environment.active.main = newValue }
    }

    /// The resolver that the static `resolve` functions, property wrappers and ``Resolving`` ask.
    ///
    /// If the program does not set root, it is fixed as the resolver that is ``main`` when root is first read, when the
    /// registration hook has run (at the first resolution of any resolver, or by ``registerServices``), or when ``reset()`` is
    /// called. A program that replaces main later sets both.
    ///
    /// To replace root at run time, with mocks for instance, make a resolver whose child is the former one:
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
    /// It does not apply to `registerAsync`: a service that states no scope there is made anew for each call.
    public static var defaultScope: ResolverScope {
        get { Environment.active.setting { $0.defaultScope } }
        set { Environment.active.set { $0.defaultScope = newValue } }
    }

    /// The scope that ``ResolverScope/container`` stands for in this resolver.
    ///
    /// Reset it to drop the instances that it keeps. Setting another scope drops the instances of the former one.
    public var cache: ResolverScope {
        get { scope(for: .container) }
        set {
            let environment = Environment.active
            let own = environment.own(self)
            Lock.changing { environment.setCache(newValue, of: own, &$0) }
        }
    }

    /// A function that is given every service that is resolved.
    ///
    /// It is called when an instance has been made: after `resolveProperties`, and before any other code can see the instance.
    /// It is also called whenever a kept instance is handed out again. It runs on the thread that resolves, in every build,
    /// and no lock is held. To know whether an instance was just made, add an observer.
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
    /// Reaching the limit is no failure. A chain that repeats itself is reported as a cycle. A chain that is only deep goes on,
    /// with the limit doubled, until the thread's stack is nearly used up. The process has one limit, for all sandboxes. It
    /// must be between 2 and 1,000,000.
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
    /// Other resolvers keep their registrations and their children. If main was a child of such a resolver, the former main
    /// still is. A function that ``registerServices`` was set to is forgotten. The default scope, ``decorate`` and observers
    /// stay. A resolution that is under way goes on with the resolver that it has asked.
    ///
    /// In a sandbox, only the sandbox's own state is reset. A child that was main when its parent was made outside means the
    /// sandbox's main, after the reset the new one.
    public static func reset() { Environment.active.reset() }

    // MARK: - Registration hook

    /// Runs the program's registration hook now, unless it has run.
    ///
    /// The first resolution does the same. If the hook is isolated to the main actor, and other threads may resolve first,
    /// call this at launch, on the main thread.
    public final func registerServices() { Environment.active.runUnseenOrPendingHook() }

    /// A function that runs the program's registration hook; nil once it has run.
    ///
    /// Set it to run another function in place of ``ResolverRegistering/registerAllServices()`` at the next resolution,
    /// or set it to nil to run none. That holds until ``reset()``. A sandbox takes the function over. A fresh sandbox runs it
    /// again; a copy runs it only if it has not run yet.
    public static var registerServices: (() -> Void)? {
        get { Environment.active.registerServices }
        set { Environment.active.registerServices = newValue }
    }
}
