/// A pointer to the arguments that the caller of a resolution holds; nil where there are none.
///
/// It is a pointer, because copying an `Any?` costs as much as finding a registration, even where it is nil.
@usableFromInline package typealias Arguments = UnsafePointer<Any?>?

/// Makes a service; throws a ``NothingMade`` where there is none.
@usableFromInline package typealias MakeService<Service> = (Resolver, Arguments) throws -> Service

/// Makes an asynchronous service; throws a ``NothingMade`` where there is none.
package typealias MakeServiceAsync<Service> = @Sendable (Resolver, Any?) async throws -> Service

/// A registration's factory, without its service's type in the class: roughly `(Resolver, Arguments) -> Any`.
///
/// A caller that knows the service's type calls the closure directly. So nothing is boxed, cast or copied, and the service
/// is made where the caller wants it. The class is not generic, as each registration would then ask the runtime for
/// metadata. It relies on this: closures are stored alike, whatever type they make.
///
/// The object itself stores the closure, so that the closure has an address.
@safe
package final class AnyFactory: ManagedBuffer<AnyFactory.Header, AnyFactory.Closure<Void>> {
    /// The service's type and whether the factory takes arguments, in one word: a metatype's lowest bit is always zero.
    package struct Header {
        private let bits: UInt

        fileprivate init(_ service: Any.Type, takesArguments: Bool = false) {
            bits = UInt(bitPattern: ObjectIdentifier(service)) | (takesArguments ? 1 : 0)
        }

        fileprivate var service: Any.Type {
            unsafe unsafeBitCast(UnsafeRawPointer(bitPattern: bits & ~1), to: Any.Type.self)
        }
        fileprivate var takesArguments: Bool { bits & 1 != 0 }
    }

    /// The closure that makes a service.
    ///
    /// The object stores it as a `Closure<Void>`, whatever the service's type.
    @safe
    package enum Closure<Service> {
        /// The closure as the program wrote it: a closure around it would have to be made and called, too.
        case plain(() throws -> Service)
        case given(MakeService<Service>)
        case asynchronous(MakeServiceAsync<Service>)
    }

    /// A ``Closure`` that cannot be copied, so that calling it, here and in `Frame.call`, counts no reference.
    @safe
    enum Borrowed<Service>: ~Copyable {
        case plain(() throws -> Service)
        case given(MakeService<Service>)
        case asynchronous(MakeServiceAsync<Service>)

        // Each case returns by itself: as one expression, the service would be copied.
        @inline(__always)
        func callAsFunction(_ resolver: Resolver, _ arguments: Arguments) throws -> Service {
            switch self {
            case .plain(let make): return try make()
            case .given(let make): return unsafe try make(resolver, arguments)
            case .asynchronous: throw OnlyAsynchronous()
            }
        }

        var isAsynchronous: Bool {
            switch self {
            case .asynchronous: true
            default: false
            }
        }
    }

    package static func of<Service>(_ service: Service.Type, make: @escaping MakeService<Service>) -> AnyFactory {
        unsafe of(service, .given(make))
    }

    package static func of<Service>(_ service: Service.Type, plain make: @escaping () throws -> Service) -> AnyFactory {
        of(service, .plain(make))
    }

    /// The factory of an asynchronous service, which a synchronous call cannot run.
    package static func of<Service>(
        async service: Service.Type, make: @escaping MakeServiceAsync<Service>
    ) -> AnyFactory {
        of(service, .asynchronous(make))
    }

    /// A factory whose closure may return nil; the factory then throws a ``NothingMade``.
    package static func of<Service>(
        optional service: Service.Type, make: @escaping (Resolver, Arguments) throws -> Service?
    ) -> AnyFactory {
        unsafe of(service) { unsafe try NothingMade.unless(make($0, $1)) }
    }

    private static func of<Service>(_ service: Service.Type, _ closure: Closure<Service>) -> AnyFactory {
        let new = create(minimumCapacity: 1) { _ in Header(service) }
        let factory = unsafe unsafeDowncast(new, to: AnyFactory.self)
        // Stored as a `Closure<Void>`: using `Closure<Service>` would ask the runtime for its metadata.
        unsafe factory.closure(of: Void.self).initialize(to: unsafeBitCast(closure, to: Closure<Void>.self))
        return factory
    }

    deinit { unsafe withUnsafeMutablePointerToElements { _ = unsafe $0.deinitialize(count: 1) } }

    /// Where the closure is, for as long as the object lives.
    var address: UnsafeMutableRawPointer {
        unsafe withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
    }

    private func closure<Service>(of type: Service.Type) -> UnsafeMutablePointer<Closure<Service>> {
        unsafe address.assumingMemoryBound(to: Closure<Service>.self)
    }

    private func borrowed<Service>(_ type: Service.Type) -> UnsafeMutablePointer<Borrowed<Service>> {
        unsafe address.assumingMemoryBound(to: Borrowed<Service>.self)
    }

    // Not `header`, which is checked at each access, though it never changes.
    private var fields: Header { unsafe withUnsafeMutablePointerToHeader { unsafe $0.pointee } }
    var service: Any.Type { fields.service }

    /// Whether only an asynchronous call can run it.
    var isAsynchronous: Bool { unsafe borrowed(Void.self).pointee.isAsynchronous }

    /// The closure of an asynchronous factory of a type; nil where it is synchronous.
    func asyncClosure<Service>(of type: Service.Type) -> MakeServiceAsync<Service>? {
        guard case .asynchronous(let make) = unsafe closure(of: type).pointee else { return nil }
        return make
    }

    /// Whether the program wrote the factory to take arguments, so that no call without them can succeed.
    var takesArguments: Bool { fields.takesArguments }

    /// Notes whether the factory takes arguments, and returns it; called before anybody else has the factory.
    package func takingArguments(_ takesArguments: Bool) -> AnyFactory {
        let header = Header(service, takesArguments: takesArguments)
        unsafe withUnsafeMutablePointerToHeader { unsafe $0.pointee = header }
        return self
    }

    /// Makes a service; the type must be the one that the factory was made with.
    func make<Service>(_ type: Service.Type, _ resolver: Resolver, _ arguments: Arguments) throws -> Service {
        defer { withExtendedLifetime(self) {} }
        return try unsafe borrowed(type).pointee(resolver, arguments)
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

    /// Makes a service for a caller that does not know its type; nil where there is none.
    func makeIfAny(_ resolver: Resolver, _ arguments: Arguments) throws -> Any? {
        func made<Service>(_ type: Service.Type) throws -> Any? { try unsafe makeIfAny(type, resolver, arguments) }
        return try _openExistential(service, do: made)
    }

    /// A factory of a type that throws, or ends the program, in place of making anything.
    static func failing(
        _ type: Any.Type, isAsynchronous: Bool = false, _ fail: @escaping @Sendable () throws -> Never
    ) -> AnyFactory {
        func factory<Service>(_ type: Service.Type) -> AnyFactory {
            isAsynchronous ? .of(async: type) { _, _ in try fail() } : .of(type, plain: { try fail() })
        }
        return _openExistential(type, do: factory)
    }
}

/// Thrown where a synchronous call runs the factory of an asynchronous service.
struct OnlyAsynchronous: Error {}

/// Thrown by a factory that has no service to give, as its closure returned nil.
@usableFromInline
package struct NothingMade: Error {
    /// The error that such a factory throws.
    @usableFromInline static let error: any Error = NothingMade()

    /// Returns what a closure has returned; throws a ``NothingMade`` where that is nil.
    ///
    /// Inlined into the program, where the service is registered, as it uses an optional of the service's type.
    @inlinable @inline(__always)
    package static func unless<Service>(_ service: consuming Service?) throws -> Service {
        guard let service else { throw error }
        return service
    }
}
