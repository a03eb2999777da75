import Resolver

/// The clock by which factories' times to live are measured.
public enum TimeToLive {
    /// The current sandbox's clock, in seconds from any beginning.
    ///
    /// Nil, as it is by default, means the system's monotonic clock. While the clock goes back, or gives what is no number, no
    /// time to live ends.
    ///
    /// Threads that ask for such services, or for services with an instance for each parameter, call it, several at once; so
    /// do resets. It must do none of this itself: it would call itself for ever, and the program ends.
    public static var clock: (@Sendable () -> Double)? {
        get { Environment.active.setting { $0.clock } }
        set { Environment.active.set { $0.clock = newValue } }
    }
}
