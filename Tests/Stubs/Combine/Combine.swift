// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of Combine that the library uses, for type-checking.

public protocol ObservableObject: AnyObject {}
