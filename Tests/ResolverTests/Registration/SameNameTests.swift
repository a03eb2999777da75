import Foundation
import Resolver
import ResolverDiagnostics
import TestSupport
import Testing

/// A class with the same last name as `Foundation.Operation`.
final class Operation {}

private enum Shop {
    struct Session {}
}
private enum Mail {
    struct Session {}
}

private let registrationLine = #line + 2
private func register<Service>(_ service: Service, as type: Service.Type, with resolver: Resolver) {
    resolver.register(type) { service }
}

/// Tests of different types that have the same name.
@Suite struct SameNameTests {
    private let resolver = Resolver()
    private let file = "ResolverTests/SameNameTests.swift"

    /// The report on a missing type that is asked for in line 1.
    private func report<Service>(_ type: Service.Type) throws -> String {
        try withSandbox(.fresh) {
            Resolver.registerServices = nil
            return try #require(throws: ResolutionError.self) {
                try resolver.require(type, file: "ResolverTests/SameNameTests.swift", line: 1)
            }.description
        }
    }

    private func expected(_ name: String, didYouMean: String) -> String {
        """
        Resolver: nothing is registered for '\(name)'  [missing-registration]
          asked for by   resolve()  \(file):1
          did you mean   \(didYouMean), registered at \(file):\(registrationLine)
          to mend it     register it with the resolver that is asked, or add the one that has it with add(child:)
        """
    }

    @Test("Defect 26: types of one name in two modules stay apart, and are near misses")
    func defect26Modules() throws {
        register(Operation(), as: Operation.self, with: resolver)
        #expect(resolver.optional(Foundation.Operation.self) == nil)
        let text = try report(Foundation.Operation.self)
        #expect(text == expected("Foundation.Operation", didYouMean: "'ResolverTests.Operation'"))
        resolver.register { Foundation.Operation() }
        #expect(resolver.optional(Operation.self) != nil)
        #expect(resolver.all(Operation.self).count == 1)
    }

    @Test("Defect 26: types of one name in two outer types have registrations of their own")
    func defect26OuterTypes() throws {
        register(Shop.Session(), as: Shop.Session.self, with: resolver)
        #expect(resolver.optional(Mail.Session.self) == nil)
        let text = try report(Mail.Session.self)
        #expect(text == expected("ResolverTests.Mail.Session", didYouMean: "'ResolverTests.Shop.Session'"))
    }

    @Test("Defect 26: private and local types of one name are no copies of a module")
    func defect26Local() throws {
        func registerLocal() {
            struct Session {}
            register(Session(), as: Session.self, with: resolver)
        }
        struct Session {}
        registerLocal()
        #expect(resolver.optional(Session.self) == nil)
        let text = try report(Session.self)
        let name = "ResolverTests.SameNameTests.Session"
        let miss = "'\(name)' of another file or function, which is another type"
        #expect(text == expected(name, didYouMean: miss))
    }

    // MARK: - Two copies of one module

    #if os(macOS) || os(Linux)

    /// The types of a module that is compiled into two libraries: a program that loads both has two copies of the type.
    private func copiesOfSession() throws -> [Any.Type] {
        try withTemporaryFolder { folder in try copiesOfSession(in: folder) }
    }

    private func copiesOfSession(in folder: URL) throws -> [Any.Type] {
        let source = folder.appending(path: "Plugin.swift")
        try """
        public struct Session { public init() {} }
        @_cdecl("sessionType") public func sessionType() -> UnsafeRawPointer {
            unsafeBitCast(Session.self as Any.Type, to: UnsafeRawPointer.self)
        }
        """.write(to: source, atomically: true, encoding: .utf8)
        let library = folder.appending(path: "libPlugin.so")
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = [
            "swiftc", "-emit-library", "-parse-as-library", "-module-name", "Plugin", source.path, "-o", library.path,
        ]
        try compiler.run()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
        return try ["first.so", "second.so"].map { name in
            let copy = folder.appending(path: name)
            try FileManager.default.copyItem(at: library, to: copy)
            let handle = try #require(dlopen(copy.path, RTLD_NOW | RTLD_LOCAL))
            typealias SessionType = @convention(c) () -> UnsafeRawPointer
            let function = unsafeBitCast(try #require(dlsym(handle, "sessionType")), to: SessionType.self)
            return unsafeBitCast(function(), to: Any.Type.self)
        }
    }

    @Test("Defect 26: two copies of one module are told by equal names of unequal types, and named")
    func defect26Copies() throws {
        let types = try copiesOfSession()
        try #require(ObjectIdentifier(types[0]) != ObjectIdentifier(types[1]))
        func register<Copy>(_ type: Copy.Type) {
            resolver.register(type, file: "App/Main.swift", line: 7) { () -> Copy? in nil }
        }
        _openExistential(types[0], do: register)
        func error<Copy>(_ type: Copy.Type) -> ResolutionError? {
            do {
                _ = try resolver.require(type, file: "App/Home.swift", line: 9)
                return nil
            } catch { return error }
        }
        let missed = withSandbox(.fresh) { () -> ResolutionError? in
            Resolver.registerServices = nil
            return _openExistential(types[1], do: error)
        }
        let said = try #require(missed).description
        #expect(
            said == """
                Resolver: nothing is registered for 'Plugin.Session'  [missing-registration]
                  asked for by   resolve()  App/Home.swift:9
                  did you mean   'Plugin.Session' of a second copy of its module, which is another type, \
                registered at App/Main.swift:7
                  to mend it     register it with the resolver that is asked, or add the one that has it with add(child:)
                """)
    }

    @Test("Defect 26: validation and graph name two copies of one module")
    func defect26Report() throws {
        let types = try copiesOfSession()
        func register<Copy>(_ type: Copy.Type) {
            resolver.register(type, file: "App/Main.swift", line: resolver.validate().validatedCount == 0 ? 7 : 8) {
                () -> Copy? in nil
            }
        }
        for type in types { _openExistential(type, do: register) }
        let report = withSandbox(.fresh) {
            Resolver.registerServices = nil
            return resolver.validate(allowing: [.returnedNil])
        }
        #expect(
            report.problems.map(\.description) == [
                """
                Resolver: 'Plugin.Session' is the name of two types  [second-copy]
                  registered     App/Main.swift:7
                  registered     App/Main.swift:8
                  the reason     its module is in the program twice
                  to mend it     link the module once
                """
            ])
        #expect(
            report.graph.tree == """
                Plugin.Session at App/Main.swift:7  graph, second copy
                Plugin.Session at App/Main.swift:8  graph, second copy

                """)
    }
    #endif
}
