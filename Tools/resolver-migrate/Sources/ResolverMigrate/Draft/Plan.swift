import SwiftSyntax

/// What the tool does with each registration: it declares it, leaves it to a person, or leaves it as it needs no edit.
struct Plan {
    /// A registration that can be declared.
    struct Declaration {
        let registration: Registration
        /// The factory of the service itself, then those of the types that it implements.
        var factories: [PlannedFactory]
        let lifetime: Lifetime
        let parameter: ParameterUse?
        let mutator: ClosureExprSyntax?
        let autoRegistration: AutoRegistration?
    }

    struct PlannedFactory {
        var property = ""
        var type: ServiceType
        let name: NameArgument
        let access: Access
        /// Whether tests replace the service with registrations before an export has run.
        var isBridged = false
        /// The declaration with `legacy()` that this one replaces.
        var replaced: DeclaredFactory?

        var key: ServiceKey? { ServiceKey(type, name) }
    }

    let program: Program
    /// The declarations, by the position of the registration in the program.
    private(set) var declarations: [Int: Declaration] = [:]
    private(set) var findings: [Int: [Finding]] = [:]
    /// Registrations that stay as they are, as they replace a real service: mostly in tests.
    private(set) var standIns: Set<Int> = []
    /// Registrations that stay, as another module declares them with `legacy()`.
    private(set) var declaredElsewhere: Set<Int> = []
    /// Declarations in modules that others share, for registrations that stay.
    private(set) var shared: [SharedDeclaration] = []
    /// The resolver that would have to become the main one, in a file that stays as it is; nothing is declared then.
    private(set) var waitingFor: OwnResolver?
    let askIDs: Set<SyntaxIdentifier>
    /// The conditions under which services are registered, by their keys.
    private let registered: [ServiceKey: Conditions]

    /// Plans what to do with a program's registrations.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - usesLegacy: Whether services that stay registered are declared with `legacy()`.
    ///   - selection: The files whose registrations are declared.
    init(_ program: Program, usesLegacy: Bool = false, selection: FileSelection = .all) {
        self.program = program
        askIDs = Set(
            program.asks.filter(\.asksKnownResolver)
                .compactMap { if case .call(let call) = $0.kind { call.id } else { nil } })
        registered = program.conditionsOfRegistrations
        for (position, registration) in program.registrations.enumerated() where registration.form != .export {
            sort(position, registration)
        }
        declareOnce()
        leaveWhatStandsInForAnExport()
        leaveWhatMayNotCount()
        let isSelected = { (number: Int) in
            selection.contains(program.files[number].path) && program.files[number].isChangeable
        }
        declarations = declarations.filter { isSelected(program.registrations[$0.key].file) }
        findings = findings.filter { isSelected(program.registrations[$0.key].file) }
        if usesLegacy { declareWhatStays() }
        // Both faces share only what is registered with the main resolver, so its property must change first.
        if let own = program.ownResolvers.first(where: \.isMain), !isSelected(own.file) {
            if !declarations.isEmpty || !shared.isEmpty { waitingFor = own }
            (declarations, shared) = ([:], [])
        }
        bridgeWhatTestsReplace()
        nameProperties()
    }

    /// Marks services that tests replace as bridged, if the decisions file says so: registrations then count from the first
    /// call.
    ///
    /// A service that the hook exports does not need this, as the hook has run before a test registers anything. If tests
    /// register with a resolver of their own, which becomes the root, the tool leaves that to a person.
    private mutating func bridgeWhatTestsReplace() {
        guard program.decisions.bridgesMocks == true else { return }
        let replacing = standIns.map { program.registrations[$0] }
        let replaced = Set(replacing.filter(\.target.isMain).flatMap(program.keys))
            .subtracting(replacing.filter { !$0.target.isMain }.flatMap(program.keys))
        for (position, declaration) in declarations where !program.isRunByHook(declaration.registration) {
            for factory in declaration.factories.indices {
                let key = declaration.factories[factory].key
                declarations[position]?.factories[factory].isBridged = key.map(replaced.contains) ?? false
            }
        }
    }

    /// Declares undecided registrations with `legacy()`, unless the decision is about their keys.
    private mutating func declareWhatStays() {
        let declared = Set(declarations.values.flatMap(\.factories).compactMap(\.key))
        // Registrations of the hook come first, so that a declaration is written beside one of them rather than beside a mock.
        let isRun = { [program] position in program.isRunByHook(program.registrations[position]) }
        let ordered = findings.keys.sorted()
        for position in ordered.filter(isRun) + ordered.filter({ !isRun($0) }) {
            let (registration, found) = (program.registrations[position], findings[position] ?? [])
            guard registration.target.isMain, found.allSatisfy({ !$0.decision.hindersLegacy }),
                let parameter = parameter(of: registration)
            else { continue }
            for key in program.keys(of: registration) + program.askedKeys(of: registration) {
                guard let type = program.type(of: key, in: registration), !type.isOptional, !declared.contains(key),
                    program.declared.bridged(key).isEmpty, !shared.contains(where: { $0.key == key }),
                    (index.declared(type.key)?.modules.count ?? 0) <= 1, !isLimited(type)
                else { continue }
                var refused: [Finding] = []
                let access = access(of: type, key, registration, &refused)
                guard refused.isEmpty, parameter.map({ isKnown($0, to: access) }) ?? true else { continue }
                declare(key, type, parameter, in: registration.file, access)
            }
        }
    }

    /// The argument that a registration's factory takes, mostly none; nil if that is not known.
    private func parameter(of registration: Registration) -> ServiceType?? {
        let inference = Inference(index: index)
        guard let closure = registration.closure, let name = FactoryBody(closure, inference).argumentsName else {
            return .some(nil)
        }
        return ParameterUse(closure, name: name, inference).map(\.type)
    }

    /// Whether only some versions of a system have a type, so that a declaration for all of them cannot name it.
    private func isLimited(_ type: ServiceType) -> Bool { index.named(in: type).contains(where: \.isLimited) }

    /// Whether everybody who sees a declaration also sees the type of its parameter.
    private func isKnown(_ parameter: ServiceType, to access: Access) -> Bool {
        guard index.hiddenInContainer(parameter) == nil, index.compiled(parameter)?.isAlways != false,
            !isLimited(parameter)
        else { return false }
        return access == .public ? index.isPublic(parameter) : access < .internal || !index.isFilePrivate(parameter)
    }

    /// Declares with `legacy()` the registrations of a key.
    ///
    /// The declaration is compiled wherever its type is. If the type is compiled but nothing is registered, the declaration
    /// gives nil.
    private mutating func declare(
        _ key: ServiceKey, _ type: ServiceType, _ parameter: ServiceType?, in file: Int, _ access: Access
    ) {
        let registered = registered[key] ?? Conditions()
        // A type of another library exists at least where the program names it.
        let named = registered.all.map(\.compiled) + program.asks.filter { $0.key == key }.map(\.node.compiled)
        let compiled = index.compiled(type) ?? Conditions(named)
        shared.append(
            SharedDeclaration(
                property: "", key: key, type: type.optional(!registered.cover(compiled)),
                parameter: parameter, file: file, module: program.module(file).name, access: access, compiled: compiled)
        )
    }

    var index: Index { program.index }

    /// The declarations with `legacy()` that declarations of this plan replace.
    var replaced: [DeclaredFactory] { declarations.values.flatMap(\.factories).compactMap(\.replaced) }

    private mutating func sort(_ position: Int, _ registration: Registration) {
        if program.isStandIn(registration) {
            standIns.insert(position)
            return
        }
        var found: [Finding] = []
        if share(registration, &found) {
            if found.isEmpty { declaredElsewhere.insert(position) } else { findings[position] = found }
            return
        }
        let declaration = declaration(registration, &found)
        if found.isEmpty, let declaration {
            declarations[position] = declaration
        } else {
            findings[position] = found.isEmpty ? [Finding(.form)] : found
        }
    }

    /// Declares a registration's services in the modules that the decisions file names.
    ///
    /// - Returns: Whether the file names one.
    private mutating func share(_ registration: Registration, _ found: inout [Finding]) -> Bool {
        let elsewhere = program.declaredElsewhere(registration)
        for (key, module) in elsewhere {
            guard let type = program.type(of: key, in: registration),
                let file = program.file(declaring: type, in: module), program.files[file].isChangeable
            else {
                found.append(Finding(.module, "\(module) does not declare \(key.type)"))
                continue
            }
            if let type = program.ambiguous[file] {
                found.append(Finding(.ambiguous, type))
                continue
            }
            guard index.declared(type.key)?.access == .public else {
                found.append(Finding(.module, "\(key.type) is not public"))
                continue
            }
            if let name = index.hiddenInContainer(type) {
                found.append(Finding(.hidden, name))
                continue
            }
            if registration.closure.map({ FactoryBody($0, Inference(index: index)).argumentsName != nil }) == true {
                found.append(Finding(.arguments))
                continue
            }
            if shared.contains(where: { $0.key == key }) || !program.declared.bridged(key).isEmpty { continue }
            declare(key, type, nil, in: file, .public)
        }
        return !elsewhere.isEmpty
    }

    /// Leaves several registrations of one key to a person, unless the hook makes exactly one of them.
    private mutating func declareOnce() {
        var positions: [String: [Int]] = [:]
        for (position, registration) in program.registrations.enumerated()
        where !standIns.contains(position) && !declaredElsewhere.contains(position) {
            guard registration.target.isMain, registration.form != .export else { continue }
            let own = program.keys(of: registration)
            let group = program.decisions.modules == nil ? "" : program.module(registration.file).name
            for key in own { positions["\(group)|\(key)", default: []].append(position) }
        }
        for (_, all) in positions.sorted(by: { $0.key < $1.key }) where all.count > 1 {
            let run = all.filter { program.isRunByHook(program.registrations[$0]) }
            for position in all where run != [position] {
                if run.count == 1 {
                    if declarations.removeValue(forKey: position) != nil { standIns.insert(position) }
                } else {
                    declarations[position] = nil
                    let file = program.registrations[position].place.file
                    let others = all.filter { $0 != position }.map { program.registrations[$0].place.file }
                    // Without the line, as the tool's comments move lines.
                    let words = others.first { $0 != file }.map { "also in \($0)" } ?? "twice in this file"
                    findings[position, default: []].append(Finding(.twice, words))
                }
            }
        }
        for position in findings.keys {
            findings[position] = findings[position]?.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
    }

    /// Leaves registrations that the hook does not make as they are, if the hook exports the service.
    ///
    /// A second run of a stage finds exports where the first one found registrations.
    private mutating func leaveWhatStandsInForAnExport() {
        let exported = program.exportedByHook
        for (position, declaration) in declarations where !program.isRunByHook(declaration.registration) {
            let module = program.decisions.modules == nil ? nil : program.module(declaration.registration.file)
            let keys = exported.filter { module == nil || $0.module == module }.map(\.key)
            if program.keys(of: declaration.registration).contains(where: keys.contains) {
                declarations[position] = nil
                standIns.insert(position)
            }
        }
    }

    /// Leaves registrations that the hook does not make to a person, if another registration may be the one in force.
    ///
    /// What the hook exports is replaced, on both faces, by any later registration. Other services, such as a preview's mock,
    /// would be made by their declarations although the program registers something else.
    private mutating func leaveWhatMayNotCount() {
        let open = declarations.filter { !program.isRunByHook($0.value.registration) }
        guard !open.isEmpty else { return }
        let others = OtherRegistrations(program, standIns)
        for (position, declaration) in open {
            let registration = declaration.registration
            if !program.runByHook.isEmpty, !program.isRunAtLaunch(registration) {
                leave(position, Finding(.hook))
            } else if let words = others.words(against: program.keys(of: registration)) {
                leave(position, Finding(.twice, words))
            }
        }
    }

    private mutating func leave(_ position: Int, _ finding: Finding) {
        declarations[position] = nil
        findings[position] = [finding]
    }

    private mutating func nameProperties() {
        // Inside `Container`, a property would hide a global function or constant of the same name.
        let used = declarations.values.flatMap {
            [$0.registration.closure, $0.mutator].compactMap(\.self).flatMap { $0.freeNames(index.lists) }
        }
        var names = PropertyNames(
            taken: program.declared.properties.union(program.declared.usedNames).union(used),
            wanted: program.decisions.properties ?? [:],
            services: Set((program.registrations.flatMap(program.keys) + program.declared.all.map(\.key)).map(\.type)))
        for position in shared.indices {
            shared[position].property = names.name(for: shared[position].key, of: shared[position].type)
        }
        for position in declarations.keys.sorted(by: {
            program.registrations[$0].place < program.registrations[$1].place
        }) {
            for factory in declarations[position]?.factories.indices ?? 0..<0 {
                guard let declaration = declarations[position], let key = declaration.factories[factory].key else {
                    continue
                }
                let module = program.module(declaration.registration.file).name
                let planned = declaration.factories[factory]
                // A declaration that cannot be removed stays, beside the new one.
                let known =
                    planned.type.isOptional
                    ? nil
                    : program.declared.legacy(
                        for: key, DeclaredFactory.Kind(declaration.parameter?.type), in: module, upTo: planned.access)
                let legacy = known.flatMap { program.files[$0.file].isChangeable ? $0 : nil }
                declarations[position]?.factories[factory].replaced = legacy
                declarations[position]?.factories[factory].property =
                    legacy?.property ?? names.name(for: key, of: planned.type)
                // Places that ask for an optional go on asking for one.
                declarations[position]?.factories[factory].type = legacy?.type ?? planned.type
            }
        }
    }
}

extension String {
    /// The beginning of a source text, on one line, to show which text is meant.
    var firstWords: String {
        let words = split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > 60 ? words.prefix(57) + "…" : words
    }
}
