/// An optional type, whose service is the one of the type it wraps.
protocol OptionalService {
    static func resolve(
        name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?
    ) throws(ResolutionError) -> Any

    /// The type of the service, at the bottom of all optionals.
    static var wrapped: Any.Type { get }

    /// The factory of an optional, as one of what is at the bottom of all optionals.
    static func unwrapping<Service>(_ factory: TypedFactory<Service>) -> AnyFactory

    /// The factory of what the optional wraps, as one of the optional.
    static func wrapping(_ factory: AnyFactory) -> AnyFactory
}

extension Optional: OptionalService {
    static func resolve(
        name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?
    ) throws(ResolutionError) -> Any {
        unsafe try Engine.value(
            Wrapped.self, name: name, arguments: arguments, site: site, asked: asked, isOptional: true) as Any
    }

    static var wrapped: Any.Type { (Wrapped.self as? any OptionalService.Type)?.wrapped ?? Wrapped.self }

    static func unwrapping<Service>(_ factory: TypedFactory<Service>) -> AnyFactory {
        let make = unsafe factory.make
        let unwrapped = unsafe TypedFactory<Wrapped> { resolver, arguments in
            unsafe try make(resolver, arguments).flatMap { $0 as? Wrapped }
        }
        return unwrapped.unwrapped
    }

    static func wrapping(_ factory: AnyFactory) -> AnyFactory {
        unsafe TypedFactory<Wrapped?> { resolver, arguments in
            .some(try unsafe factory(resolver, arguments).flatMap { $0 as? Wrapped })
        }
    }
}

extension AnyFactory {
    /// The factory for a key of its service's type, of an optional of it, or of what it wraps.
    func fitting(_ type: Any.Type) -> AnyFactory {
        if type == service { return self }
        return (type as? any OptionalService.Type)?.wrapping(self) ?? unwrapped
    }
}

extension Alias {
    /// The same for a key of its service's type, of an optional of it, or of what it wraps.
    func fitting(_ type: Any.Type) -> Alias {
        Alias(target: target) { [factory] in factory($0).fitting(type) }
    }
}
