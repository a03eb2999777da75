#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// A view controller that a storyboard makes, and that resolves its services then.
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
    /// The trigger that a storyboard sets: setting it resolves a ``StoryboardResolving`` view controller's services.
    @objc dynamic public var resolving: Bool {
        get { true }
        set { (self as? any StoryboardResolving)?.resolveViewController() }
    }
}
#endif
