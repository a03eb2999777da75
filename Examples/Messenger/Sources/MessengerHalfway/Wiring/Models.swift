import Resolver
import SafeFacade

/// What stands between the commands and the services.
extension Container {
    var searchModel: Factory<SearchModel> { self { SearchModel() }.graph }
    var outboxModel: Factory<OutboxModel> { self { OutboxModel() }.graph }
}

extension Resolver {
    /// What has not moved yet.
    static func registerModels() {
        register { ImportModel() }
        register { InboxModel() }
        register { ComposeModel() }
            .resolveProperties { resolver, model in
                model.analytics = resolver.optional()
            }
    }
}
