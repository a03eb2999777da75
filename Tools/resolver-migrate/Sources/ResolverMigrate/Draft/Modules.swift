extension DecisionsFile {
    /// The file with a proposal for each service that another module asks for than registers it.
    ///
    /// Proposed is the module that declares the type. What is decided already stays.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - usesLegacy: Whether what stays is declared, too, with `legacy()`.
    /// - Returns: The file.
    public func proposing(for program: Program, usesLegacy: Bool = false) -> DecisionsFile {
        var file = self
        let plan = Plan(program, usesLegacy: usesLegacy)
        let judgement = Judgement(program, plan: plan, includingPlanned: true)
        for ask in program.asks {
            guard judgement.factory(for: ask).1.contains(where: { $0.decision == .module }), let key = ask.key,
                let owner = program.index.declared(key.type)?.modules.sorted().first
            else { continue }
            if file.declaredIn?[key.description] == nil {
                file.declaredIn = (file.declaredIn ?? [:]).merging([key.description: owner]) { one, _ in one }
            }
        }
        return file
    }
}
