import SafeFacade

// Services that the tests of the ledger register on one face and declare on the other.

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

/// A class that is not safe to share, like most services of programs with a runtime resolver.
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
