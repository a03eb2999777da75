import SwiftSyntax

/// Rewrites the closure of a registration as the closure of a declaration.
struct FactoryText {
    let program: Program
    let judgement: Judgement
    let declaration: Plan.Declaration
    /// The lines of the file.
    let lines: Lines

    /// A closure's signature and lines.
    struct Closure {
        /// `container in`, or empty.
        var signature: String
        var lines: [String]
    }

    private var registration: Registration { declaration.registration }

    /// The closure that makes the service.
    var closure: Closure {
        if let automatic = declaration.autoRegistration { return closure(automatic) }
        guard let closure = registration.closure else { return Closure(signature: "", lines: []) }
        guard let mutator = declaration.mutator else { return self.closure(closure) }
        return self.closure(closure, changedBy: mutator)
    }

    private func closure(_ automatic: AutoRegistration) -> Closure {
        let arguments = (automatic.parameters(program.index) ?? []).map { label, service in
            let key = ServiceKey(type: service.key, name: nil)
            let value = judgement.property(for: key).map { "$0.\($0)()" } ?? "Resolver.resolve()"
            return label.map { "\($0): \(value)" } ?? value
        }
        return Closure(signature: "", lines: ["\(automatic.made)(\(arguments.joined(separator: ", ")))"])
    }

    private func closure(_ closure: ClosureExprSyntax) -> Closure {
        let isShort = isShort(closure)
        let usesContainer = program.asks(in: closure).contains { judgement.factory(for: $0).0 != nil }
        let names =
            isShort
            ? ("$0", declaration.parameter == nil ? "" : usesContainer ? "$1" : "$0")
            : ([closure].unused("container", "services"), [closure].unused("argument", "parameter"))
        let text = body(closure, container: names.0, parameter: names.1, droppingCast: true)
        return Closure(signature: isShort ? "" : signature(usesContainer ? names.0 : nil, names.1), lines: text)
    }

    /// The signature of a closure that names the container, if it uses that, and the parameter, if there is one.
    private func signature(_ container: String?, _ parameter: String) -> String {
        let names = [container, declaration.parameter.map { _ in parameter }].compactMap(\.self)
        return names.isEmpty ? "" : names.joined(separator: ", ") + " in"
    }

    /// The text of a closure that makes a service, does to it what `resolveProperties` did, and returns it.
    private func closure(_ closure: ClosureExprSyntax, changedBy mutator: ClosureExprSyntax) -> Closure {
        let container = [closure, mutator].unused("container", "services")
        let parameter = [closure, mutator].unused("argument", "parameter")
        let stated = mutator.parameterNames
        let service = stated.count == 2 && stated[1] != "_" ? stated[1] : [closure, mutator].unused("service", "made")
        let made = body(closure, container: container, parameter: parameter, droppingCast: true)
        var lines = made
        lines[0] = "let \(service) = " + (lines[0].hasPrefix("return ") ? String(lines[0].dropFirst(7)) : lines[0])
        lines += body(
            mutator, container: container, parameter: parameter, droppingCast: false,
            service: stated.isEmpty ? service : nil)
        lines.append("return \(service)")
        let usesContainer = (program.asks(in: closure) + program.asks(in: mutator)).contains {
            judgement.factory(for: $0).0 != nil
        }
        return Closure(signature: signature(usesContainer ? container : nil, parameter), lines: lines)
    }

    /// Whether `$0` is enough: for a single expression that asks, and does so in no closure inside it.
    private func isShort(_ closure: ClosureExprSyntax) -> Bool {
        guard closure.statements.onlyExpression != nil else { return false }
        let nested = program.asks(in: closure).map { $0.node } + (declaration.parameter?.calls.map { Syntax($0) } ?? [])
        return nested.allSatisfy { $0.innermost(ClosureExprSyntax.self)?.id == closure.id }
    }

    // MARK: Statements

    private func body(
        _ closure: ClosureExprSyntax, container: String, parameter: String, droppingCast: Bool, service: String? = nil
    ) -> [String] {
        var edits = program.asks(in: closure).flatMap { self.edits($0, container: container) }
        edits += (declaration.parameter?.calls ?? []).filter { closure.range.contains($0.position) }
            .map { Edit(replacing: $0, with: parameter) }
        if let service { edits += closure.statements.references(to: "$1").map { Edit(replacing: $0, with: service) } }
        if droppingCast { edits += unneededCast(in: closure) + typesOfMembers(in: closure) }
        let start =
            (closure.signature?.endPositionBeforeTrailingTrivia ?? closure.leftBrace.endPositionBeforeTrailingTrivia)
            .utf8Offset
        let end = closure.rightBrace.positionAfterSkippingLeadingTrivia.utf8Offset
        let part = lines.part(start..<end)
        let moved = edits.map { Edit(($0.range.lowerBound - start)..<($0.range.upperBound - start), $0.replacement) }
        guard let text = part.applying(moved) else {
            fatalError("\(registration.place): two changes overlap; please report this")
        }
        let before = lines.part(lines.start(of: start)..<start) + part.prefix { $0 == " " }
        return text.unindented(
            from: lines.indentation(at: closure.leftBrace.positionAfterSkippingLeadingTrivia.utf8Offset),
            behind: before.count)
    }

    /// Drops the ` as P` behind the only expression, if that calls an initialiser, and `P` is the declared type.
    ///
    /// Another type, such as `Box<Double>` for a `P`, may decide what is made.
    private func unneededCast(in closure: ClosureExprSyntax) -> [Edit] {
        guard let cast = closure.statements.first?.item.as(AsExprSyntax.self), closure.statements.count == 1,
            cast.questionOrExclamationMark == nil, let call = cast.expression.as(FunctionCallExprSyntax.self),
            call.calledExpression.plain.first?.isUppercase == true, !call.calledExpression.plain.contains("."),
            program.index.service(cast.type) == declaration.factories.first?.type
        else { return [] }
        return [Edit(call.plainRange.upperBound..<cast.plainRange.upperBound, "")]
    }

    /// Writes the type before members such as `.init(network: network)`, as no argument states it any more.
    private func typesOfMembers(in closure: ClosureExprSyntax) -> [Edit] {
        let type = declaration.factories.first?.type.spelling ?? ""
        return FactoryBody(closure, Inference(index: program.index)).implicitMembers.map { member in
            member.declName.baseName.text == "init"
                ? Edit(replacing: member, with: type) : Edit(replacing: member.period, with: type + ".")
        }
    }

    private func edits(_ ask: Ask, container: String) -> [Edit] {
        guard case .call(let call) = ask.kind, ask.asksKnownResolver else { return [] }
        if let factory = judgement.factory(for: ask).0 {
            return Edit.replacing(call, byCallOf: "\(container).\(factory.property)", with: ask.arguments)
        }
        // Outside of `Resolver`, and of factories that are handed a resolver, a lookup needs its full name.
        let base = call.calledBase?.plain
        if let base, base.hasPrefix("Resolver") { return [] }
        let resolver = base == "root" ? "Resolver.root" : ask.namesMain ? "Resolver.main" : "Resolver"
        return [Edit(replacing: call.calledExpression, with: "\(resolver).\(call.calledName ?? "resolve")")]
    }
}

extension Judgement {
    /// The property that a factory can use to get the service of a key.
    func property(for key: ServiceKey) -> String? {
        let all = factories(for: key)
        guard all.count == 1, let only = all.first, only.kind == .plain, !only.type.isOptional,
            only.compiled.isAlways
        else { return nil }
        return only.property
    }
}

extension [ClosureExprSyntax] {
    /// The first of two names if no closure uses it, else the other.
    fileprivate func unused(_ name: String, _ other: String) -> String {
        contains { $0.statements.mentions(name) || Syntax($0.statements).binds(name) } ? other : name
    }
}

extension Syntax {
    fileprivate func binds(_ name: String) -> Bool {
        if let token = self.as(TokenSyntax.self) { return token.word == name && token.isDeclared }
        return children(viewMode: .sourceAccurate).contains { $0.binds(name) }
    }
}

extension TokenSyntax {
    /// Whether this is the name of a variable or a parameter, used or not.
    fileprivate var isDeclared: Bool {
        switch parent?.kind {
        case .identifierPattern, .closureShorthandParameter, .closureParameter, .closureCapture, .functionParameter,
            .functionDecl:
            true
        default: false
        }
    }
}

extension String {
    /// The lines of a text, without their common indentation, and without empty lines around them.
    ///
    /// If the text begins on the line of its brace, its other lines lose the indentation of that line. If they are aligned with
    /// what stands in that line's column, behind `register { `, they stay aligned with it.
    func unindented(from base: String, behind column: Int) -> [String] {
        var lines = split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        let first = lines.removeFirst().trimmingSpaces
        while lines.last?.trimmingSpaces.isEmpty == true { lines.removeLast() }
        let isShared = first.isEmpty
        if isShared { while lines.first?.trimmingSpaces.isEmpty == true { lines.removeFirst() } }
        let counted = lines.filter { !$0.trimmingSpaces.isEmpty && !$0.hasPrefix("#") }
        var common = isShared ? counted.first.map { String($0.prefix { $0 == " " || $0 == "\t" }) } ?? "" : base
        let aligned = String(repeating: " ", count: column)
        if !isShared, !counted.isEmpty, counted.allSatisfy({ $0.hasPrefix(aligned) }) { common = aligned }
        if !counted.allSatisfy({ $0.hasPrefix(common) }) {
            // A string of several lines only keeps its text if all its lines move by the same amount.
            common = contains("\"\"\"") ? "" : common
        }
        let rest = lines.map { line in
            line.hasPrefix(common)
                ? String(line.dropFirst(common.count)) : line.trimmingLeadingSpaces(atMost: common.count)
        }
        // On a line of a string, spaces behind the indentation belong to the string.
        let mayBeInString = contains("\"\"\"")
        var all = (isShared ? rest : [first] + rest).map { !mayBeInString && $0.trimmingSpaces.isEmpty ? "" : $0 }
        while let last = all.last, last.last?.isWhitespace == true { all[all.count - 1].removeLast() }
        return all
    }

    var trimmingSpaces: String {
        let start = drop { $0.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }

    fileprivate func trimmingLeadingSpaces(atMost count: Int) -> String {
        var text = self[...]
        var left = count
        while left > 0, let first = text.first, first == " " || first == "\t" {
            text = text.dropFirst()
            left -= 1
        }
        return String(text)
    }
}
