import Crypto
import CryptoExtras
import Dispatch
import Foundation

/// Hashes passwords with scrypt: slowly, and with much memory, each with a salt of its own.
///
/// One at a time, on a queue of its own, so that many sign-ins at once take neither all memory nor all threads.
package final class PasswordHasher: Sendable {
    private let cost: Int
    private let queue = DispatchQueue(label: "passwords")
    private static let blockSize = 8
    private static let parallelism = 1

    /// - Parameter cost: Memory in KiB: a power of two.
    package init(cost: Int) { self.cost = cost }

    /// The hash of a password, with its salt and its cost, as text.
    package func hash(_ password: String) async throws -> String {
        let salt = Data.random(count: 16)
        let key = try await derive(password, salt: salt, cost: cost)
        let hash = key.withUnsafeBytes { Data($0) }
        return "scrypt$\(cost)$\(salt.base64EncodedString())$\(hash.base64EncodedString())"
    }

    /// Whether a password is the one that was hashed; without a hash it takes as long, and is not.
    ///
    /// So the time tells nobody which names there are.
    package func matches(_ password: String, hash: String?) async throws -> Bool {
        let parts = hash?.split(separator: "$") ?? []
        guard parts.count == 4, parts[0] == "scrypt", let cost = Int(parts[1]),
            let salt = Data(base64Encoded: String(parts[2])), let hash = Data(base64Encoded: String(parts[3]))
        else {
            _ = try await derive(password, salt: Data(count: 16), cost: cost)
            return false
        }
        // Symmetric keys are compared in constant time.
        return try await derive(password, salt: salt, cost: cost) == SymmetricKey(data: hash)
    }

    private func derive(_ password: String, salt: Data, cost: Int) async throws -> SymmetricKey {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: Result {
                        try KDF.Scrypt.deriveKey(
                            from: Data(password.utf8), salt: salt, outputByteCount: 32, rounds: cost,
                            blockSize: Self.blockSize, parallelism: Self.parallelism)
                    })
            }
        }
    }
}

extension Data {
    /// Bytes that nobody can guess.
    static func random(count: Int) -> Data {
        SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { Data($0) }
    }
}
