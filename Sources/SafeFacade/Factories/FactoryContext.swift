import Resolver

/// A circumstance in which another closure makes a service.
///
/// ```swift
/// extension Container {
///     var analytics: Factory<any Analytics> {
///         self { LiveAnalytics() }.onTest { MockAnalytics() }
///     }
/// }
/// ```
///
/// Where several hold, the first of these counts: launch argument, preview, test, simulator or device, debug.
public struct FactoryContext: Hashable, Sendable {
    package let key: ContextKey

    /// The program was launched with an argument.
    public static func arg(_ argument: String) -> FactoryContext { FactoryContext(key: .arg(argument)) }
    /// The program runs for an Xcode preview.
    ///
    /// Never in a release build.
    public static let preview = FactoryContext(key: .preview)
    /// The program runs tests: Swift Testing or XCTest is in the process.
    public static let test = FactoryContext(key: .test)
    /// The program runs in a simulator.
    public static let simulator = FactoryContext(key: .simulator)
    /// The program does not run in a simulator: it runs on a device, or on a Mac or Linux.
    public static let device = FactoryContext(key: .device)
    /// The library was built for debugging, as SwiftPM and Xcode build it for a debug build of the program.
    public static let debug = FactoryContext(key: .debug)

    /// The contexts that hold in the current sandbox.
    ///
    /// Set it to try others. Kept instances stay: a closure for a context has instances of its own.
    public static var current: Set<FactoryContext> {
        get { Set(Environment.active.contexts.map { FactoryContext(key: $0) }) }
        set { Environment.active.set { $0.contexts = Set(newValue.map(\.key)) } }
    }

    /// The launch argument; nil for any other context.
    var argument: String? { self == .arg(key.name) ? key.name : nil }

    /// Whether it holds in the current sandbox.
    @usableFromInline var isCurrent: Bool { key.isCurrent }
}

extension FactoryContext: CustomStringConvertible {
    /// Its name, as it is written.
    public var description: String { argument.map { "arg(\"\($0)\")" } ?? key.name }
}
