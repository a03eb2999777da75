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
    let rank: Int
    let name: String

    /// The program was launched with an argument.
    public static func arg(_ argument: String) -> FactoryContext { FactoryContext(rank: 0, name: argument) }
    /// The program runs for an Xcode preview.
    public static let preview = FactoryContext(rank: 1, name: "preview")
    /// The program runs tests.
    public static let test = FactoryContext(rank: 2, name: "test")
    /// The program runs in a simulator.
    public static let simulator = FactoryContext(rank: 3, name: "simulator")
    /// The program runs on a device.
    public static let device = FactoryContext(rank: 3, name: "device")
    /// The program was built for debugging.
    public static let debug = FactoryContext(rank: 4, name: "debug")

    /// The contexts that hold in the current sandbox.
    ///
    /// Set it to try others. Instances that are kept stay: those of another context are instances of their own.
    public static var current: Set<FactoryContext> {
        get { Sandbox.setting(Set<FactoryContext>.self) ?? process }
        set { Sandbox.set(newValue) }
    }

    private static let process: Set<FactoryContext> = {
        var contexts = Set(CommandLine.arguments.dropFirst().map { FactoryContext.arg($0) })
        if ProgramCircumstances.isPreview { contexts.insert(.preview) }
        if ProgramCircumstances.isTest { contexts.insert(.test) }
        if ProgramCircumstances.isDebug { contexts.insert(.debug) }
        contexts.insert(ProgramCircumstances.isSimulator ? .simulator : .device)
        return contexts
    }()

    var condition: DeclaredCondition {
        DeclaredCondition(rank: rank, tag: "\(rank) \(name)") { FactoryContext.current.contains(self) }
    }
}
