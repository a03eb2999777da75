package import Foundation
package import Logging

/// What can be set from outside.
package struct Settings: Sendable {
    package var host = "127.0.0.1"
    package var port = 8080
    package var databasePath = "notes.sqlite"
    package var logLevel = Logger.Level.info
    /// What a password hash costs: memory in KiB, a power of two, and time with it.
    package var passwordCost = 32_768
    /// How many passwords may be hashed or wait for it; more are refused.
    package var passwordQueueLimit = 64
    package var sessionLength: TimeInterval = 30 * 24 * 3600
    /// How long a connection may be silent before its request is read, or between two requests.
    package var idleTimeout = Duration.seconds(60)
    /// How long requests that have begun may go on when the server is to end; then they are cancelled.
    package var shutdownTimeout = Duration.seconds(20)
    package var notesPerUser = 10_000

    package init() {}

    /// Reads them from environment variables, each of which may be missing.
    package init(environment: [String: String]) throws {
        func read<Value>(_ name: String, into value: inout Value, _ convert: (String) -> Value?) throws {
            guard let text = environment[name] else { return }
            guard let converted = convert(text) else { throw BadSetting(name: name, text: text) }
            value = converted
        }
        try read("NOTES_HOST", into: &host) { $0 }
        try read("NOTES_PORT", into: &port) { Int($0).flatMap { (0...65_535).contains($0) ? $0 : nil } }
        try read("NOTES_DATABASE", into: &databasePath) { $0.isEmpty ? nil : $0 }
        try read("NOTES_PASSWORD_COST", into: &passwordCost) {
            Int($0).flatMap { $0 >= 1024 && $0 <= 1 << 20 && $0.nonzeroBitCount == 1 ? $0 : nil }
        }
        try read("LOG_LEVEL", into: &logLevel) { Logger.Level(rawValue: $0) }
    }
}

/// A setting whose text makes no sense.
package struct BadSetting: Error, CustomStringConvertible {
    package let name: String
    package let text: String
    package var description: String { "\(name) cannot be '\(text)'" }
}
