import Resolver

/// The time that a factory's time to live is measured by.
public enum TimeToLive {
    /// The current sandbox's clock, in seconds from any beginning.
    ///
    /// Nil, unless it is set, means the system's monotonic clock. While the clock goes back, or gives what is no
    /// number, nothing ends.
    ///
    /// It is called on each thread that asks for such a service, on several at once. It must not ask for a service that has
    /// a time to live itself: it would be called in itself for ever, and the program ends.
    public static var clock: (@Sendable () -> Double)? {
        get { Environment.active.setting { $0.clock } }
        set { Environment.active.set { $0.clock = newValue } }
    }
}
