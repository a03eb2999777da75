import Resolver

/// The clock by which factories' times to live are measured.
public enum TimeToLive {
    /// The current sandbox's clock, in seconds from any beginning.
    ///
    /// Nil, as it is by default, means the system's monotonic clock. While the clock goes back, or gives what is no number, no
    /// time to live ends.
    ///
    /// It is called, by several threads at once, where a service is asked for that has a time to live or an instance for each
    /// parameter, and in resets of scopes and of everything. It must do none of this itself: it would call itself without end,
    /// and the program ends.
    public static var clock: (@Sendable () -> Double)? {
        get { Environment.active.setting { $0.clock } }
        set { Environment.active.set { $0.clock = newValue } }
    }
}
