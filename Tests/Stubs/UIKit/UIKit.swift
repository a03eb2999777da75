// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of UIKit that the library and its clients use, for type-checking.

@MainActor @preconcurrency
open class UIResponder {
    nonisolated public init() {}
}

@MainActor @preconcurrency
open class UIViewController: UIResponder {
    open func viewDidLoad() {}
}
