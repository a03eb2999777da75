import Combine
import Observation
import Resolver
import SafeFacade
import SwiftUI

// Views that take their models from typed factories. Scripts/check-apple-sources type-checks them against the stubs.

@MainActor @Observable
private final class CounterModel {
    var title = "Counter"
}

private final class InboxModel: ObservableObject {
    var title = "Inbox"
}

@MainActor
private final class SearchModel: ObservableObject {
    var title = "Search"
}

extension Container {
    fileprivate var counter: MainActorFactory<CounterModel> { self { CounterModel() } }
    fileprivate var inbox: Factory<InboxModel> { self { InboxModel() } }
    fileprivate var search: MainActorFactory<SearchModel> { self { SearchModel() }.shared }
}

private struct TitleField: View {
    var title: Binding<String>

    var body: some View { Text(title.wrappedValue) }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
private struct CounterView: View {
    @InjectedObservable(\.counter) var model

    var body: some View { TitleField(title: $model.title) }
}

private struct InboxView: View {
    @InjectedObject(\.inbox) var model
    @InjectedObject(\.search) var search

    var body: some View { TitleField(title: $model.title) }
}

private final class PartContainer: SharedContainer {
    let manager = ContainerManager()
    init() {}
}

extension PartContainer {
    fileprivate var counter: MainActorFactory<CounterModel> { self { CounterModel() } }
    fileprivate var inbox: Factory<InboxModel> { self { InboxModel() } }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
private struct PartView: View {
    @InjectedObservable(\PartContainer.counter) var counter
    @InjectedObject(\PartContainer.inbox) var inbox
    @InjectedObject(InboxModel()) var given
    @InjectedObservable(CounterModel()) var made

    var body: some View { TitleField(title: $counter.title) }
}
