/// A type that resolves services with its `resolver`.
public protocol Resolving {
    /// The resolver to ask.
    var resolver: Resolver { get }
}

extension Resolving {
    /// The current root resolver.
    public var resolver: Resolver { Resolver.root }
}
