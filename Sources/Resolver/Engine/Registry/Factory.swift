/// The arguments of a call, where the caller holds them, or nil: copying an `Any?` costs as much as finding a
/// registration, even where it is nil.
@usableFromInline package typealias Arguments = UnsafePointer<Any?>?

/// A registration's factory, erased: `(Resolver) -> Any`, with the arguments of the call beside.
///
/// In place of an `Any`, it puts what it makes where the caller says. So that is neither boxed nor cast, and the caller
/// need not know its type. The memory must be large enough for `service`.
@safe
@usableFromInline
package class AnyFactory: @unchecked Sendable {
    // Sound as far as the user's closure is: the runtime face takes any closure, as it always did. It is stored once
    // and never changed.

    /// Puts a service into memory that holds nothing yet; returns false where there is none.
    @usableFromInline package typealias Make = (UnsafeMutableRawPointer, Resolver, Arguments) throws -> Bool

    /// The type of what it makes.
    final let service: Any.Type
    final let make: Make

    package init(_ service: Any.Type, make: @escaping Make) {
        self.service = service
        unsafe self.make = unsafe make
    }

    /// A factory of what a closure returns.
    package convenience init<Service>(
        of service: Service.Type, _ make: @escaping (Resolver, Arguments) throws -> Service?
    ) {
        unsafe self.init(Service.self) { unsafe AnyFactory.put(try make($1, $2), into: $0) }
    }

    /// A factory of what a closure returns that always makes one.
    package convenience init<Service>(
        always service: Service.Type, _ make: @escaping (Arguments) -> Service
    ) {
        unsafe self.init(Service.self) { room, _, arguments in
            unsafe room.initializeMemory(as: Service.self, to: make(arguments))
            return true
        }
    }

    /// Puts a service where a factory is to put it; returns false where there is none.
    ///
    /// Compiled where the service is registered or the wrapper declared: it has an optional of the service's type.
    @inlinable @inline(__always)
    package static func put<Service>(_ service: consuming Service?, into room: UnsafeMutableRawPointer) -> Bool {
        guard let service else { return false }
        unsafe room.initializeMemory(as: Service.self, to: service)
        return true
    }

    /// Whether it is asynchronous, so that only an asynchronous call can run it.
    var isAsynchronous: Bool { false }

    /// A factory of the same type that reports a failure in place of making anything.
    func refusing(_ fail: @escaping @Sendable () -> Never) -> AnyFactory {
        unsafe AnyFactory(service) { _, _, _ in fail() }
    }

    /// What it makes, for those who know its type, and are in no hurry; nil where it makes none.
    final func callAsFunction<Service>(
        as type: Service.Type, _ resolver: Resolver, _ arguments: Arguments
    ) throws -> Service? {
        try unsafe withUnsafeTemporaryAllocation(of: type, capacity: 1) { room in
            let address = unsafe room.baseAddress.unsafelyUnwrapped
            return try unsafe make(address, resolver, arguments) ? address.move() : nil
        }
    }

    /// The same for those who do not know its type.
    final func callAsFunction(_ resolver: Resolver, _ arguments: Arguments) throws -> Any? {
        func made<Service>(_ type: Service.Type) throws -> Any? { try unsafe self(as: type, resolver, arguments) }
        return try _openExistential(service, do: made)
    }
}
