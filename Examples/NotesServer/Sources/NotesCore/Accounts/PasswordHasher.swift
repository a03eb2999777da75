import Crypto
import CryptoExtras
import Dispatch
import Foundation

/// Hashes passwords with scrypt: slowly, and with much memory, each with a salt of its own.
///
/// One at a time, on a queue of its own, so that many sign-ins at once take neither all memory nor all threads.
package final class PasswordHasher: Sendable {
    private let cost: Int
    private let queueLimit: Int
    private let lock = AsyncLock()
    private let queue = DispatchQueue(label: "passwords")

    /// - Parameters:
    ///   - cost: Memory in KiB: a power of two.
    ///   - queueLimit: How many passwords may be in work or wait; more are refused.
    package init(cost: Int, queueLimit: Int) {
        self.cost = cost
        self.queueLimit = queueLimit
    }

    /// The hash of a password, with its salt and all that it has cost, as text.
    package func hash(_ password: String) async throws -> String {
        var hash = PasswordHash(cost: cost, salt: Data.random(count: 16))
        hash.key = try await key(of: password, for: hash).withUnsafeBytes { Data($0) }
        return hash.text
    }

    /// Whether a password is the one that was hashed; without a hash it takes as long, and is not.
    ///
    /// So the time tells nobody which names there are.
    package func matches(_ password: String, hash text: String?) async throws -> Bool {
        guard let hash = text.flatMap(PasswordHash.init(text:)) else {
            _ = try await key(of: password, for: PasswordHash(cost: cost, salt: Data(count: 16)))
            return false
        }
        // Symmetric keys are compared in constant time.
        return try await key(of: password, for: hash) == SymmetricKey(data: hash.key)
    }

    private func key(of password: String, for hash: PasswordHash) async throws -> SymmetricKey {
        // Several that come at the same moment may exceed the limit by a few.
        guard lock.queueLength < queueLimit else { throw NotesError.tooBusy }
        await lock.lock()
        defer { lock.unlock() }
        // Nobody waits for it any more.
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try hash.key(of: password) }) }
        }
    }
}

/// A hash as the database has it: with all that it takes to verify it, so that what a new one costs can be changed.
private struct PasswordHash {
    let cost: Int
    // With 32 MiB, which `Settings` has, no less than OWASP asks for.
    var blockSize = 8
    var parallelism = 3
    let salt: Data
    var key = Data()

    var text: String {
        "scrypt$\(cost)$\(blockSize)$\(parallelism)$\(salt.base64EncodedString())$\(key.base64EncodedString())"
    }

    func key(of password: String) throws -> SymmetricKey {
        try KDF.Scrypt.deriveKey(
            from: Data(password.utf8), salt: salt, outputByteCount: 32, rounds: cost, blockSize: blockSize,
            parallelism: parallelism)
    }
}

extension PasswordHash {
    /// Reads a hash; nil where the text is none.
    init?(text: String) {
        var parts = text.split(separator: "$").map(String.init)
        // The first ones state the cost alone.
        if parts.count == 4 { parts.insert(contentsOf: ["8", "1"], at: 2) }
        guard parts.count == 6, parts[0] == "scrypt", let cost = Int(parts[1]), let blockSize = Int(parts[2]),
            let parallelism = Int(parts[3]), let salt = Data(base64Encoded: parts[4]),
            let key = Data(base64Encoded: parts[5])
        else { return nil }
        self.init(cost: cost, blockSize: blockSize, parallelism: parallelism, salt: salt, key: key)
    }
}

extension Data {
    /// Bytes that nobody can guess.
    static func random(count: Int) -> Data {
        SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { Data($0) }
    }
}
