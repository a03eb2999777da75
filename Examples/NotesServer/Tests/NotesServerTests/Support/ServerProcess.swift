import AsyncHTTPClient
import Foundation
import Testing

/// A server that runs in a process of its own, as it does when it is deployed.
struct ServerProcess: NotesClient {
    let port: Int
    let client: HTTPClient
    private let process: Process
    private let output: AsyncStream<String>

    /// Starts the executable, and waits until it listens.
    init(_ edition: Edition, database: String, _ client: HTTPClient) async throws {
        process = Process()
        process.executableURL = productsFolder.appending(path: edition.executable)
        process.environment = [
            "NOTES_PORT": "0", "NOTES_DATABASE": database, "NOTES_PASSWORD_COST": "1024", "LOG_LEVEL": "critical",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        output = lines(of: pipe.fileHandleForReading)
        let first = try #require(await output.first { _ in true })
        port = try #require(first.split(separator: " ").last.flatMap { Int($0) })
        self.client = client
    }

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
