// Exports what a test needs from Resolver to run in a sandbox, so that it need not import Resolver.

@_exported public import enum Resolver.SandboxContents
@_exported public import struct Resolver.SandboxContext
@_exported public import func Resolver.withSandbox
