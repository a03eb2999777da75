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

    /// What an instance is kept for, where there is one for each parameter of a type; nil for what is none.
    @inlinable
    package func key<Parameter: Hashable>(as parameter: Parameter.Type) -> AnyHashable? {
        guard type == parameter, let address = unsafe address else { return keyOfAny(as: parameter) }
        return unsafe AnyHashable(address.assumingMemoryBound(to: parameter).pointee)
    }

    @usableFromInline
    func keyOfAny<Parameter: Hashable>(as parameter: Parameter.Type) -> AnyHashable? {
        anyParameter(value, as: parameter).map { AnyHashable($0) }
    }
}

/// What was given, as a parameter of a type; nil where it is none.
func anyParameter<Parameter>(_ given: Any?, as type: Parameter.Type) -> Parameter? {
    // A cast would wrap what is of the type already once more, where that is an optional.
    if let given, isOf(given, type) { return itself(given, as: type) }
    // A nil parameter is one, where it is optional.
    return given as? Parameter
}

/// What was given, which is of the very type.
func itself<Parameter>(_ given: Any, as type: Parameter.Type) -> Parameter {
    func itself<Given>(_ given: Given) -> Parameter { unsafe unsafeBitCast(given, to: Parameter.self) }
    return _openExistential(given, do: itself)
}

/// Whether what was given is of the very type.
func isOf(_ given: Any, _ type: Any.Type) -> Bool {
    func isOf<Given>(_ given: Given) -> Bool { Given.self == type }
    return _openExistential(given, do: isOf)
}
