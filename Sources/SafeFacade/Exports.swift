// What both faces share is defined in the module Resolver. Exactly this much of it is visible to programs that import
// this module alone: the name `Resolver` is not.

@_exported public import struct Resolver.ClosingError
@_exported public import struct Resolver.Injected
@_exported public import struct Resolver.LazyInjected
@_exported public import struct Resolver.ResolutionError
@_exported public import struct Resolver.ResolutionEvent
@_exported public import protocol Resolver.ResolutionObserver
@_exported public import class Resolver.ResolverScope
@_exported public import class Resolver.ResolverScopeCache
@_exported public import enum Resolver.RunOutcome
@_exported public import enum Resolver.SandboxContents
@_exported public import struct Resolver.SandboxContext
@_exported public import class Resolver.TaskScope
@_exported public import struct Resolver.WeakLazyInjected
@_exported public import func Resolver.withSandbox

#if canImport(SwiftUI) && canImport(Combine)
@_exported public import struct Resolver.InjectedObject
#endif
