// swift-format-ignore-file

import SafeFacade

final class Draft {}

#if REJECTED
extension Container {
    var shared: Factory<Draft> {
        // error: type 'Draft' does not conform to the 'Sendable' protocol
        self { Draft() }.singleton
    }
}
#else
extension Container {
    var shared: Factory<Draft> {
        self { Draft() }.scope(unchecked: .singleton)
    }
}
#endif
