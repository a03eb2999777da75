#if canImport(UIKit) && !os(watchOS)
import Resolver
import UIKit

private final class InboxViewController: UIViewController {
    @Injected var analytics: Analytics
    @LazyInjected(name: .production) var database: Database
    var loader: MessageLoading?

    override func viewDidLoad() {
        super.viewDidLoad()
        analytics.track("inbox")
    }
}

// A storyboard that sets the runtime attribute `resolving` calls this.
extension InboxViewController: StoryboardResolving {
    func resolveViewController() {
        loader = resolver.optional()
    }
}
#endif
