import Resolver
import SafeFacade

extension Resolver {
    /// The models that commands call.
    static func registerModels() {
        register(\.importModel)
        register(\.inboxModel)
        register(\.searchModel)
        register(\.outboxModel)
        register(\.composeModel)
    }
}

extension Container {
    var importModel: Factory<ImportModel> { self { ImportModel() }.graph }
    var inboxModel: Factory<InboxModel> { self { InboxModel() }.graph }
    var searchModel: Factory<SearchModel> { self { SearchModel() }.graph }
    var outboxModel: Factory<OutboxModel> { self { OutboxModel() }.graph }

    var composeModel: Factory<ComposeModel> {
        self { container in
            let model = ComposeModel()
            model.analytics = container.analytics()
            return model
        }
        .graph
    }
}
