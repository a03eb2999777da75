public import Resolver

/// What a factory is besides the closure that makes its service: its place, its container and its modifiers.
///
/// It is a pure value. Two evaluations of one property are the same declaration; reading one changes nothing.
@frozen
@safe
public struct Declaration: @unchecked Sendable {
    // Sound because a literal's bytes never change and are never freed, and the details are `Sendable`.

    @usableFromInline let file: UnsafePointer<UInt8>
    @usableFromInline let function: UnsafePointer<UInt8>
    /// The position, as ``DeclarationPosition`` has it, and above it the ``DeclarationMarks``.
    @usableFromInline let word: UInt64
    /// The details of its container, or of the factory itself if it has options; nil for a plain one of the default
    /// container.
    @usableFromInline package let details: DeclarationDetails?
    /// The scope it states, where it is one of the program's own; it lives for ever.
    @usableFromInline let scope: Unheld<Scope>?

    @inlinable @inline(__always)
    init(
        file: StaticString, line: UInt, column: UInt, function: StaticString, marks: UInt64 = 0,
        _ details: DeclarationDetails?
    ) {
        unsafe self.file = unsafe file.utf8Start
        unsafe self.function = unsafe function.utf8Start
        word = DeclarationPosition.of(line: line, column: column) | marks
        self.details = details
        scope = nil
    }

    @inlinable @inline(__always)
    init(
        file: UnsafePointer<UInt8>, function: UnsafePointer<UInt8>, word: UInt64, _ details: DeclarationDetails?,
        _ scope: Unheld<Scope>? = nil
    ) {
        unsafe self.file = unsafe file
        unsafe self.function = unsafe function
        self.word = word
        self.details = details
        self.scope = scope
    }

    /// The declaration of a static member, which belongs to the default container of the sandbox that asks.
    @inlinable @inline(__always)
    init(ofStatic file: StaticString, _ line: UInt, _ column: UInt, _ function: StaticString) {
        self.init(file: file, line: line, column: column, function: function, marks: DeclarationMarks.isStatic, nil)
    }

    @inlinable
    func has(_ mark: UInt64) -> Bool { word & mark != 0 }

    /// A copy with another word.
    @inlinable @inline(__always)
    func with(word: UInt64) -> Declaration {
        unsafe Declaration(file: file, function: function, word: word, details, scope)
    }

    /// A copy with a mark.
    @inlinable @inline(__always)
    func marked(_ mark: UInt64) -> Declaration { with(word: word | mark) }

    // MARK: - Lifetime

    /// A copy that states a lifetime.
    @inlinable @inline(__always)
    func keeping(_ keeping: Keeping, isSingleton: Bool = false) -> Declaration {
        let word = DeclarationMarks.keeping(word, keeping, isSingleton: isSingleton)
        return unsafe Declaration(file: file, function: function, word: word, details)
    }

    /// A copy that states a scope.
    @inlinable @inline(__always)
    func stating(_ scope: Scope) -> Declaration {
        unsafe Declaration(file: file, function: function, word: word(keptBy: scope), details, scope.stated)
    }

    /// Its word with the lifetime of a scope.
    @usableFromInline
    func word(keptBy scope: Scope) -> UInt64 {
        DeclarationMarks.keeping(word, scope.keeping, isSingleton: scope === Scope.singleton)
    }

    /// A copy that states what closes instances.
    @usableFromInline
    func stating(_ closer: Closer) -> Declaration { stating(DeclarationDetails(changing: details, closer: closer)) }

    /// A copy that the runtime face knows under a name.
    @usableFromInline
    func known(as name: Resolver.Name) -> Declaration {
        stating(DeclarationDetails(changing: details, runtimeName: name))
    }

    /// A copy that states options.
    func stating(_ details: DeclarationDetails) -> Declaration {
        unsafe Declaration(file: file, function: function, word: word, details, scope)
    }

    /// The scope it states; nil where it states none.
    var statedScope: Scope? {
        if let scope { return scope.object }
        return has(DeclarationMarks.hasLifetime) ? DeclarationMarks.scope(of: word) : nil
    }

    // MARK: - Container and options

    /// The container's details; nil for the default container.
    var storage: DeclarationDetails? { details.ofContainer }

    /// The container's type.
    var container: Any.Type { details.containerType }

    /// A copy that drops an instance for which nobody has asked in a number of seconds; less than 0, or no number, counts as 0.
    @usableFromInline
    func expiring(after seconds: Double) -> Declaration {
        stating(DeclarationDetails(changing: details, timeToLive: seconds > 0 ? seconds : 0))
    }

    /// A copy with one more decorator.
    @usableFromInline
    func decorated(by body: @escaping @Sendable (SeenInstance) -> Void) -> Declaration {
        var decorate = body
        if let former = details?.decorate {
            decorate = { instance in
                former(instance)
                body(instance)
            }
        }
        return stating(DeclarationDetails(changing: details, decorate: decorate))
    }

    /// A copy that keeps one instance for each parameter, which a function makes of the arguments.
    @usableFromInline
    func keptByParameter(_ make: @escaping @Sendable (GivenArguments) -> AnyHashable?) -> Declaration {
        stating(DeclarationDetails(changing: details, makeParameter: make))
    }

    /// How many contexts are stated, those that do not hold included.
    @inlinable var contextCount: Int {
        Int((word & DeclarationMarks.contextCount) >> DeclarationMarks.contextCountShift)
    }

    /// A copy that states one more context.
    @inlinable @inline(__always)
    func statingContext() -> Declaration { with(word: word &+ 1 << DeclarationMarks.contextCountShift) }

    /// Its word for a call that has chosen the closure which counts.
    @inlinable var chosenWord: UInt64 { word & ~DeclarationMarks.contextCount }

    /// The most contexts that its word has room for.
    @inlinable static var mostContexts: Int { 0x3F }

    /// A copy of a plain declaration that belongs to a type that is no container.
    func belonging(to type: Any.Type) -> Declaration {
        stating(DeclarationDetails(changing: nil, container: type))
    }
}
