// Where an environment keeps one instance for each parameter.

extension Environment {
    /// The registration that keeps the instance for one parameter.
    func registration(_ origin: Registration, for parameter: AnyHashable) -> Registration {
        let hash = parameter.hashValue
        var compared: [ParameterRegistrations.Entry] = []
        while true {
            let known = Lock.held { byParameter[origin.id]?.entries[hash] ?? [] }
            // The entries that were compared come first again, unless some were forgotten meanwhile.
            let isLonger = known.prefix(compared.count).elementsEqual(compared) { $0.registration === $1.registration }
            let new = known.dropFirst(isLonger ? compared.count : 0)
            if let entry = new.first(where: { $0.isOf(parameter) }) { return entry.registration }
            compared = known
            let now = now
            let made = Lock.changing { garbage -> Registration? in
                let latest = byParameter[origin.id]?.entries[hash] ?? []
                guard latest.count == known.count, latest.last?.registration === known.last?.registration else {
                    return nil
                }
                let new = Registration(
                    origin.key, at: origin.location, home: number, scope: origin.scope, factory: origin.factory,
                    traits: origin.traits, declaredScope: origin.declaredScope,
                    overrider: origin.overrider, closer: origin.closer)
                if let key = origin.joined { new.noteJoined(key) }
                if byParameter[origin.id] == nil {
                    byParameter[origin.id] = ParameterRegistrations()
                    // For registrations of other environments, a sandbox has the entries until it ends.
                    if origin.home == number { noteEnd(of: origin) }
                }
                byParameter[origin.id]?
                    .add(.init(parameter: parameter, registration: new), hash: hash, at: now, &garbage)
                return new
            }
            if let made { return made }
        }
    }

    /// Has the parameters of a registration forgotten when the registration is gone.
    ///
    /// Nothing refers weakly to the process's environment: a weak reference moves an object's counts to a side table, and then
    /// counting takes twice as long for everybody.
    private func noteEnd(of registration: Registration) {
        let id = registration.id
        if isProcess {
            registration.noteEnd { Environment.process.forgetParameters(of: id) }
        } else {
            registration.noteEnd { [weak self] in self?.forgetParameters(of: id) }
        }
    }

    /// Forgets the parameters of a registration that is gone.
    private func forgetParameters(of id: UInt) {
        Lock.changing { garbage in garbage.add(byParameter.removeValue(forKey: id)) }
    }

    /// Forgets the parameters for which nothing is kept any more, of the factories that were reset.
    func sweepParameters() {
        // Read before the lock, as the clock may be the program's code.
        let now = now
        Lock.changing { garbage in
            for known in byParameter.values where known.wasReset { known.sweep(at: now, &garbage) }
        }
    }

    /// Drops the instances that are kept for a registration's parameters.
    ///
    /// Under the engine's lock.
    func dropParameters(of registration: Registration, _ garbage: inout Garbage) {
        guard !byParameter.isEmpty, let known = byParameter[registration.id] else { return }
        let isOfRuns = registration.ownScope is TaskScope
        if !isOfRuns { byParameter[registration.id] = nil }
        for registration in known.all {
            existingCell(of: registration)?.empty(&garbage)
            TaskRun.drop(registration, in: self, &garbage)
        }
        // Other tasks' runs keep their instances, and need these registrations.
        if isOfRuns { known.sweep(&garbage) } else { garbage.add(value: known) }
    }
}
