import Resolver

protocol Analytics: AnyObject { var name: String { get } }
final class Console: Analytics { let name = "console" }

final class Model {
    var analytics: Analytics?
    var folder = "Drafts"
    weak var parent: Parent?
}

final class Parent {
    let model: Model
    init(model: Model) { self.model = model }
}

final class Other { var analytics: Analytics?; var folder = "" }

extension Resolver: ResolverRegistering {
    public static func registerAllServices() {
        register { Console() as Analytics }.scope(.shared)
        register { Model() }
            .resolveProperties { resolver, model in
                // Wherever anybody wants to know.
                model.analytics = resolver.resolve()
                model.folder = "Inbox"
            }
        register { Other() }
            .resolveProperties { $1.analytics = $0.resolve(Analytics.self) }
            .scope(.unique)
        register { Parent(model: resolve()) }
            .resolveProperties { _, parent in parent.model.parent = parent }
        register(name: "folder") { Model() }
            .resolveProperties { _, model, args in model.folder = args() }
    }
}

let parent: Parent = Resolver.resolve()
print(parent.model.folder, parent.model.analytics?.name ?? "none", parent.model.parent === parent)
let other: Other = Resolver.resolve()
print(other.analytics?.name ?? "none")
let named: Model = Resolver.resolve(name: "folder", args: "Sent")
print(named.folder, named.analytics == nil)
