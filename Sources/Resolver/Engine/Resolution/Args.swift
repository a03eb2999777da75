extension Resolver {
    /// The arguments a factory was asked with.
    ///
    /// One argument travels as itself, several as a dictionary with a key for each:
    ///
    /// ```swift
    /// Resolver.register { (_, args) in Message(id: args()) }
    /// let message: Message = Resolver.resolve(args: 42)
    ///
    /// Resolver.register { (_, args) in Editor(text: args("text"), isDraft: args("draft")) }
    /// let editor: Editor = Resolver.resolve(args: ["text": "Hello", "draft": true])
    /// ```
    ///
    /// An argument that is absent or of another type is a mistake in the program and traps with the service, the
    /// expected and the actual type, and the chain of the resolution. Where it may be absent, ask with `optional`.
    @frozen
    public struct Args {
        @usableFromInline let value: Any?

        /// Makes arguments of what was passed as `args:`.
        @inlinable
        public init(_ args: Any?) { value = args }

        @usableFromInline
        init(at arguments: Arguments) {
            if let arguments = unsafe arguments { value = unsafe arguments.pointee } else { value = nil }
        }

        /// What was passed; if that is itself an `Args`, which a factory hands on, what was passed to that.
        package var passed: Any? {
            // A cast takes longer than all else.
            guard let value, isOf(value, Args.self), let handedOn = value as? Args else { return value }
            return handedOn.passed
        }

        /// The same, read from a call's arguments.
        package static func passed(at arguments: Arguments) -> Any? {
            // Most calls have none. Asked first, as copying even a nil goes through the metadata of its type.
            guard let arguments = unsafe arguments, let value = unsafe arguments.pointee else { return nil }
            return isOf(value, Args.self) ? Args(value).passed : value
        }

        /// The only argument.
        @inlinable
        public func callAsFunction<T>() -> T { get() }

        /// The argument under a key.
        public func callAsFunction<T>(_ key: String) -> T { get(key) }

        /// The only argument, or nil where it is absent or of another type.
        @inlinable
        public func optional<T>() -> T? { exactly() ?? only() }

        /// The argument under a key, or nil where it is absent or of another type.
        public func optional<T>(_ key: String) -> T? { anyParameter(argument(key), as: T.self) }

        /// The only argument.
        @inlinable
        public func get<T>() -> T { exactly() ?? only(orTrapFor: T.self) }

        /// The argument under a key.
        public func get<T>(_ key: String) -> T {
            let argument = argument(key)
            if let argument = anyParameter(argument, as: T.self) { return argument }
            Failure.wrongArgument(key: key, expected: T.self, passed: passed, found: argument).trap()
        }

        /// The arguments with keys; nil where there are none.
        ///
        /// A dictionary with text for keys always counts as such arguments, and never as the only one.
        private var keyed: (any KeyedArguments)? {
            // Asked first, as a cast to a dictionary's type copies the whole dictionary. Some dictionaries with text for keys
            // do not conform, those of Objective-C among them.
            let passed = passed
            if let keyed = passed as? any KeyedArguments { return keyed }
            // An empty dictionary can be cast to one with any keys, so it does not count.
            guard let keyed = passed as? [String: Any?], !keyed.isEmpty else { return nil }
            return keyed
        }

        /// The argument under a key; the only one has the empty key, as in Resolver 1.5.1.
        private func argument(_ key: String) -> Any? {
            if let keyed { return keyed.argument(key) }
            return key.isEmpty ? passed : nil
        }

        /// The value as it is, where its type is the very one that is asked for: a dynamic cast costs more than finding
        /// a registration.
        @inlinable @inline(__always)
        func exactly<T>() -> T? {
            unsafe withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { room in
                guard let address = room.baseAddress, unsafe copy(T.self, to: UnsafeMutableRawPointer(address)) else {
                    return nil
                }
                return unsafe address.move()
            }
        }

        /// Copies the value where its type is the given one; returns whether it is.
        @usableFromInline
        func copy(_ type: Any.Type, to room: UnsafeMutableRawPointer) -> Bool {
            func copy<Value>(_ value: Value) -> Bool {
                guard Value.self == type, !isKeyed(Value.self) else { return false }
                unsafe room.initializeMemory(as: Value.self, to: value)
                return true
            }
            guard let value else { return false }
            return _openExistential(value, do: copy)
        }

        /// Whether a type is that of arguments with keys; most types are ruled out by their size and kind.
        private func isKeyed<Value>(_ type: Value.Type) -> Bool {
            MemoryLayout<Value>.size == MemoryLayout<[String: Any?]>.size && !_isPOD(type)
                && type is any KeyedArguments.Type
        }

        @usableFromInline
        func only<T>() -> T? {
            guard let keyed else { return anyParameter(passed, as: T.self) }
            return keyed.count == 1 ? anyParameter(keyed.first, as: T.self) : nil
        }

        @usableFromInline
        func only<T>(orTrapFor type: T.Type) -> T {
            if let argument: T = only() { return argument }
            let isSeveral = (keyed?.count ?? 1) > 1
            Failure.wrongArgument(key: nil, expected: T.self, passed: passed, found: isSeveral ? nil : passed).trap()
        }
    }
}

/// Arguments with keys, whatever the type of the values.
private protocol KeyedArguments {
    var count: Int { get }
    /// One of the values; nil where that is nil.
    var first: Any? { get }
    func argument(_ key: String) -> Any?
}

extension Dictionary: KeyedArguments where Key == String {
    fileprivate var first: Any? { values.first.flatMap { unwrapped($0) } }
    fileprivate func argument(_ key: String) -> Any? { self[key].flatMap { unwrapped($0) } }
}

extension Resolver.Args {
    /// Whether two arguments are equal beyond doubt: both absent, the same instance, or equal values.
    ///
    /// Arguments that cannot be compared never count as equal.
    static func provablyEqual(_ left: Any??, _ right: Any??) -> Bool {
        let left = Resolver.Args(left ?? nil).passed
        let right = Resolver.Args(right ?? nil).passed
        guard let left, let right else { return left == nil && right == nil }
        if type(of: left) is AnyClass {
            return type(of: right) is AnyClass && left as AnyObject === right as AnyObject
        }
        guard let left = left as? any Equatable else { return false }
        func equal<Value: Equatable>(_ left: Value) -> Bool { (right as? Value) == left }
        return equal(left)
    }
}
