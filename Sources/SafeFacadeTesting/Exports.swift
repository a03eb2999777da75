// What a test needs of Resolver to run in a sandbox, without importing it.

@_exported public import enum Resolver.SandboxContents
@_exported public import struct Resolver.SandboxContext
@_exported public import func Resolver.withSandbox
