// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of Combine that the library uses, to type-check against.

public protocol ObservableObject: AnyObject {}
