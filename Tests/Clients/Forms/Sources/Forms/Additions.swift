import Resolver

private struct OpeningFailed: Error {
    let path: String
}

extension Database {
    /// Fails for the empty path, as opening a file does.
    fileprivate convenience init(opening path: String) throws {
        guard !path.isEmpty else { throw OpeningFailed(path: path) }
        self.init(path: path)
    }
}

// API that 1.5.1 does not have.
func checkAdditions() {
    checkThrowingFactories()
    checkAll()
    checkSandboxes()
}

/// A registration that is a statement gives options, which need not be used.
private func checkSandboxes() {
    let outside = SandboxContext.current
    withSandbox { Resolver.register { Session(database: Database(path: "sandbox")) } }
    withSandbox {
        outside.run { Resolver.register(name: "outside") { Database(path: "outside") } }
    }
    let found = Resolver.optional(Database.self, name: "outside")?.path
    check(found == "outside", "SandboxContext.run { Resolver.register { … } }")
}

private func checkThrowingFactories() {
    Resolver.register { try Database(opening: "file") }
    check(Resolver.resolve(Database.self).path == "file", "register { try X() }")
    Resolver.register { try? Database(opening: "optional") }
    check(Resolver.resolve(Database.self).path == "optional", "register { try? X() }")
    Resolver.register { try Database(opening: $0.optional(name: "path") ?? "file") }
    check(Resolver.resolve(Database.self).path == "file", "register { try X($0.optional()) }")
    let required = try? Resolver.require(Database.self)
    check(required?.path == "file", "try require(X.self)")

    let container = Resolver()
    container.register { _, args in try Database(opening: args()) }
    container.register { try Session(database: $0.require(args: "")) }.scope(.cached)
    check((try? container.require(Database.self, args: "given"))?.path == "given", "try require(X.self, args:)")
    do {
        let session: Session = try container.require()
        check(false, "a factory that throws made \(session)")
    } catch {
        let failure: ResolutionError = error
        check(failure.service == "Forms.Database", "ResolutionError.service, the one that failed")
        check(failure.chain.map(\.service).contains("Forms.Session"), "ResolutionError.chain, who needed it")
        if case .factoryThrew = failure.reason {
            check(true, "ResolutionError.Reason.factoryThrew")
        } else {
            check(false, "ResolutionError.Reason.factoryThrew (was \(failure.reason))")
        }
    }
    do {
        _ = try container.require(MessageLoading.self, name: "missing")
        check(false, "a missing registration was found")
    } catch {
        guard case .missing = error.reason else { return check(false, "ResolutionError.Reason.missing") }
        check(error.name == "missing", "ResolutionError.name")
    }
}

private func checkAll() {
    Resolver.register { MessageService() as MessageLoading }
    Resolver.register(name: "mock") { MockLoader() as MessageLoading }
    check(Resolver.all(MessageLoading.self).map(\.isMock) == [false, true], "all(P.self)")
    check(Resolver(child: .main).all(MessageLoading.self).count == 2, "resolver.all(P.self), of its children")
    check(Resolver.all(MessageDeleting.self).isEmpty, "all(P.self) of nothing")
}
