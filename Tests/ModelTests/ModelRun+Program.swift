import Resolver

/// The real side: what the steps do with real resolvers.
extension ModelRun {
    enum Way: CaseIterable { case resolve, optional, require, optionalType }

    func register<Service>(
        _ type: Service.Type, _ number: Int, _ registration: ReferenceModel.Entry, _ isStatic: Bool
    ) -> Options {
        let name = registration.key.name.map { Resolver.Name($0) }
        let owner = resolvers[registration.owner]
        let census = census
        func make(_ resolver: Resolver, _ argument: Int?) throws -> Service? {
            let needs = registration.needs.compactMap { ModelRun.need($0, resolver) }
            defer { withExtendedLifetime(needs) {} }
            switch registration.outcome {
            case .returnsNil: return nil
            case .throwsError: throw Broken()
            case .item: break
            }
            if registration.concrete == .beta {
                return Beta(registration: number, argument: argument, needs: needs, census: census) as? Service
            }
            let alpha = Alpha(registration: number, argument: argument, needs: needs, census: census)
            return registration.concrete == .gamma ? Gamma(item: alpha) as? Service : alpha as? Service
        }
        let options =
            switch (registration.takesArguments, isStatic) {
            case (true, true): Resolver.register(name: name) { try make($0, $1.optional()) }
            case (true, false): owner.register(name: name) { try make($0, $1.optional()) }
            case (false, true): Resolver.register(name: name) { try make($0, nil) }
            case (false, false): owner.register(name: name) { try make($0, nil) }
            }
        return Options(
            scope: { options.scope($0) },
            touch: { options.resolveProperties { _, service in (service as? any Thing)?.item.touches += 1 } },
            implement: { key in
                let name = key.name.map { Resolver.Name($0) }
                if key.type == .part {
                    options.implements((any Part).self, name: name)
                } else {
                    options.implements((any Thing).self, name: name)
                }
            })
    }

    /// A service that a factory needs; nil if it cannot be resolved.
    private static func need(_ key: Key, _ resolver: Resolver) -> (any Thing)? {
        let name = key.name.map { Resolver.Name($0) }
        return switch key.type {
        case .alpha: try? resolver.require(Alpha.self, name: name)
        case .beta: try? resolver.require(Beta.self, name: name)
        case .gamma: try? resolver.require(Gamma.self, name: name)
        case .part: try? resolver.require((any Part).self, name: name)
        case .thing: try? resolver.require((any Thing).self, name: name)
        }
    }

    func ask<Service>(
        _ type: Service.Type, _ key: Key, _ resolver: Resolver?, _ argument: Int?, _ way: Way,
        _ expected: ReferenceModel.Answer
    ) throws -> (any Thing)? {
        let name = key.name.map { Resolver.Name($0) }
        let service: Service?
        switch (way, resolver, argument) {
        case (.resolve, let resolver?, nil): service = .some(resolver.resolve(type, name: name))
        case (.resolve, let resolver?, let args): service = .some(resolver.resolve(type, name: name, args: args))
        case (.resolve, nil, nil): service = .some(Resolver.resolve(type, name: name))
        case (.resolve, nil, let args): service = .some(Resolver.resolve(type, name: name, args: args))
        case (.optional, let resolver?, let args): service = resolver.optional(type, name: name, args: args)
        case (.optional, nil, let args): service = Resolver.optional(type, name: name, args: args)
        case (.optionalType, let resolver?, nil): service = resolver.resolve(Service?.self, name: name)
        case (.optionalType, let resolver?, let args): service = resolver.resolve(Service?.self, name: name, args: args)
        case (.optionalType, nil, let args): service = Resolver.resolve(Service?.self, name: name, args: args)
        case (.require, _, let args):
            do throws(ResolutionError) {
                if let resolver {
                    service = try resolver.require(type, name: name, args: args)
                } else {
                    service = try Resolver.require(type, name: name, args: args)
                }
            } catch {
                let answer: ReferenceModel.Answer =
                    switch error.reason {
                    case .missing: .missing
                    case .returnedNil: .returnedNil
                    case .factoryThrew: .threw
                    default: fatalError("not of a synchronous service: \(error)")
                    }
                try expect(answer, expected, "the error")
                service = nil
            }
        }
        return service as? any Thing
    }
}
