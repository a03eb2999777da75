import Foundation
import TestSupport
import Testing

/// Programs that the compiler must reject, each with a twin that it must accept without a warning.
///
/// A program is rejected with `-D REJECTED`; each expected diagnostic is a comment above its line. Only one compiler runs at a
/// time, as a thread waits for each.
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
        // A constant, as a failed expectation does not show the value of an expression with `try`.
        let said = try diagnostics(of: program, "-D", "REJECTED")
        #expect(said == expected)
    }

    @Test(arguments: programs)
    func itsTwinIsAccepted(_ program: String) throws {
        let said = try diagnostics(of: program)
        #expect(said == [])
    }

    /// The compiler's diagnostics for a program: each with its line, and without its group.
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
                // A failure of the compiler itself, such as a module that is not found.
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

    /// The folder with the modules with which this test was built.
    private static var modules: String { products.appendingPathComponent("Modules").path }

    /// The module map of the C module under `Resolver`, which the compiler must find, but a program cannot name.
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
