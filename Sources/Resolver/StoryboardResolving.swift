#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// A view controller that a storyboard makes, and that resolves services.
///
/// UIKit makes such objects itself, so their services are resolved from ``Resolving/resolver`` or by property wrappers.
@MainActor
public protocol StoryboardResolving: Resolving {}

extension UIViewController: StoryboardResolving {}
#endif
