/// An optional type, whose service is the one of the type it wraps.
protocol OptionalService {
    static func resolve(
        name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?
    ) throws(NoService) -> Any

    /// The type of the service, at the bottom of all optionals.
    static var wrapped: Any.Type { get }

    /// The factory of an optional, as one of what is at the bottom of all optionals.
    static func unwrapping<Service>(_ factory: TypedFactory<Service>) -> AnyFactory

    /// The factory of what the optional wraps, as one of the optional.
    static func wrapping(_ factory: AnyFactory) -> AnyFactory
}

/// A type as an optional service; nil where it is no optional.
///
/// Nearly no type is, and to learn from the runtime that one does not conform costs as much as the rest of registering
/// it.
func optionalService(_ type: Any.Type) -> (any OptionalService.Type)? {
    isOptional(type) ? type as? any OptionalService.Type : nil
}

extension Optional: OptionalService {
    static func resolve(
        name: Resolver.Name?, arguments: Arguments, site: CallSite, asked: Resolver?
    ) throws(NoService) -> Any {
        do throws(NoService) {
            return unsafe try Engine.service(
                Wrapped.self, name: name, arguments: arguments, site: site, asked: asked, isOptional: true)
        } catch {
            if error.error != nil { throw error }
            return Wrapped?.none as Any
        }
    }

    static var wrapped: Any.Type { optionalService(Wrapped.self)?.wrapped ?? Wrapped.self }

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
        return optionalService(type)?.wrapping(self) ?? unwrapped
    }
}

extension Alias {
    /// The same for a key of its service's type, of an optional of it, or of what it wraps.
    func fitting(_ type: Any.Type) -> Alias {
        Alias(target: target) { [factory] in factory($0).fitting(type) }
    }
}
