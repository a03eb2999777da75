/// What the tool knows about types that a program uses but does not declare.
///
/// The lists are short on purpose: about a type that is neither here nor in the sources, the tool assumes nothing.
enum Known {
    /// Types whose initialisers cannot fail.
    static let plainTypes: Set<String> = [
        "CLLocationManager", "CurrentValueSubject", "Date", "DateFormatter", "DispatchQueue", "FileManager",
        "ISO8601DateFormatter",
        "JSONDecoder", "JSONEncoder", "NSCache", "NSLock", "NotificationCenter", "NumberFormatter", "OperationQueue",
        "PassthroughSubject", "ProcessInfo", "Resolver", "String", "UNUserNotificationCenter", "URLSession", "UUID",
    ]

    /// For types that also have failing initialisers: the first labels of those that cannot fail.
    ///
    /// An initialiser without arguments cannot fail either.
    static let plainLabels: [String: Set<String>] = [
        "String": ["decoding", "describing", "format", "localized", "reflecting", "repeating"], "UUID": ["uuid"],
    ]

    /// Well-known static members, with their types.
    static let members: [String: String] = [
        "Bundle.main": "Bundle", "Calendar.current": "Calendar", "DispatchQueue.main": "DispatchQueue",
        "FileManager.default": "FileManager", "Locale.current": "Locale",
        "NotificationCenter.default": "NotificationCenter", "ProcessInfo.processInfo": "ProcessInfo",
        "Resolver.main": "Resolver", "Resolver.root": "Resolver",
        "URLSession.shared": "URLSession", "UserDefaults.standard": "UserDefaults",
    ]

    /// Well-known static functions, with the types of their results.
    static let staticFunctions: [String: String] = [
        "DispatchQueue.global": "DispatchQueue", "UNUserNotificationCenter.current": "UNUserNotificationCenter",
    ]

    /// Types that belong to no actor, besides `plainTypes` and `sendableTypes`.
    static let nonisolatedTypes: Set<String> = ["Bundle", "Calendar", "Locale", "TimeZone", "UserDefaults"]

    /// Global functions of the standard library and of Foundation.
    static let functions: Set<String> = [
        "abs", "assert", "assertionFailure", "debugPrint", "dump", "fatalError", "max", "min", "numericCast",
        "precondition", "preconditionFailure", "print", "repeatElement", "sequence", "stride", "swap", "type",
        "unsafeBitCast", "unsafeDowncast", "withUnsafePointer", "zip", "NSLocalizedString",
    ]

    /// Classes and protocols that belong to the main actor.
    static let mainActorTypes: Set<String> = [
        "App", "NSView", "NSViewController", "NSWindow", "Scene", "UIApplicationDelegate", "UIControl",
        "UINavigationController", "UIResponder", "UITabBarController", "UIView", "UIViewController", "UIWindow",
        "UIWindowSceneDelegate", "View", "ViewModifier",
    ]

    /// Types that are `Sendable`.
    static let sendableTypes: Set<String> = [
        "Bool", "Data", "Date", "Double", "Float", "Int", "Int64", "String", "UInt", "URL", "URLSession", "UUID",
    ]

    /// Names of `Container` and of its members that a declared property must not take.
    static let containerMembers: Set<String> = [
        "addObserver", "autoRegister", "callAsFunction", "close", "decorator", "init", "legacy", "manager", "pop",
        "promised", "push", "register", "removeObserver", "required", "reset", "self", "shared", "unbound", "unchecked",
        "validate", "validateAsync", "with",
    ]

    /// Types inside `Container`, which hide types of the program there.
    static let containerTypes: Set<String> = ["Default", "Registrations", "Scope"]

    /// The types that `SafeFacade` makes visible.
    static let safeFacadeTypes: Set<String> = [
        "AsyncFactory", "AsyncParameterFactory", "AutoRegistering", "Cached", "ClosingError", "Container",
        "ContainerDefault", "ContainerManager", "Declaration", "DynamicInjected", "ErasedFactory", "Factory",
        "FactoryContainer", "FactoryContext", "FactoryContextType", "FactoryDeclaration", "FactoryModifying",
        "FactoryResetOptions", "Injectable", "Injected", "InjectedObject", "InjectedObservable", "Injections",
        "LazyInjectable", "LazyInjected", "MainActorDynamicInjected", "MainActorFactory", "MainActorLazyInjected",
        "MainActorParameterFactory", "MainActorWeakLazyInjected", "ManagedContainer", "ParameterFactory", "ResetPart",
        "ResolutionError", "ResolutionEvent", "ResolutionObserver", "ResolverScope", "ResolverScopeCache",
        "RunOutcome", "SandboxContents", "SandboxContext", "Scope", "ServiceDeclaration", "SharedContainer",
        "SharesNothing", "Singleton", "TaskScope", "TimeToLive", "WeakLazyInjected",
    ]

    /// The names that only `import Resolver` makes visible.
    static let resolverNames: Set<String> = [
        "Resolver", "Resolving", "ResolverRegistering", "ResolverOptions", "AsyncResolverOptions",
        "ResolverRegistration", "ResolverFactory", "ResolverFactoryResolver", "ResolverFactoryArguments",
        "ResolverFactoryArgumentsN", "ResolverFactoryAnyArguments", "ResolverFactoryMutator",
        "ResolverFactoryMutatorArgumentsN", "ResolverNamedWrapper", "OptionalInjected", "StoryboardResolving",
        "ResolverScopeContainer", "ResolverScopeGraph", "ResolverScopeShare", "ResolverScopeType",
        "ResolverScopeUnique",
    ]

    /// The names of `Resolver` that `SafeFacade` makes visible, too.
    static let sharedNames: Set<String> = [
        "ClosingError", "Injected", "InjectedObject", "LazyInjected", "ResolutionError", "ResolutionEvent",
        "ResolutionObserver", "ResolverScope", "ResolverScopeCache", "RunOutcome", "SandboxContents", "SandboxContext",
        "TaskScope", "WeakLazyInjected", "withSandbox",
    ]

    /// Whether no member of a type belongs to the main actor.
    static func isNonisolated(_ type: String) -> Bool {
        plainTypes.contains(type) || sendableTypes.contains(type) || nonisolatedTypes.contains(type)
    }

    /// Words that need backticks as the name of a property.
    static let keywords: Set<String> = [
        "Any", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
        "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
        "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "Self", "self", "static", "struct", "subscript", "super",
        "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
