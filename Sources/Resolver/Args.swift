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

        /// What was passed; arguments that are handed on as they are count as their own.
        var passed: Any? { (value as? Args).map(\.passed) ?? value }

        /// The only argument.
        @inlinable
        public func callAsFunction<T>() -> T { get() }

        /// The argument under a key.
        public func callAsFunction<T>(_ key: String) -> T { get(key) }

        /// The only argument, or nil where it is absent or of another type.
        @inlinable
        public func optional<T>() -> T? { exactly() ?? only() }

        /// The argument under a key, or nil where it is absent or of another type.
        public func optional<T>(_ key: String) -> T? { keyed?[key].flatMap { Args.cast($0) } }

        /// The only argument.
        @inlinable
        public func get<T>() -> T { exactly() ?? only(orTrapFor: T.self) }

        /// The argument under a key.
        public func get<T>(_ key: String) -> T {
            let argument = keyed?[key] ?? nil
            if let argument: T = Args.cast(argument) { return argument }
            Failure.wrongArgument(key: key, expected: T.self, passed: passed, found: argument).trap()
        }

        private var keyed: [String: Any?]? { passed as? [String: Any?] }

        /// The value as it is, where its type is the very one that is asked for.
        @inlinable @inline(__always)
        func exactly<T>() -> T? { unsafe withUnsafePointer(to: value) { unsafe exactValue(at: $0, as: T.self) } }

        @usableFromInline
        func only<T>() -> T? {
            if let argument: T = Args.cast(passed) { return argument }
            guard let keyed, keyed.count == 1, let argument = keyed.first?.value else { return nil }
            return Args.cast(argument)
        }

        @usableFromInline
        func only<T>(orTrapFor type: T.Type) -> T {
            if let argument: T = only() { return argument }
            let isSeveral = (keyed?.count ?? 1) > 1
            Failure.wrongArgument(key: nil, expected: T.self, passed: passed, found: isSeveral ? nil : passed).trap()
        }

        private static func cast<T>(_ value: Any?) -> T? {
            // Where the argument itself is optional, nil is one.
            guard let value else { return Optional<Any>.none as Any as? T }
            return value as? T
        }
    }
}

extension Resolver.Args {
    /// Whether two arguments are equal beyond doubt: both absent, the same instance, or equal values.
    ///
    /// What cannot be compared never proves anything.
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
