extension Resolver {
    /// Tells an observer of every resolution from now on.
    ///
    /// Observers belong to the current sandbox, which holds them; a sandbox that is made starts with those of the one
    /// it was made from, and ``reset()`` leaves them. Each is told in the order they were added, and once even where it
    /// was added twice. While there is none, a resolution does nothing for them.
    ///
    /// - Parameter observer: The observer.
    public static func addObserver(_ observer: any ResolutionObserver) {
        Environment.active.set { settings in
            if !settings.observers.contains(where: { $0 === observer }) { settings.observers.append(observer) }
        }
    }

    /// Tells an observer of no resolution any more; does nothing where it is not an observer.
    ///
    /// It counts from the next outermost resolution: a thread that is telling of one meanwhile, as when an observer is
    /// removed by what it is told, tells all of it.
    ///
    /// - Parameter observer: The observer.
    public static func removeObserver(_ observer: any ResolutionObserver) {
        Environment.active.set { $0.observers.removeAll { $0 === observer } }
    }
}
