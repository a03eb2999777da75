// Instances that a run of a task scope is given, in place of those that a factory makes.

extension Environment {
    /// Gives the current run its instance of a declaration.
    ///
    /// The program owns that instance, so no closer runs for it.
    ///
    /// Traps outside of a run, and where the run has an instance already: somebody may have been given it.
    ///
    /// - Parameters:
    ///   - service: The instance.
    ///   - declared: The declaration's registration, which the caller holds.
    ///   - scope: The scope that it states, where it is one of the program's own.
    ///   - expires: Whether its time to live ends it: the factory can make another.
    ///   - location: Where the call is.
    package func bind<Service>(
        _ service: Service, to declared: Unheld<Registration>, of scope: Unheld<ResolverScope>?, expires: Bool,
        at location: CodeLocation
    ) {
        guard let scope = scope?.with({ Unheld($0 as? TaskScope) }) else {
            Failure.boundOutsideTaskScope(declared.object.key, location).trap()
        }
        func error(_ reason: ResolutionError.Reason) -> ResolutionError {
            ResolutionError(
                reason, key: declared.object.key, at: location, chain: Failure.currentChain, facts: TaskState.facts)
        }
        do throws(ResolutionError) {
            let runs = try scope.currentRun(in: self, orThrow: error)
            let value = KeptValue.make(service)
            if !expires { value.neverExpire() }
            let flights = TaskState.flights
            let isBound = runs.with { runs in
                let cell = runs.run.cell(of: declared.with { $0.id })
                return Lock.held { () -> Bool? in
                    // Asked under the lock, as the end of a run takes all instances under the lock.
                    guard !runs.run.refuses(besides: flights) else { return nil }
                    // If the run has an instance already, the program ends, so the new word's reference needs no release.
                    return cell.flight == nil && cell.content.replace(0, with: InstanceCell.word(owning: value))
                }
            }
            guard let isBound else { throw error(.endedRun(scope: scope.object.display)) }
            if !isBound { Failure.boundTwice(declared.object.key, location).trap() }
        } catch {
            Failure.unbindable(error).trap()
        }
    }

    /// Whether the current run has an instance of a declaration.
    package func hasInstance(of declared: Registration, in scope: Unheld<ResolverScope>?) -> Bool {
        guard let scope, let runs = VisibleRuns.innermost(ofScopeAt: scope.bits, in: number) else { return false }
        return runs.with { $0.run.hasInstance(of: declared.id) }
    }
}
