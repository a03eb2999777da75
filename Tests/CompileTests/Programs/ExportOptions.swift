// swift-format-ignore-file

import Resolver
import SafeFacade

final class Draft {}

extension Container {
    var draft: Factory<Draft> { self { Draft() } }
    var keptDraft: Factory<Draft> { self { Draft() }.scope(unchecked: .cached) }
}

#if REJECTED
func export() {
    // error: value of tuple type '()' has no member 'scope'
    Resolver.register(\.draft).scope(ResolverScope.application)
    // error: value of tuple type '()' has no member 'resolveProperties'
    Resolver.register(\.draft).resolveProperties { _, _ in }
}
#else
func export() {
    Resolver.register(\.draft)
    Resolver.register(\.keptDraft, name: "kept")
}
#endif
