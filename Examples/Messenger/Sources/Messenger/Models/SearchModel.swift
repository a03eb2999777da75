import MessengerCore
import Resolver

/// Finds messages by words.
final class SearchModel {
    @Injected private var search: any MessageSearching
    @OptionalInjected private var analytics: (any Analytics)?

    func messages(matching words: String, limit: Int) throws -> [SearchHit] {
        analytics?.record(.searched)
        return try search.messages(matching: words, limit: limit)
    }
}
