extension Resolver {
    /// Tells an observer of every resolution from now on.
    ///
    /// The current sandbox holds its observers. A new sandbox starts with the observers of the sandbox that it was made from,
    /// and ``reset()`` keeps them. Observers are told in the order in which they were added. One that was added twice is told
    /// once. While there are no observers, a resolution does no work for them.
    ///
    /// - Parameter observer: The observer.
    public static func addObserver(_ observer: any ResolutionObserver) {
        Environment.active.set { settings in
            if !settings.observers.contains(where: { $0 === observer }) { settings.observers.append(observer) }
        }
    }

    /// Stops telling an observer of resolutions; does nothing if it was not added.
    ///
    /// The removal counts from the next outermost resolution. If a thread is just telling the observer of an outermost
    /// resolution, as when the observer removes itself, the thread tells all events of that resolution.
    ///
    /// - Parameter observer: The observer.
    public static func removeObserver(_ observer: any ResolutionObserver) {
        Environment.active.set { $0.observers.removeAll { $0 === observer } }
    }
}

extension Environment {
    /// Tells observers of an error of closers that cannot be thrown on; prints it where there are no observers.
    func tellObservers(of error: ClosingError) {
        let observers = setting { $0.observers }
        if observers.isEmpty { error.print() }
        for observer in observers { observer.observe(error) }
    }
}
