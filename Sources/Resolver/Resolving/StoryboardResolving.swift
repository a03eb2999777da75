#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// A view controller that resolves its services when a storyboard makes it.
///
/// Set `resolving` among the user-defined runtime attributes of the view controller in the storyboard:
///
/// ```swift
/// final class HomeViewController: UIViewController, StoryboardResolving {
///     var model: HomeModel!
///     func resolveViewController() { model = resolver.resolve() }
/// }
/// ```
@MainActor
public protocol StoryboardResolving: Resolving {
    /// Resolves what the view controller needs.
    func resolveViewController()
}

extension UIViewController {
    /// The attribute that a storyboard sets; setting it resolves the services of a ``StoryboardResolving`` view controller.
    @objc dynamic public var resolving: Bool {
        get { true }
        set { (self as? any StoryboardResolving)?.resolveViewController() }
    }
}
#endif
