/// A form in which programs register, ask or set something up; reports count by form.
public struct Form: Hashable, Sendable {
    /// The subjects of forms.
    public enum Subject: String, CaseIterable, Sendable {
        case registration, ask, setting
    }

    /// The form's subject.
    public let subject: Subject
    /// The form as it is written.
    public let title: String

    static func registration(_ title: String) -> Form { Form(subject: .registration, title: title) }
    static func ask(_ title: String) -> Form { Form(subject: .ask, title: title) }
    static func setting(_ title: String) -> Form { Form(subject: .setting, title: title) }
}

extension Form {
    static let export = registration("register(\\.x)")
    static let plain = registration("register { }")
    static let typed = registration("register(T.self) { }")
    static let factory = registration("register(factory:)")
    static let helper = registration("a helper built on register")

    static let all = ask("all()")
    static let reference = ask("resolve as a function value")
    /// The forms of the library's wrappers, by attribute.
    static let wrappers: [String: Form] = Dictionary(
        uniqueKeysWithValues: ["Injected", "LazyInjected", "WeakLazyInjected", "OptionalInjected", "InjectedObject"]
            .map { ($0, ask("@\($0)")) })

    static let wrapperValue = ask("a wrapper that is made by its initialiser")

    static let hook = setting("the hook: registerAllServices")
    static let rootSwap = setting("Resolver.root = …")
    static let mainSwap = setting("Resolver.main = …")
    static let child = setting("a child container")
    static let scope = setting("a scope of the program's own")
    static let scopeReset = setting("reset of a scope")
    static let reset = setting("Resolver.reset()")
    static let defaultScope = setting("Resolver.defaultScope = …")
    static let name = setting("a name: extension Resolver.Name")
    static let wrapper = setting("a property wrapper of the program's own")
    static let helperDeclaration = setting("a helper built on register: its declaration")
    static let decorate = setting("Resolver.decorate = …")
}
