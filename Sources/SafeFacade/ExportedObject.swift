#if canImport(SwiftUI) && canImport(Combine)
@_exported public import struct Resolver.InjectedObject
#endif
