/// The arguments of a call that is under way.
@usableFromInline @frozen
@safe
package struct GivenArguments {
    /// Where they are, if there are any.
    @usableFromInline let address: UnsafeRawPointer?
    /// Their type; no type means `Any?`.
    @usableFromInline let type: Any.Type?

    init(at address: UnsafeRawPointer?, _ type: Any.Type?) {
        unsafe self.address = unsafe address
        self.type = type
    }

    /// The arguments, for those who do not know their type.
    var value: Any? {
        guard let address = unsafe address else { return nil }
        guard let type else { return unsafe address.assumingMemoryBound(to: Any?.self).pointee }
        return unsafe anyValue(at: address, type)
    }

    /// The parameter for which an instance is kept; nil where the argument is none of the type.
    @inlinable
    package func parameter<Parameter: Hashable>(as parameter: Parameter.Type) -> AnyHashable? {
        guard type == parameter, let address = unsafe address else { return castParameter(as: parameter) }
        return unsafe AnyHashable(address.assumingMemoryBound(to: parameter).pointee)
    }

    @usableFromInline
    func castParameter<Parameter: Hashable>(as parameter: Parameter.Type) -> AnyHashable? {
        anyParameter(value, as: parameter).map { AnyHashable($0) }
    }
}

/// An argument as a parameter of a type; nil where it is not of that type.
func anyParameter<Parameter>(_ given: Any?, as type: Parameter.Type) -> Parameter? {
    // Nil is a parameter, too, where the type is optional.
    guard let given else { return given as? Parameter }
    // If the type is an optional, a cast would wrap an argument that is of the type once more.
    if isOf(given, type) { return itself(given, as: type) }
    // Not of the optional: if the type is `Any`, or a protocol of optionals, the cast would give the optional itself.
    return given as? Parameter
}

/// An argument whose type is exactly the parameter's.
func itself<Parameter>(_ given: Any, as type: Parameter.Type) -> Parameter {
    func itself<Given>(_ given: Given) -> Parameter { unsafe unsafeBitCast(given, to: Parameter.self) }
    return _openExistential(given, do: itself)
}

/// Whether an argument's type is exactly a given one.
func isOf(_ given: Any, _ type: Any.Type) -> Bool {
    func isOf<Given>(_ given: Given) -> Bool { Given.self == type }
    return _openExistential(given, do: isOf)
}
