import Resolver
import SafeFacade
import TestSupport

// Services that the tests of this folder register on one face and declare on the other.

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
final class Notebook {
    var lines: [String] = []
}

@MainActor final class Panel {
    let title: String
    init(_ title: String) { self.title = title }
}

final class Desk: SharedContainer {
    let manager = ContainerManager()
    init() {}
}

let bridgedDeclarations = #line
extension Container {
    var keychain: Factory<any Keychain> { legacy() }
    var spareKeychain: Factory<any Keychain> { legacy(name: "spare") }
    var absentKeychain: Factory<(any Keychain)?> { legacy(name: "absent") }
    var singleKeychain: Factory<any Keychain> { legacy().singleton }
    var greeting: ParameterFactory<String, String> { legacy(name: "greeting") }
    var panel: MainActorFactory<Panel> { legacy() }

    var archive: Factory<any Archive> { self { FileArchive() }.cached }
    var anyArchive: Factory<(any Archive)?> { self { FileArchive("perhaps") } }
    var noArchive: Factory<FileArchive?> { self { nil } }
    var titledArchive: ParameterFactory<String, FileArchive> { self { FileArchive($0) } }
    var ownPanel: MainActorFactory<Panel> { self { Panel("own") } }
    var port: Factory<Int?> { self { 80 }.cached }
    var perhapsTitled: ParameterFactory<String?, Thing> { self { Thing($0 ?? "none") } }
    /// A shelf that gets an archive through the runtime face.
    var shelf: Factory<Shelf> { self { Shelf(first: Resolver.resolve(), second: $0.archive()) } }
}

final class Shelf: Sendable {
    let first: any Archive
    let second: any Archive
    init(first: any Archive, second: any Archive) {
        self.first = first
        self.second = second
    }
}

extension Desk {
    var keychain: Factory<any Keychain> { legacy() }
    var archive: Factory<any Archive> { self { FileArchive("desk") }.cached }
}

/// Runs a body in a sandbox without the hook, with a registration for the keychain.
func withKeychain<Result>(_ scope: ResolverScope = .unique, _ body: () throws -> Result) rethrows -> Result {
    try withSandbox(.fresh) {
        Resolver.register { SystemKeychain() as any Keychain }.scope(scope)
        return try body()
    }
}

extension Container {
    /// A factory with a closure for a context that does not hold in tests.
    var previewedKeychain: Factory<any Keychain> { legacy().onPreview { SystemKeychain("preview") } }
}
