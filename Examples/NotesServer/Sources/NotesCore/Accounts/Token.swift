import Crypto
import Foundation

/// What a signed-in client shows with each request: 256 random bits, of which the database knows the hash alone.
package struct Token: Sendable {
    package let text: String

    package init(text: String) { self.text = text }

    static func random() -> Token {
        let text = Data.random(count: 32).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return Token(text: text)
    }

    /// What the database has of it.
    ///
    /// A fast hash suffices: 256 random bits cannot be guessed.
    var digest: Data { Data(SHA256.hash(data: Data(text.utf8))) }
}
