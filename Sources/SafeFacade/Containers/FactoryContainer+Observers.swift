public import Resolver

extension FactoryContainer {
    /// Tells an observer of every resolution from now on, of this container and all others.
    ///
    /// ```swift
    /// import ResolverDiagnostics
    ///
    /// Container.addObserver(ResolutionTrace { print($0) })
    /// ```
    ///
    /// Observers belong to the current sandbox, which holds them.
    ///
    /// - Parameter observer: The observer.
    public static func addObserver(_ observer: any ResolutionObserver) { Resolver.addObserver(observer) }

    /// Tells an observer of no resolution any more; does nothing where it is not an observer.
    ///
    /// It counts from the next outermost resolution.
    ///
    /// - Parameter observer: The observer.
    public static func removeObserver(_ observer: any ResolutionObserver) { Resolver.removeObserver(observer) }
}
