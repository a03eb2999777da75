import Resolver

extension Resolver {
    /// The models that commands call.
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
