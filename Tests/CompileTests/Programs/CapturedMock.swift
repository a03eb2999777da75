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
// As a test case does, which is not `Sendable`.
class DraftTests {
    var draft = Draft()
    func setUp() {
        // error: capture of 'self' with non-Sendable type 'DraftTests' in a '@Sendable' closure
        Container.shared.draft.register { self.draft }
    }
}
#else
func run(_ draft: Draft) {
    Container.shared.draft.register(unchecked: { draft })
}
class DraftTests {
    var draft = Draft()
    func setUp() {
        Container.shared.draft.register(unchecked: { self.draft })
    }
}
#endif
