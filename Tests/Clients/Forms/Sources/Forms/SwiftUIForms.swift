#if canImport(SwiftUI) && canImport(Combine)
import Combine
import Resolver
import SwiftUI

private final class InboxModel: ObservableObject {
    var title = "Inbox"
}

private struct TitleField: View {
    var title: Binding<String>

    var body: some View { Text(title.wrappedValue) }
}

private struct InboxView: View {
    @InjectedObject var model: InboxModel
    @Injected var analytics: Analytics

    var body: some View { TitleField(title: $model.title) }
}

private struct FolderView: View {
    @InjectedObject(name: "folder", container: .mock) private var model: InboxModel
    @InjectedObject(name: .production) private var production: InboxModel
    @InjectedObject(container: .mock) private var mock: InboxModel

    var body: some View { Text(model.title + production.title + mock.title) }
}
#endif
