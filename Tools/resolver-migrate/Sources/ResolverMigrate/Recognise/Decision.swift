/// A decision that a person must make before the tool can go on with a place.
public enum Decision: String, CaseIterable, Sendable {
    case absent, ambiguous, argument, arguments, captures, conditional, container, conformance, defaultScope
    case dynamicName, form, generic
    case helper, hidden, hook, lifetime, mainActor, mayBeNil, module, notDeclared, override, place, projected, throwing,
        twice
    case type, used, visibility

    /// Whether the decision is about a registration's key, or about who asks for it.
    var hindersLegacy: Bool {
        switch self {
        case .ambiguous, .arguments, .container, .dynamicName, .generic, .mayBeNil, .module: true
        default: false
        }
    }

    /// The question to decide, in one sentence.
    public var question: String {
        switch self {
        case .absent:
            "whether it may be absent: it is always declared; drop the optional here, or declare a Factory of an optional"
        case .ambiguous:
            "which module's type is meant: SafeFacade has one of this name, too; write the module before it in this file"
        case .argument:
            "whether the argument has the type of the factory's parameter: call the factory, and convert the argument if it has not"
        case .arguments:
            "which types the arguments have: declare a ParameterFactory, and pass its parameter at each call"
        case .captures: "where the value comes from: a declaration cannot use what is local to a function or an object"
        case .conditional:
            "whether it is always declared: it is registered on a condition, in a loop, under #if or @available"
        case .container: "which container it belongs to: a SharedContainer of its own, or Container"
        case .conformance: "how it becomes the other type: the sources do not show that it conforms"
        case .defaultScope:
            "which lifetime it has: the default scope is set in more than one place, late, or by tests alone; state it in the decisions file"
        case .dynamicName: "which property each name becomes: the name is worked out at run time"
        case .form: "how to write it: the tool does not know this form"
        case .generic: "which service it is: the type is a generic parameter"
        case .helper: "what replaces the helper: it seems to belong to a type, and is not visible in Container"
        case .hidden: "what it is called: a member of Container hides it there"
        case .hook: "whether the program always registers it: nothing shows that the hook, or the launch, runs this"
        case .lifetime: "which lifetime it has: the tool does not know this scope"
        case .mainActor: "whether the main actor makes it: a MainActorFactory, or a type that is not isolated"
        case .mayBeNil: "what happens without it: the factory may return nil"
        case .module: "which module declares it: say so in the decisions file"
        case .notDeclared: "nothing: its registration has to be declared first"
        case .override: "how tests replace it: a mock is registered, and the export may not have run by then"
        case .place: "which place it names: in a declaration it would name another"
        case .projected: "how it gets its name, container or arguments, which are set through the wrapper's $"
        case .throwing: "where its failure is handled: a typed factory does not throw"
        case .twice: "which registration is the declaration: there is more than one"
        case .type: "which type it has: the sources do not show it"
        case .visibility: "how it is seen from here: make the declaration public, and import its module"
        case .used: "what becomes of the registration's result, which is used"
        }
    }
}

/// A decision at one place, with the words of the source that raise it.
struct Finding: Hashable {
    let decision: Decision
    let detail: String

    init(_ decision: Decision, _ detail: String = "") {
        self.decision = decision
        // The comment above a place has a single line.
        self.detail = detail.contains { $0.isNewline } ? detail.firstWords : detail
    }
}

extension [Finding] {
    /// The questions to decide, each once, with all words that raise it, and with the decision's name in brackets.
    var text: String {
        var questions: [Decision] = []
        for finding in self where !questions.contains(finding.decision) { questions.append(finding.decision) }
        let texts = questions.map { decision in
            let details = filter { $0.decision == decision && !$0.detail.isEmpty }.map { "'\($0.detail)'" }
            return decision.question + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
                + " [\(decision.rawValue)]"
        }
        return "decide " + texts.joined(separator: "; ")
    }
}
