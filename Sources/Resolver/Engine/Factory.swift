/// The arguments of a call, where the caller holds them, or nil: copying an `Any?` costs as much as finding a
/// registration, even where it is nil.
@usableFromInline package typealias Arguments = UnsafePointer<Any?>?

/// A registration's factory, erased: `(Resolver) -> Any`, with the arguments of the call beside.
@usableFromInline
@safe
package class AnyFactory: @unchecked Sendable {
    // Sound as far as the user's closure is: the runtime face takes any closure, as it always did. It is stored once
    // and never changed.
    @usableFromInline init() {}

    /// Whether it is asynchronous, so that only an asynchronous call can run it.
    var isAsynchronous: Bool { false }

    /// The type of what it makes.
    var service: Any.Type { fatalError("AnyFactory.service must be overridden") }

    /// The same for what its type wraps, at the bottom of all optionals; itself where that is none.
    var unwrapped: AnyFactory { fatalError("AnyFactory.unwrapped must be overridden") }

    /// A factory of the same type that reports a failure in place of making anything.
    func refusing(_ fail: @escaping @Sendable () -> Never) -> AnyFactory {
        fatalError("AnyFactory.refusing must be overridden")
    }

    func callAsFunction(_ resolver: Resolver, _ arguments: Arguments) throws -> Any? {
        fatalError("AnyFactory.callAsFunction must be overridden")
    }
}

/// A registration's factory with its type, so that what it returns is neither boxed nor cast.
@usableFromInline
@safe
package class TypedFactory<Service>: AnyFactory, @unchecked Sendable {
    // Sound as its superclass is.

    @usableFromInline package typealias Make = (Resolver, Arguments) throws -> Service?

    @usableFromInline final let make: Make

    @usableFromInline
    package init(_ make: @escaping Make) { unsafe self.make = unsafe make }

    override var service: Any.Type { Service.self }

    override var unwrapped: AnyFactory {
        // Nearly no type is, and to learn from the runtime that one does not conform costs as much as registering it.
        guard _isOptional(Service.self), let optional = Service.self as? any OptionalService.Type else { return self }
        return optional.unwrapping(self)
    }

    override func refusing(_ fail: @escaping @Sendable () -> Never) -> AnyFactory {
        unsafe TypedFactory { _, _ in fail() }
    }

    override func callAsFunction(_ resolver: Resolver, _ arguments: Arguments) throws -> Any? {
        unsafe try make(resolver, arguments)
    }
}
