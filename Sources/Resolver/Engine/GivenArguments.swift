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
        Engine.parameter(value, as: parameter).map { AnyHashable($0) }
    }
}

extension UnsafeMutablePointer<Frame> {
    var given: GivenArguments { unsafe GivenArguments(at: pointee.argument, pointee.argumentType) }

    /// What the instance is kept for, where there is one for each parameter.
    var parameterKey: AnyHashable? { unsafe options?.parameterKey?(given) }
}
