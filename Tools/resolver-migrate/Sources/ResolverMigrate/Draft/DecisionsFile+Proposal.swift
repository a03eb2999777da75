extension DecisionsFile {
    /// The file with a proposal for each service that one module registers and another asks for.
    ///
    /// It proposes the module that declares the service's type. Entries that the file has already stay.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - usesLegacy: Whether services that stay registered are declared, too, with `legacy()`.
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
