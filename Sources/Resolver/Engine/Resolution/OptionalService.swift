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

    /// Converts a factory of this optional type to one of the wrapped type.
    static func unwrapping(_ factory: AnyFactory) -> AnyFactory

    /// Converts a factory of the wrapped type to one of this optional type.
    static func wrapping(_ factory: AnyFactory) -> AnyFactory
}

extension Optional: OptionalService {
    static func resolve(
        name: Resolver.Name?, arguments: Arguments, at location: CodeLocation, asked: Resolver?
    ) throws(NoService) -> Any {
        unsafe try Engine.ifPresent(Wrapped.self, name: name, arguments: arguments, at: location, asked: asked)
            as Any
    }

    static func resolve(
        name: Resolver.Name?, argument: Any?, at location: CodeLocation, asked: Resolver?, for asker: RuntimeAsker
    ) async throws -> Any {
        try await Engine.ifPresent(
            Wrapped.self, name: name, argument: argument, at: location, asked: asked, for: asker) as Any
    }

    static var wrapped: Any.Type { (Wrapped.self as? any OptionalService.Type)?.wrapped ?? Wrapped.self }

    static func unwrapping(_ factory: AnyFactory) -> AnyFactory {
        if let make = factory.asyncClosure(of: Wrapped?.self) {
            return .of(async: Wrapped.self) { try NothingMade.unless(try await make($0, $1)) }
        }
        return unsafe AnyFactory.of(optional: Wrapped.self) {
            try unsafe factory.makeIfAny(Wrapped?.self, $0, $1) ?? nil
        }
    }

    static func wrapping(_ factory: AnyFactory) -> AnyFactory {
        // For several optionals around one service, each call puts one on.
        guard factory.service == Wrapped.self || !factory.isAsynchronous else {
            return wrapping(factory.converted(to: Wrapped.self))
        }
        if let make = factory.asyncClosure(of: Wrapped.self) {
            return .of(async: Wrapped?.self) {
                do {
                    return try await make($0, $1)
                } catch let error where error is NothingMade || error is DoesNotConform {
                    return nil
                }
            }
        }
        return unsafe AnyFactory.of(Wrapped?.self) { try unsafe factory.makeIfAny($0, $1).flatMap { $0 as? Wrapped } }
    }
}

/// The type of the service that a type stands for: at the bottom of all optionals.
package func serviceType(of type: Any.Type) -> Any.Type { (type as? any OptionalService.Type)?.wrapped ?? type }

extension AnyFactory {
    /// The factory converted to the type at the bottom of all optionals; itself where its type is no optional.
    var unwrapped: AnyFactory {
        // Nearly no type is optional, and asking the runtime whether a type conforms costs as much as registering it.
        guard isOptionalType(service), let optional = service as? any OptionalService.Type else { return self }
        return optional.unwrapping(self).takingArguments(takesArguments).unwrapped
    }

    /// The factory converted to its own type, to an optional of that, or to the type that it wraps.
    package func converted(to type: Any.Type) -> AnyFactory {
        if type == service { return self }
        let optional = type as? any OptionalService.Type
        let converted = optional?.wrapping(self).takingArguments(takesArguments) ?? unwrapped
        // Otherwise its instances would be read as instances of another type.
        precondition(
            converted.service == type, "Resolver: a factory of \(service) is no factory of \(type); please report this")
        return converted
    }
}
