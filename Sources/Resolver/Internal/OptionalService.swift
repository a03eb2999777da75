/// An optional type, whose service is the one of the type it wraps.
protocol OptionalService {
    static func resolve(
        name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?
    ) throws(ResolutionError) -> Any

    /// The key's type and the factory for what is registered under an optional type.
    static func unwrapping<Service>(_ factory: TypedFactory<Service>) -> (type: Any.Type, factory: AnyFactory)
}

extension Optional: OptionalService {
    static func resolve(
        name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?
    ) throws(ResolutionError) -> Any {
        unsafe try Engine.value(
            Wrapped.self, name: name, arguments: arguments, site: site, asked: asked, isOptional: true) as Any
    }

    static func unwrapping<Service>(_ factory: TypedFactory<Service>) -> (type: Any.Type, factory: AnyFactory) {
        let make = unsafe factory.make
        let unwrapped = unsafe TypedFactory<Wrapped> { resolver, arguments in
            unsafe try make(resolver, arguments).flatMap { $0 as? Wrapped }
        }
        guard let nested = Wrapped.self as? any OptionalService.Type else { return (Wrapped.self, unwrapped) }
        return nested.unwrapping(unwrapped)
    }
}
