// swift-format-ignore-file

import SafeFacade

final class Account: Hashable {
    var number = 0
    static func == (first: Account, second: Account) -> Bool { first.number == second.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

final class Inbox: Sendable {}

extension Container {
    var inbox: ParameterFactory<Int, Inbox> { self { _ in Inbox() }.cached.scopeOnParameters }
    var screen: MainActorParameterFactory<String, Inbox> { self { _ in Inbox() }.cached.scopeOnParameters }
    // A parameter that is handed over, and not kept.
    var once: ParameterFactory<Account, Inbox> { self { _ in Inbox() }.cached }

    #if REJECTED
    // error: type 'Account' does not conform to the 'Sendable' protocol
    var kept: ParameterFactory<Account, Inbox> { self { _ in Inbox() }.cached.scopeOnParameters }
    #endif
}
