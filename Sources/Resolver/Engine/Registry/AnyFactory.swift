/// The arguments of a call, where the caller holds them, or nil: copying an `Any?` costs as much as finding a
/// registration, even where it is nil.
@usableFromInline package typealias Arguments = UnsafePointer<Any?>?

/// Makes a service; throws a ``NothingMade`` where there is none.
@usableFromInline package typealias MakeService<Service> = (Resolver, Arguments) throws -> Service

/// A registration's factory, erased: `(Resolver) -> Any`, with the arguments of the call beside.
///
/// Those who know the service's type call the closure as it is, so that nothing is boxed, cast or copied, and the service
/// is made where the caller wants it. It is no generic class, for whose metadata each registration would ask the runtime;
/// what it relies on is that closures are stored alike, whatever they make.
///
/// The closure is in the object itself, where it has an address.
@safe
package final class AnyFactory: ManagedBuffer<AnyFactory.Header, AnyFactory.Erased> {
    package struct Header {
        /// The type of what it makes.
        fileprivate let service: Any.Type
        /// For an asynchronous service what makes it, an ``AsyncFactoryClosure``.
        fileprivate let asynchronous: AnyObject?
        fileprivate var takesArguments = false
    }

    /// A closure, as one that makes nothing.
    package struct Erased { private let make: () -> Void }

    /// A closure that makes a service.
    @safe
    private struct Typed<Service> { let make: MakeService<Service> }

    /// The same, not to be copied: so no reference is counted where it is called, here and in `Frame.call`.
    @safe
    struct Borrowed<Service>: ~Copyable {
        private let make: MakeService<Service>

        @inline(__always)
        func callAsFunction(_ resolver: Resolver, _ arguments: Arguments) throws -> Service {
            unsafe try make(resolver, arguments)
        }
    }

    package static func of<Service>(_ service: Service.Type, make: @escaping MakeService<Service>) -> AnyFactory {
        unsafe of(service, asynchronous: nil, make: make)
    }

    /// A factory of what a closure may not give.
    package static func of<Service>(
        optional service: Service.Type, make: @escaping (Resolver, Arguments) throws -> Service?
    ) -> AnyFactory {
        unsafe of(service) { unsafe try NothingMade.unless(make($0, $1)) }
    }

    static func of<Service>(
        _ service: Service.Type, asynchronous: AnyObject?, make: @escaping MakeService<Service>
    ) -> AnyFactory {
        let new = create(minimumCapacity: 1) { _ in Header(service: Service.self, asynchronous: asynchronous) }
        let factory = unsafe unsafeDowncast(new, to: AnyFactory.self)
        unsafe factory.address.initializeMemory(
            as: Erased.self, to: unsafeBitCast(Typed(make: make), to: Erased.self))
        return factory
    }

    deinit { unsafe withUnsafeMutablePointerToElements { _ = unsafe $0.deinitialize(count: 1) } }

    /// Where the closure is, for as long as the object lives.
    var address: UnsafeMutableRawPointer {
        unsafe withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
    }

    // Not `header`, which is checked at each access, though it never changes.
    private var fields: Header { unsafe withUnsafeMutablePointerToHeader { unsafe $0.pointee } }
    var service: Any.Type { fields.service }
    var asynchronous: AnyObject? { fields.asynchronous }

    /// Whether only an asynchronous call can run it.
    var isAsynchronous: Bool { asynchronous != nil }

    /// Whether it was written to take arguments, so that nobody can call it without.
    var takesArguments: Bool { fields.takesArguments }

    /// The same factory, of which it is known whether it takes arguments, before anybody else has it.
    package func takingArguments(_ takesArguments: Bool) -> AnyFactory {
        unsafe withUnsafeMutablePointerToHeader { unsafe $0.pointee.takesArguments = takesArguments }
        return self
    }

    /// Makes a service, of the type that the factory is of.
    func make<Service>(_ type: Service.Type, _ resolver: Resolver, _ arguments: Arguments) throws -> Service {
        defer { withExtendedLifetime(self) {} }
        return try unsafe address.assumingMemoryBound(to: Borrowed<Service>.self).pointee(resolver, arguments)
    }

    /// Makes a service; nil where there is none.
    func makeIfAny<Service>(
        _ type: Service.Type, _ resolver: Resolver, _ arguments: Arguments
    ) throws -> Service? {
        do {
            return try unsafe make(type, resolver, arguments)
        } catch is NothingMade {
            return nil
        }
    }

    /// The same for those who do not know the type.
    func makeIfAny(_ resolver: Resolver, _ arguments: Arguments) throws -> Any? {
        func made<Service>(_ type: Service.Type) throws -> Any? { try unsafe makeIfAny(type, resolver, arguments) }
        return try _openExistential(service, do: made)
    }

    /// A factory of a type that throws, or ends the program, in place of making anything.
    static func failing(
        _ type: Any.Type, isAsynchronous: Bool = false, _ fail: @escaping @Sendable () throws -> Never
    ) -> AnyFactory {
        func factory<Service>(_ type: Service.Type) -> AnyFactory {
            isAsynchronous ? .of(async: type) { _, _ in try fail() } : unsafe .of(type) { _, _ in try fail() }
        }
        return _openExistential(type, do: factory)
    }
}

/// That a factory has no service to give.
@usableFromInline
package struct NothingMade: Error {
    /// What it throws then.
    @usableFromInline static let error: any Error = NothingMade()

    /// What a closure has returned; throws where it is nil.
    ///
    /// Compiled where the service is registered, as it has an optional of the service's type.
    @inlinable @inline(__always)
    package static func unless<Service>(_ service: consuming Service?) throws -> Service {
        guard let service else { throw error }
        return service
    }
}
