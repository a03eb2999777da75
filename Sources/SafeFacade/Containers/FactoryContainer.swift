public import Resolver

/// A container of typed factories.
///
/// Most are a ``SharedContainer``, of which there is one in each sandbox. A container that is made of values, such as
/// the user who is signed in, has no `shared`. Its factories use the values as they are, never optional, and its
/// instances end with it:
///
/// ```swift
/// final class SessionContainer: FactoryContainer {
///     let manager = ContainerManager()
///     let user: User
///     init(user: User) { self.user = user }
/// }
/// extension SessionContainer {
///     var inbox: Factory<Inbox> { self { Inbox(of: $0.user, network: Container.shared.network()) }.cached }
/// }
/// let session = SessionContainer(user: user)
/// let inbox = session.inbox()
/// ```
///
/// Make it a class: an override by `register(\.inbox) { … }` holds a container that is a structure, so that it never ends.
/// `.cached` is its longest lifetime: a singleton would hand one user's instance to the next, so a factory of such a container
/// that states `.singleton` is reported when it is used, in every build. In a sandbox, the container has instances and
/// overrides of the sandbox's own, which end with the sandbox.
public protocol FactoryContainer: Sendable {
    /// The lifetime of the container's factories that state none: ``Singleton``, ``Cached``, or one of your own. If you state
    /// none here, these factories share nothing. Asynchronous factories state theirs themselves.
    associatedtype Default: ContainerDefault = SharesNothing

    /// The container's registrations, instances and settings.
    var manager: ContainerManager { get }
}

/// A container that registers overrides itself, once, before it is used.
///
/// ```swift
/// extension Container: @retroactive AutoRegistering {
///     public func autoRegister() {
///         analytics.register { LiveAnalytics() }
///     }
/// }
/// ```
///
/// It runs before the first call of one of the container's factories or the first `register`, so what the program registers
/// itself counts more, and again after each reset of registrations. From then on, `Resolver.resolve` also gives what it
/// registers over a `legacy()` factory.
///
/// It runs on the thread that uses the container first. Other threads that use the container wait until it has ended, unless
/// it waits for them. A fresh sandbox has containers of its own, so it runs again there.
public protocol AutoRegistering: FactoryContainer {
    /// Registers the container's overrides.
    func autoRegister()
}

extension FactoryContainer {
    /// Configures the container: registers several things at once.
    ///
    /// ```swift
    /// Container.shared {
    ///     $0.loader.register { MockLoader() }
    ///     $0.network.register { MockNetwork() }
    /// }
    /// ```
    ///
    /// In a preview it is written `let _ = Container.shared { … }`.
    ///
    /// - Parameter configure: Is given the container.
    public func callAsFunction(_ configure: (Self) throws -> Void) rethrows { try configure(self) }

    /// Drops what was registered over the container's declarations, its instances, or both; never its singletons,
    /// unless their scope is named.
    ///
    /// Where registrations are dropped, a container that is ``AutoRegistering`` registers its own again, unless it is just
    /// doing so: at once where `Resolver` finds some of its factories, or it is a structure, else at its next use. A singleton
    /// among them is made again then.
    ///
    /// A singleton's override counts for all containers of the type, and the reset of any of them drops it; but what a container
    /// has registered itself for a singleton stays until the reset of the shared one, or the factory's.
    ///
    /// No closer runs, as somebody may still use what is dropped: call ``close(file:line:)`` first. What was closed is
    /// made again from then on, if the instances of all scopes are dropped.
    ///
    /// - Parameter part: What to drop.
    public func reset(_ part: ResetPart = .all) {
        let resolver = prepare()
        var selection = part.selection
        selection.keepsSingletons = true
        let isFoundByType = Environment.active.reset(type(of: self), in: resolver, selection)
        // Other containers register at their next use, perhaps on the main actor. A structure cannot be found later.
        let isStructure = !(Self.self is AnyObject.Type) && Self.self != Container.self
        // Not in the midst of a hook or an `autoRegister`: this container's may need what that registers later.
        if isFoundByType || isStructure, !Environment.isPreparing { prepare() }
    }

    /// Saves the container's state until `pop`: what is registered, the default lifetime, the decorator, and the
    /// instances but for singletons.
    public func push() {
        // Once more if another thread's reset came in between: what the container registers itself would not be saved.
        while !Environment.active.push(type(of: self), in: prepare()) {}
    }

    /// Brings back what was saved by the last `push`; does nothing where nothing was.
    public func pop() {
        var resolver = manager.storage.currentResolver
        // Forget that an earlier use on this thread went on unprepared: `pop` would then not let the container register first.
        Environment.setUnpreparedInUse(nil)
        // Let the container register first, as the saved state counts more than its own overrides.
        while !Environment.active.pop(type(of: self), in: resolver) { resolver = prepare() }
    }

    /// The names of the declarations in a list that nothing is bound to.
    ///
    /// Write the list where the slots are declared, and check it in one test:
    ///
    /// ```swift
    /// extension Container {
    ///     static var manifest: [PartialKeyPath<Container>] { [\.analytics, \.keychain] }
    /// }
    /// #expect(Container.shared.unbound(in: Container.manifest) == [])
    /// ```
    ///
    /// A closure for a context binds nothing: a factory that has one for tests is named in a test, too, though a call gives a
    /// service there.
    ///
    /// - Parameter manifest: Key paths of factories.
    /// - Returns: The names of those that were declared with `required()` and are not registered, nor bound in the current
    ///   run of their scope, or with `legacy()` and not registered with `Resolver`.
    public func unbound(in manifest: [PartialKeyPath<Self>]) -> [String] {
        manifest.compactMap { path in (self[keyPath: path] as? any ServiceDeclaration)?.unboundName }
    }
}

// MARK: - Storage

extension FactoryContainer {
    @inlinable @inline(__always)
    func declaration(
        _ file: StaticString, _ line: UInt, _ column: UInt, _ function: StaticString, marks: UInt64 = 0
    ) -> Declaration {
        let storage = manager.storage
        // A call prepares the default container, so that its declarations need not look.
        if Self.self != Container.self, !storage.isPrepared { prepare() }
        return Declaration(file: file, line: line, column: column, function: function, marks: marks, storage)
    }

    /// Lets the container register its own overrides, if it has not, and returns its resolver in the current environment.
    @discardableResult
    @usableFromInline @inline(never)
    func prepare() -> Resolver {
        let storage = manager.storage
        // The default container's details have no type.
        if Self.self != Container.self, let storage, storage.container == nil { storage.container = type(of: self) }
        return storage.prepare { self }
    }

    /// Finds the container again without holding it; gives nil once it is gone.
    ///
    /// A shared container is found as the one of the sandbox that asks.
    var finding: @Sendable () -> Self? {
        guard let storage = manager.storage else { return { self } }
        if Environment.active.shares(Optional(storage).currentResolver),
            let type = type(of: self) as? any SharedContainer.Type
        {
            return { type.shared as? Self }
        }
        return findingItself
    }

    /// Finds this very container again without holding it, even if it is a shared one; gives nil once it is gone.
    @usableFromInline var findingItself: @Sendable () -> Self? {
        guard let storage = manager.storage else { return { self } }
        if Self.self == Container.self { return { [weak storage] in storage.flatMap { Container($0) as? Self } } }
        guard let object else { return { self } }
        return { [weak object] in object as? Self }
    }

    /// The container as an object; nil where it is none.
    var object: (any FactoryContainer & AnyObject)? {
        // On Apple platforms any value can be cast to an object.
        Self.self is AnyObject.Type ? self as? any FactoryContainer & AnyObject : nil
    }
}

extension ServiceDeclaration {
    /// The declaration's name, if it needs to be bound and is not.
    fileprivate var unboundName: String? {
        let isAbsent = isLegacy ? declaration.legacyReference(of: Service.self) == nil : isUnbound
        return isAbsent ? key.display : nil
    }
}
