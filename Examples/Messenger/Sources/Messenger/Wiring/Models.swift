import Resolver

extension Resolver {
    /// What stands between the commands and the services.
    static func registerModels() {
        register { ImportModel() }
        register { InboxModel() }
        register { SearchModel() }
        register { OutboxModel() }
        register { ComposeModel() }
            .resolveProperties { resolver, model in
                model.analytics = resolver.optional()
            }
    }
}
