import Resolver

/// The time that a factory's time to live is measured by.
public enum TimeToLive {
    /// The current sandbox's clock, in seconds from any beginning; it must never go back.
    ///
    /// Nil, unless it is set, stands for the system's monotonic clock.
    public static var clock: (@Sendable () -> Double)? {
        get { Sandbox.setting(Clock.self)?.now }
        set {
            Sandbox.set(Clock(now: newValue))
            guard let newValue else { return Sandbox.set(Sandbox.Clock(now: nil)) }
            Sandbox.set(Sandbox.Clock { UInt64(newValue() * 1e9) })
        }
    }

    private struct Clock: Sendable {
        let now: (@Sendable () -> Double)?
    }
}
