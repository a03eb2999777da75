import AsyncHTTPClient
import Foundation
import Testing

/// Runs a test against a server in a process of its own, which is killed where the test has not ended it.
func withServerProcess(_ edition: Edition, _ test: (ServerProcess) async throws -> Void) async throws {
    try await withSettings { settings in
        let process = Process()
        process.executableURL = productsFolder.appending(path: edition.executable)
        process.environment = [
            "NOTES_PORT": "0", "NOTES_DATABASE": settings.databasePath, "NOTES_PASSWORD_COST": "1024",
            "LOG_LEVEL": "critical",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = lines(of: pipe.fileHandleForReading)
        let client = HTTPClient.withoutRetries()
        let outcome = await result {
            try await withTaskCancellationHandler {
                // The first line says that it listens.
                let line = try #require(await output.first { _ in true })
                let port = try #require(line.split(separator: " ").last.flatMap { Int($0) })
                try await test(
                    ServerProcess(
                        port: port, client: client, database: settings.databasePath, process: process, output: output))
            } onCancel: {
                // At the time limit, when the test may be waiting for the process.
                if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            }
        }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        try await client.shutdown()
        try outcome.get()
    }
}

/// A server that runs in a process of its own, as it does when it is deployed.
struct ServerProcess: NotesClient {
    let port: Int
    let client: HTTPClient
    let database: String
    let process: Process
    fileprivate let output: AsyncStream<String>

    /// Sends a signal, and waits for the end.
    func end(by signal: Int32) async -> Ending {
        kill(process.processIdentifier, signal)
        var report: [String] = []
        for await line in output { report.append(line) }
        // Its output has ended, so it does.
        process.waitUntilExit()
        return Ending(reason: process.terminationReason, status: process.terminationStatus, report: report)
    }

    /// How a process has ended.
    struct Ending {
        let reason: Process.TerminationReason
        let status: Int32
        /// The lines that it has printed since it listens.
        let report: [String]

        /// The sum of what the report says of a name.
        func count(_ name: String) -> Int {
            report.filter { $0.hasPrefix(name) }.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
                .reduce(0, +)
        }
    }
}

extension Edition {
    fileprivate var executable: String {
        switch self {
        case .container: "NotesServer"
        case .byHand: "NotesServerByHand"
        }
    }
}

/// Where the package manager puts executables: beside the tests.
private var productsFolder: URL {
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        return bundle.bundleURL.deletingLastPathComponent()
    }
    return Bundle.main.bundleURL
}

/// The lines that are written into a pipe, until it is closed.
private func lines(of pipe: FileHandle) -> AsyncStream<String> {
    let (lines, found) = AsyncStream.makeStream(of: String.self)
    // A thread of its own, as reading blocks.
    Thread.detachNewThread {
        var text = ""
        while case let data = pipe.availableData, !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
            while let end = text.firstIndex(of: "\n") {
                found.yield(String(text[..<end]))
                text = String(text[text.index(after: end)...])
            }
        }
        found.finish()
    }
    return lines
}
