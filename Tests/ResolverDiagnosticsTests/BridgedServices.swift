import SafeFacade

// What the tests of the ledger register with the one face and declare with the other.

protocol Keychain: AnyObject, Sendable {
    var owner: String { get }
}

final class SystemKeychain: Keychain {
    let owner: String
    init(_ owner: String = "system") { self.owner = owner }
}

protocol Archive: AnyObject, Sendable {
    var label: String { get }
}

final class FileArchive: Archive {
    let label: String
    init(_ label: String = "declared") { self.label = label }
}

/// Not safe to share, as most services of programs with a runtime resolver.
final class Notebook {}

final class Desk: SharedContainer {
    let manager = ContainerManager()
    init() {}
}

extension Container {
    var keychain: Factory<any Keychain> { legacy() }
    var archive: Factory<any Archive> { self { FileArchive() }.cached }
    var looseArchive: Factory<FileArchive> { self { FileArchive() } }
    var anyArchive: Factory<(any Archive)?> { self { FileArchive("perhaps") } }
}

extension Desk {
    var archive: Factory<any Archive> { self { FileArchive("desk") }.cached }
}
