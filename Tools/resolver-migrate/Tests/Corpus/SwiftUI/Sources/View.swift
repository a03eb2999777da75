import Resolver
import SwiftUI

final class HomeModel: ObservableObject { var title = "Inbox" }
@MainActor final class MainModel: ObservableObject {}

struct HomeView: View {
    @InjectedObject private var model: HomeModel
    @StateObject private var state: HomeModel = Resolver.resolve()
    @InjectedObject var main: MainModel
    var body: some View { Text(model.title) }
}

extension Resolver: ResolverRegistering {
    @MainActor public static func registerAllServices() {
        register { HomeModel() }.scope(.shared)
        register { MainModel() }
        register { UIKitThing() }
    }
}
