import BenchmarkServices
import Resolver
import SafeFacade
import TypedDeclarations

// Services of one face that are resolved on the other.
extension Operation {
    static let bridged: [Operation] = [
        bridged("legacy() leaf", .typed, like: unit, aim: 2.2) { Container.shared.keychain() },
        bridged("legacy(name:) leaf", .typed, like: unit) { Container.shared.vault() },
        bridged("legacy(), of an argument", .typed, like: argument) { Container.shared.note(7) },
        bridged("exported leaf", .runtime, like: unit, aim: 2.2) { Resolver.resolve((any Contacts).self) },
        bridged("exported singleton", .runtime, like: sharedFunction, aim: 1.4) {
            Resolver.resolve((any Account).self)
        },
        bridged("exported leaf", .typed, like: unit, aim: 2.4) { Container.shared.contacts() },
        bridged("exported singleton", .typed, like: sharedFunction, aim: 1.4) { Container.shared.account() },
        bridged("exported, of an argument", .runtime, like: argument) { Resolver.resolve((any Reply).self, args: 7) },
        bridged("exported, of an argument", .typed, like: argument) { Container.shared.reply(7) },
        bridged("bridged, nothing registered", .typed, like: unit, aim: 2.2) { Container.shared.bookmarks() },
        bridged("bridged(name:), nothing registered", .typed, like: unit) { Container.shared.archive() },
        bridged("bridged, registered", .typed, like: unit, aim: 2.4) { Container.shared.reminders() },
    ]

    @inline(__always)
    private static func bridged<Value>(
        _ name: String, _ face: Face, like counterpart: Operation, aim: Double? = nil,
        body: @escaping @Sendable () -> Value
    ) -> Operation {
        Operation(name, face, like: counterpart, aim: aim.map { .units($0) }, setUp: Setup.bridges, body: body)
    }
}
