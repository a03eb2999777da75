import Foundation
import Testing

/// The editions of the program: the same commands with the same output, wired in different ways.
///
/// The command tests run on each. The raw value is the name of the executable.
enum Edition: String, CaseIterable, CustomTestStringConvertible {
    case runtime = "Messenger"
    case halfway = "MessengerHalfway"
    case typed = "MessengerTyped"

    var testDescription: String { rawValue }
}

/// A built executable, run as a user would in a folder of the test's own.
struct Program {
    /// What a run left behind.
    struct Outcome: Equatable {
        let status: Int32
        let output: String
        let errors: String
    }

    let edition: Edition
    let folder: TemporaryFolder

    init(_ edition: Edition) throws {
        self.edition = edition
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("tmp"), withIntermediateDirectories: true
        )
    }

    /// Runs the program to its end.
    ///
    /// Output goes to files, since a pipe that nobody reads would stop it.
    @discardableResult
    func run(_ arguments: String...) async throws -> Outcome {
        let run = UUID().uuidString
        let output = folder.url.appendingPathComponent("tmp/\(run).out")
        let errors = folder.url.appendingPathComponent("tmp/\(run).err")
        let process = Process()
        process.executableURL = Self.products.appendingPathComponent(edition.rawValue)
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        process.environment = ProcessInfo.processInfo.environment.merging(
            // Output must depend on neither zone, language nor width; temporary files can be counted.
            ["TZ": "Pacific/Apia", "LC_ALL": "C", "COLUMNS": "100", "TMPDIR": temporaryFiles.path],
            uniquingKeysWith: { $1 }
        )
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try Self.emptyFile(output)
        process.standardError = try Self.emptyFile(errors)
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        defer {
            try? FileManager.default.removeItem(at: output)
            try? FileManager.default.removeItem(at: errors)
        }
        return Outcome(
            status: status,
            output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8)
        )
    }

    /// The names of the files and folders in the folder that the program runs in.
    func files() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
    }

    /// Where the program puts what it needs for a moment.
    var temporaryFiles: URL { folder.url.appendingPathComponent("tmp") }

    /// The folder of built products: the resources of this test target lie in it, and so do the executables.
    private static let products = Bundle.module.bundleURL.deletingLastPathComponent()

    private static func emptyFile(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }
}

/// A text that output is compared with as a whole.
enum Golden {
    static func text(_ name: String) throws -> String {
        let url = Bundle.module.bundleURL.appendingPathComponent("Golden/\(name).txt")
        return try String(contentsOf: url, encoding: .utf8)
    }
}
