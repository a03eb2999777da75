import MessengerCore
import Resolver
import SafeFacade

/// Finds messages by words.
final class SearchModel {
    @Injected(\.search) private var search
    @Injected(\.analytics) private var analytics

    func messages(matching words: String, limit: Int) throws -> [SearchHit] {
        analytics?.record(.searched)
        return try search.messages(matching: words, limit: limit)
    }
}
