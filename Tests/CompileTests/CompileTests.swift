import Foundation
import TestSupport
import Testing

/// Programs that the compiler must refuse, each with a twin that it must accept without a warning.
///
/// A program is refused with `-D REJECTED`; what the compiler says stands above the line it says it of. One compiler runs at a
/// time, as each is waited for on a thread.
@Suite(.serialized, .ownThreads) struct CompileTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Programs")
    static let programs: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".swift") }
        .sorted()

    @Test func thereArePrograms() {
        #expect(CompileTests.programs.count >= 15)
    }

    @Test(arguments: programs)
    func aProgramIsRefusedWithTheseWords(_ program: String) throws {
        let source = try String(contentsOf: CompileTests.folder.appendingPathComponent(program), encoding: .utf8)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let expected = lines.enumerated().compactMap { index, line -> String? in
            let line = line.drop { $0 == " " }
            guard line.hasPrefix("// error: ") || line.hasPrefix("// warning: ") else { return nil }
            return "\(index + 2): \(line.dropFirst(3))"
        }
        #expect(!expected.isEmpty)
        // A constant, as what an expression with `try` comes to is not told where it fails.
        let said = try diagnostics(of: program, "-D", "REJECTED")
        #expect(said == expected)
    }

    @Test(arguments: programs)
    func itsTwinIsAccepted(_ program: String) throws {
        let said = try diagnostics(of: program)
        #expect(said == [])
    }

    /// What the compiler says of a program: the line, and the diagnostic without its group.
    private func diagnostics(of program: String, _ options: String...) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", CompileTests.modules,
                "-Xcc", "-fmodule-map-file=\(CompileTests.platformModuleMap)",
            ]
            + options + [program]
        process.currentDirectoryURL = CompileTests.folder
        let pipe = Pipe()
        process.standardError = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let lines = output.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix(program + ":"), let kind = line.range(of: ": error: ") ?? line.range(of: ": warning: ")
            else {
                // Trouble with the compiler itself, such as a module that is not found.
                return line.hasPrefix("<unknown>") || line.hasPrefix("error:") ? String(line) : nil
            }
            let number = line.dropFirst(program.count + 1).prefix { $0.isNumber }
            let text = line[kind.lowerBound...].dropFirst(2)
            let group = text.range(of: " [#")?.lowerBound ?? text.endIndex
            return "\(number): \(text[..<group])"
        }
        if options.isEmpty {
            #expect(process.terminationStatus == 0, "\(output)")
        } else {
            #expect(process.terminationStatus != 0 || lines.allSatisfy { $0.contains("warning: ") })
        }
        return lines
    }

    /// Where the modules are that this test was built with.
    private static var modules: String { products.appendingPathComponent("Modules").path }

    /// The C module that `Resolver` is built on, which the compiler must find, and a program cannot name.
    private static var platformModuleMap: String {
        products.appendingPathComponent("CResolverPlatform.build/module.modulemap").path
    }

    private static var products: URL {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        var folder = URL(fileURLWithPath: bundle)
        while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
        return folder
    }
}
