// swift-format-ignore-file

import SafeFacade

final class Draft {}

extension Container {
    var draft: Factory<Draft> { self { Draft() } }
}

#if REJECTED
func run(_ draft: Draft) {
    // error: capture of 'draft' with non-Sendable type 'Draft' in a '@Sendable' closure
    Container.shared.draft.register { draft }
}
#else
func run(_ draft: Draft) {
    Container.shared.draft.register(unchecked: { draft })
}
#endif
