import SwiftSyntax

/// When code is compiled and when it runs: terms from the code around it, the outermost first, all of which must hold.
struct Condition: Hashable {
    /// A condition, or its opposite.
    struct Term: Hashable {
        /// The words of an `#if`; empty for a condition at run time, as equal words may mean different things there.
        var words = ""
        /// The node that decides at run time; nil for an `#if`.
        var node: SyntaxIdentifier?
        var holds = true
        /// The terms that `A && B` consists of; empty for any other.
        var parts: [Term] = []

        var opposite: Term { Term(words: words, node: node, holds: !holds, parts: parts) }

        /// The text of the term, for use beside other terms.
        fileprivate var text: String {
            let isOne = ![" ", "&&", "||"].contains { words.contains($0) }
            return (holds ? "" : "!") + (isOne ? words : "(\(words))")
        }
    }

    static var always: Condition { Condition() }

    var terms: [Term] = []

    /// The part of the condition that is known when the program is compiled.
    var compiled: Condition { Condition(terms: terms.filter { $0.node == nil }) }

    /// Whether another condition holds whenever this one does.
    func implies(_ other: Condition) -> Bool { other.terms.allSatisfy(implies) }

    private func implies(_ term: Term) -> Bool {
        terms.contains { $0 == term || $0.holds && $0.parts.contains(term) }
            || term.holds && !term.parts.isEmpty && term.parts.allSatisfy(implies)
    }

    func and(_ other: Condition) -> Condition {
        Condition(terms: (terms + other.terms).reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }

    fileprivate func without(_ term: Term) -> Condition { Condition(terms: terms.filter { $0 != term }) }
}

/// Conditions of which one is enough, such as those of several registrations of one service.
struct Conditions {
    private(set) var all: [Condition]

    init(_ all: [Condition] = []) {
        self.all = []
        for condition in all { insert(condition) }
    }

    var isAlways: Bool { all == [.always] }

    /// Whether one of these conditions holds whenever the other does.
    func cover(_ condition: Condition) -> Bool { all.contains(where: condition.implies) }
    func cover(_ other: Conditions) -> Bool { other.all.allSatisfy(cover) }

    /// Adds a condition.
    ///
    /// If another condition only differs in one term, which is the opposite there, that term is left out of both.
    mutating func insert(_ condition: Condition) {
        if cover(condition) { return }
        all.removeAll { $0.implies(condition) }
        for term in condition.terms {
            let rest = condition.without(term)
            let others = all.filter { $0.terms.contains(term.opposite) }.map { $0.without(term.opposite) }
            if others.contains(where: { Set($0.terms) == Set(rest.terms) }) { return insert(rest) }
        }
        all.append(condition)
    }

    func and(_ other: Conditions) -> Conditions {
        Conditions(all.flatMap { one in other.all.map(one.and) })
    }

    /// The text for an `#if`, for conditions that are known when the program is compiled.
    var text: String {
        let terms = all.flatMap(\.terms)
        if terms.count == 1, let only = terms.first, only.holds { return only.words }
        return all.map { $0.terms.map(\.text).joined(separator: " && ") }.joined(separator: " || ")
    }
}

// MARK: Reading

extension SyntaxProtocol {
    /// When this code is compiled and when it runs, as far as the function around it shows.
    func condition(_ lists: StatementLists) -> Condition { condition(in: lists) }

    /// The `#if` conditions under which this code is compiled.
    var compiled: Condition { condition(in: nil).compiled }

    /// Whether only some versions of a system have this declaration, by an `@available` on it or around it.
    var isLimited: Bool { Syntax(self).availability != nil || ancestors.contains { $0.availability != nil } }

    private func condition(in lists: StatementLists?) -> Condition {
        var terms: [Condition.Term] = []
        var child = Syntax(self)
        var isInFunction = lists != nil
        for ancestor in ancestors {
            terms = ancestor.compiledTerms + (isInFunction ? ancestor.runTerms(of: child, lists) : []) + terms
            isInFunction = isInFunction && !ancestor.endsFunction
            child = ancestor
        }
        return .always.and(Condition(terms: terms))
    }
}

extension Syntax {
    /// The terms that decide whether a part of this is compiled.
    ///
    /// An `@available` counts as a term at run time.
    fileprivate var compiledTerms: [Condition.Term] {
        if let clause = self.as(IfConfigClauseSyntax.self), let all = clause.parent?.as(IfConfigClauseListSyntax.self) {
            return all.prefix { $0.id != id }.compactMap { $0.condition?.term.opposite }
                + (clause.condition.map { [$0.term] } ?? [])
        }
        return availability == nil ? [] : [Condition.Term(node: id)]
    }

    /// The attribute that limits a declaration to some systems; one that only deprecates it does not count.
    fileprivate var availability: AttributeSyntax? {
        asProtocol((any WithAttributesSyntax).self)?.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
            .first { $0.attributeName.plain == "available" && !$0.onlyDeprecates }
    }

    /// The terms that decide whether a part of this runs.
    fileprivate func runTerms(of child: Syntax, _ lists: StatementLists?) -> [Condition.Term] {
        let own = [Condition.Term(node: id)]
        if let item = self.as(CodeBlockItemSyntax.self) { return lists?.followsExit(item) == true ? own : [] }
        if let branch = self.as(IfExprSyntax.self) {
            return [Condition.Term(node: id, holds: branch.elseBody?.id != child.id)]
        }
        if let branch = self.as(SwitchCaseSyntax.self) { return branch.runTerms }
        switch kind {
        case .switchExpr: return child.is(SwitchCaseListSyntax.self) ? [] : own
        case .functionDecl: return self.as(FunctionDeclSyntax.self)?.isLocal == true ? own : []
        case .forStmt, .whileStmt, .repeatStmt, .closureExpr, .catchClause, .guardStmt, .deferStmt, .ternaryExpr:
            return own
        default: return []
        }
    }

    fileprivate var endsFunction: Bool {
        [.functionDecl, .initializerDecl, .accessorDecl].contains(kind)
    }
}

extension SwitchCaseSyntax {
    /// The terms of this case: the cases above do not match, and this one does; the last case needs only the former.
    fileprivate var runTerms: [Condition.Term] {
        let own = Condition.Term(node: id)
        guard let all = parent?.as(SwitchCaseListSyntax.self), all.parent?.is(SwitchExprSyntax.self) == true,
            all.allSatisfy({ $0.is(SwitchCaseSyntax.self) })
        else { return [own] }
        let above = all.prefix { $0.id != id }.map { Condition.Term(node: $0.id, holds: false) }
        return above + (all.last?.id == id ? [] : [own])
    }
}

extension ExprSyntax {
    /// The condition of an `#if`, as a term.
    fileprivate var term: Condition.Term {
        if let negated = self.as(PrefixOperatorExprSyntax.self) { return negated.expression.term.opposite }
        if let only = self.as(TupleExprSyntax.self)?.elements.first { return only.expression.term }
        let parts = conjuncts
        return Condition.Term(words: plain, parts: parts.count > 1 ? parts.map(\.term) : [])
    }

    /// The operands of `A && B`, whether or not the file's operators are folded.
    private var conjuncts: [ExprSyntax] {
        if let infix = self.as(InfixOperatorExprSyntax.self), infix.operator.plain == "&&" {
            return infix.leftOperand.conjuncts + infix.rightOperand.conjuncts
        }
        guard let sequence = self.as(SequenceExprSyntax.self) else { return [self] }
        let operators = sequence.elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.plain }
        guard operators.allSatisfy({ $0 == "&&" }) else { return [self] }
        return sequence.elements.filter { !$0.is(BinaryOperatorExprSyntax.self) }
    }
}

extension AttributeSyntax {
    /// Whether the attribute only deprecates a declaration, which all versions of a system still have.
    fileprivate var onlyDeprecates: Bool {
        guard case .availability(let list) = arguments else { return false }
        let words = Set(list.compactMap { $0.firstToken(viewMode: .sourceAccurate)?.text })
        return words.contains("deprecated") && words.isDisjoint(with: ["introduced", "obsoleted", "unavailable"])
    }
}
