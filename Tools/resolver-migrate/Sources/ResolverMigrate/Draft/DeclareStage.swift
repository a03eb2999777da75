import SwiftParser
import SwiftSyntax

/// Makes each registration that can be proved a typed factory, and exports the factory in its place.
struct DeclareStage {
    private let program: Program
    private let plan: Plan
    private let judgement: Judgement
    private let prefix: String
    /// For each file with registrations, its lines and one step of its indentation, which are worked out once.
    private let pages: [Int: (lines: Lines, unit: String)]

    init(_ program: Program, _ plan: Plan) {
        self.program = program
        self.plan = plan
        judgement = Judgement(program, plan: plan, includingPlanned: true)
        prefix = program.safeFacadePrefix
        let files = Set(plan.declarations.values.map(\.registration.file) + plan.shared.map(\.file))
        pages = Dictionary(
            uniqueKeysWithValues: files.map { file in
                let lines = Lines(program.files[file].text)
                return (file, (lines, lines.unit))
            })
    }

    func edits() -> StageResult {
        var result = StageResult()
        var blocks: [Int: [Int: [String]]] = [:]
        let ordered = plan.declarations.values.sorted { $0.registration.place < $1.registration.place }
        for declaration in ordered {
            let registration = declaration.registration
            guard let page = pages[registration.file] else { continue }
            let anchor = registration.anchor
            blocks[registration.file, default: [:]][anchor, default: []] += properties(
                declaration, page.lines, page.unit)
            for place in [registration] + registration.copies {
                result.add(export(declaration, at: place, page.lines), to: registration.file)
            }
        }
        for (file, shared) in Dictionary(grouping: plan.shared, by: \.file) {
            let end = program.files[file].text.utf8.count
            blocks[file, default: [:]][end, default: []] += shared.texts(prefix: prefix)
        }
        for (file, anchors) in blocks {
            for (anchor, properties) in anchors.sorted(by: { $0.key < $1.key }) {
                result.add(Edit(at: anchor, insert: block(properties, file, anchor)), to: file)
            }
            if let edit = program.files[file].importingSafeFacade { result.add(edit, to: file) }
        }
        removeReplaced(&result)
        useMain(&result)
        result.editRemovals(in: program.files)
        mark(&result)
        if !plan.shared.isEmpty { result.done.append("\(plan.shared.count) services declared with legacy()") }
        let declared = ordered.reduce(0) { $0 + $1.registration.count }
        let left = plan.findings.keys.reduce(0) { $0 + program.registrations[$1].count }
        result.done += ["\(declared) of \(declared + left) registrations declared"]
        return result
    }

    /// Puts `Resolver.main` in the place of the resolver that the program uses as such, so that both faces share its services.
    private func useMain(_ result: inout StageResult) {
        for own in program.ownResolvers {
            if let reason = own.reason {
                guard program.isUsed(own) else { continue }
                result.left.append("\(own.place): \(own.name) stays a resolver of its own, since \(reason)")
            } else if plan.waitingFor != nil {
                result.left.append(
                    "\(own.place): nothing is declared without this file, as \(own.name) must become Resolver.main")
            } else if !plan.declarations.isEmpty || !plan.shared.isEmpty {
                for edit in own.edits { result.add(edit, to: own.file) }
                result.done.append("\(own.name) is Resolver.main now")
            }
        }
    }

    /// Removes the declarations with `legacy()` that new declarations replace, and extensions that hold nothing else.
    private func removeReplaced(_ result: inout StageResult) {
        let members = plan.replaced.compactMap { factory in factory.member.map { (file: factory.file, node: $0) } }
        let gone = Set(members.map(\.node.id))
        var removed: Set<SyntaxIdentifier> = []
        for (file, member) in members {
            let around = member.parent?.as(MemberBlockItemListSyntax.self)
            let isWhole = around?.allSatisfy { gone.contains($0.id) } ?? false
            let item = isWhole ? member.ancestors.first { $0.is(CodeBlockItemSyntax.self) } : nil
            let node = item ?? Syntax(member)
            guard removed.insert(node.id).inserted else { continue }
            result.remove(node, from: file)
        }
    }

    private func mark(_ result: inout StageResult) {
        var wanted: [Int: [(offset: Int, text: String)]] = [:]
        for (position, findings) in plan.findings.sorted(by: {
            program.registrations[$0.key].place < program.registrations[$1.key].place
        }) {
            let registration = program.registrations[position]
            let text = findings.text
            wanted[registration.file, default: []].append((registration.statementOffset, text))
            result.left.append("\(registration.place): \(text)")
        }
        result.mark(wanted, stage: .declare, in: program.files)
    }

    // MARK: Text

    /// The lines that replace a registration: its export, and the exports of the types that it implements.
    private func export(_ declaration: Plan.Declaration, at registration: Registration, _ lines: Lines) -> Edit {
        let callee =
            registration.form == .helper
            ? registration.call.calledBase.map { "\($0.signs).register" } ?? "register"
            : registration.call.calledExpression.signs
        let exports = declaration.factories.map { "\(callee)(\\.\($0.property)\($0.name.argument))" }
        let range = registration.chain.plainRange
        let indentation = lines.indentation(at: range.lowerBound)
        let start = comments(above: registration.chain, lines).start ?? range.lowerBound
        return Edit(start..<range.upperBound, exports.joined(separator: "\n" + indentation))
    }

    /// The comments right above a registration or a declaration, which move with its factory; headings of sections stay.
    private func comments(above node: some SyntaxProtocol, _ lines: Lines) -> (start: Int?, texts: [String]) {
        var start: Int?
        var texts: [String] = []
        var offset = node.plainRange.lowerBound
        guard lines.isFirst(at: offset) else { return (nil, []) }
        while let (range, line) = lines.line(before: offset) {
            let text = line.trimmingSpaces
            guard text.hasPrefix("//"), !text.hasPrefix("// MARK:"), !text.hasPrefix("// resolver-migrate(") else {
                break
            }
            texts.insert(text, at: 0)
            offset = range.lowerBound
            start = offset + lines.indentation(at: offset).utf8.count
        }
        return (start, texts)
    }

    private func block(_ properties: [String], _ file: Int, _ anchor: Int) -> String {
        let (lines, unit) = pages[file] ?? (Lines(""), "")
        let isAtEnd = anchor == lines.bytes.count
        let indentation = isAtEnd ? "" : lines.indentation(at: anchor)
        let body = properties.enumerated().map { position, text in
            let isApart = position > 0 && (text.contains("\n") || properties[position - 1].contains("\n"))
            return (isApart ? "\n" : "") + text.indented(indentation + unit)
        }
        let start = isAtEnd && lines.bytes.last == UInt8(ascii: "\n") ? "\n" : "\n\n"
        let end = start == "\n" ? "\n" : ""
        return
            "\(start)\(indentation)extension \(prefix)Container {\n\(body.joined(separator: "\n"))\n\(indentation)}\(end)"
    }

    private func properties(_ declaration: Plan.Declaration, _ lines: Lines, _ unit: String) -> [String] {
        guard let first = declaration.factories.first else { return [] }
        let closure = FactoryText(program: program, judgement: judgement, declaration: declaration, lines: lines)
            .closure
        let isChecked = program.isSwift5 || program.index.isSendable(first.type)
        let modifier = declaration.lifetime.modifier(isChecked: isChecked)
        let text = property(first, declaration, closure, modifier + first.bridge, unit)
        let chain = declaration.registration.chain
        // The comments between the parts of the registration that have no place in the declaration.
        let chains = [chain] + declaration.registration.copies.map(\.chain)
        let homeless = chains.flatMap { $0.comments(besidesThoseIn: text) }
        let comments = chains.flatMap { self.comments(above: $0, lines).texts } + homeless + comments(replacedBy: first)
        var texts = [(comments + [text]).joined(separator: "\n")]
        let isParameter = declaration.parameter != nil
        for other in declaration.factories.dropFirst() {
            let call = isParameter ? "$0.\(first.property)($1)" : "$0.\(first.property)()"
            let text = property(other, declaration, .init(signature: "", lines: [call]), other.bridge, unit)
            texts.append((self.comments(replacedBy: other) + [text]).joined(separator: "\n"))
        }
        return texts
    }

    /// The comments above the declaration with `legacy()` that a factory replaces.
    private func comments(replacedBy factory: Plan.PlannedFactory) -> [String] {
        guard let replaced = factory.replaced, let member = replaced.member else { return [] }
        return comments(above: member, Lines(program.files[replaced.file].text)).texts
    }

    private func property(
        _ factory: Plan.PlannedFactory, _ declaration: Plan.Declaration, _ closure: FactoryText.Closure,
        _ modifier: String, _ unit: String
    ) -> String {
        let type = factory.type.factory(taking: declaration.parameter?.type, prefix: prefix)
        let head = "\(factory.access.modifier)var \(factory.property): \(type) {"
        if closure.lines.count == 1, closure.signature.isEmpty, let only = closure.lines.first, !only.contains("//") {
            let body = "self { \(only) }\(modifier)"
            // Most programs indent the members of an extension by four spaces.
            if "    \(head) \(body) }".count <= 120 { return "\(head) \(body) }" }
            return "\(head)\n\(unit)\(body)\n}"
        }
        let open = closure.signature.isEmpty ? "self {" : "self { \(closure.signature)"
        let body =
            ([open] + closure.lines.map { $0.isEmpty ? "" : unit + $0 } + ["}"] + (modifier.isEmpty ? [] : [modifier]))
        return ([head] + body.map { $0.isEmpty ? "" : unit + $0 } + ["}"]).joined(separator: "\n")
    }
}

extension Plan.PlannedFactory {
    /// The modifier that makes the factory see registrations, where tests make some.
    fileprivate var bridge: String {
        guard isBridged else { return "" }
        if case .literal(_, let spelling) = name { return ".bridged(name: \(spelling))" }
        return ".bridged"
    }
}

extension Registration {
    /// Where this registration's declarations go: behind the declaration in which it is written.
    fileprivate var anchor: Int {
        let top = chain.ancestors.compactMap { $0.as(CodeBlockItemSyntax.self) }.last
        guard let item = top, item.item.is(DeclSyntax.self), !item.item.is(VariableDeclSyntax.self) else {
            return chain.root.endPosition.utf8Offset
        }
        return item.endPositionBeforeTrailingTrivia.utf8Offset
    }

    /// An offset on the first line of the statement.
    var statementOffset: Int { Syntax(chain).statementOffset }
}

extension Syntax {
    /// The offset at which the statement or member around this begins.
    var statementOffset: Int {
        let owner = ancestors.first { $0.is(CodeBlockItemSyntax.self) || $0.is(MemberBlockItemSyntax.self) } ?? self
        return owner.positionAfterSkippingLeadingTrivia.utf8Offset
    }
}

extension SyntaxProtocol {
    /// The comments inside the node.
    var comments: [String] {
        tokens(viewMode: .sourceAccurate).flatMap { token -> [String] in
            let leading = token.position == position ? [] : Array(token.leadingTrivia)
            let trailing = token.endPosition == endPosition ? [] : Array(token.trailingTrivia)
            return (leading + trailing).compactMap(\.comment)
        }
    }

    /// The comments inside the node, except those that a text has; a comment that stands there twice counts twice.
    fileprivate func comments(besidesThoseIn text: String) -> [String] {
        let all = comments
        guard !all.isEmpty else { return [] }
        // The text may indent the lines of a comment in another way.
        var written = Parser.parse(source: text).comments.map(\.words)
        return all.filter { comment in
            guard let position = written.firstIndex(of: comment.words) else { return true }
            written.remove(at: position)
            return false
        }
    }
}

extension Program {
    /// The prefix for the library's names, in a program that has types with these names itself.
    var safeFacadePrefix: String {
        let ownsName = ["Container", "Factory", "ParameterFactory"].contains { index.declared($0) != nil }
        let importsNames = files.contains { !$0.imports.isDisjoint(with: ["Factory", "FactoryKit", "Swinject"]) }
        return ownsName || importsNames ? "SafeFacade." : ""
    }
}

extension String {
    fileprivate var words: [Substring] { split(whereSeparator: \.isWhitespace) }

    /// The text with all lines indented, except empty ones.
    fileprivate func indented(_ indentation: String) -> String {
        split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : indentation + $0 }
            .joined(separator: "\n")
    }
}
