/// An optional type, whose service is the one of the type that it wraps.
protocol OptionalService {
    static func resolve(
        name: Resolver.Name?, arguments: Arguments, at location: CodeLocation, asked: Resolver?
    ) throws(NoService) -> Any

    /// The same for an asynchronous call.
    static func resolve(
        name: Resolver.Name?, argument: Any?, at location: CodeLocation, asked: Resolver?, for asker: RuntimeAsker
    ) async throws -> Any

    /// The type of the service, at the bottom of all optionals.
    static var wrapped: Any.Type { get }

    /// The factory of an optional, as one of what is at the bottom of all optionals.
    static func unwrapping<Service>(_ factory: TypedFactory<Service>) -> AnyFactory

    /// The same for an asynchronous factory.
    static func unwrapping<Service>(async factory: AsyncTypedFactory<Service>) -> AnyFactory

    /// The factory of what the optional wraps, as one of the optional.
    static func wrapping(_ factory: AnyFactory) -> AnyFactory
}

extension Optional: OptionalService {
    static func resolve(
        name: Resolver.Name?, arguments: Arguments, at location: CodeLocation, asked: Resolver?
    ) throws(NoService) -> Any {
        do throws(NoService) {
            return unsafe try Engine.service(
                Wrapped.self, name: name, arguments: arguments, at: location, asked: asked, isOptional: true)
        } catch {
            if error.error != nil { throw error }
            return Wrapped?.none as Any
        }
    }

    static func resolve(
        name: Resolver.Name?, argument: Any?, at location: CodeLocation, asked: Resolver?, for asker: RuntimeAsker
    ) async throws -> Any {
        try await Engine.service(
            Wrapped.self, name: name, argument: argument, at: location, asked: asked, isOptional: true, for: asker)
            as Any
    }

    static var wrapped: Any.Type { (Wrapped.self as? any OptionalService.Type)?.wrapped ?? Wrapped.self }

    static func unwrapping<Service>(_ factory: TypedFactory<Service>) -> AnyFactory {
        let make = unsafe factory.make
        let unwrapped = unsafe TypedFactory<Wrapped> { resolver, arguments in
            try unsafe make(resolver, arguments).flatMap { $0 as? Wrapped }
        }
        return unwrapped.unwrapped
    }

    static func unwrapping<Service>(async factory: AsyncTypedFactory<Service>) -> AnyFactory {
        let make = factory.makeAsync
        let unwrapped = AsyncTypedFactory<Wrapped> { resolver, argument in
            try await make(resolver, argument).flatMap { $0 as? Wrapped }
        }
        return unwrapped.unwrapped
    }

    static func wrapping(_ factory: AnyFactory) -> AnyFactory {
        if let factory = factory as? AsyncTypedFactory<Wrapped> {
            let make = factory.makeAsync
            return AsyncTypedFactory<Wrapped?> { .some(try await make($0, $1)) }
        }
        return unsafe TypedFactory<Wrapped?> { resolver, arguments in
            unsafe .some(try factory(resolver, arguments).flatMap { $0 as? Wrapped })
        }
    }
}

/// The type of the service that a type stands for: at the bottom of all optionals.
package func serviceType(of type: Any.Type) -> Any.Type { (type as? any OptionalService.Type)?.wrapped ?? type }

extension AnyFactory {
    /// The factory for a key of its service's type, of an optional of it, or of what it wraps.
    package func fitting(_ type: Any.Type) -> AnyFactory {
        if type == service { return self }
        return (type as? any OptionalService.Type)?.wrapping(self) ?? unwrapped
    }
}
