// The smallest program that registers and resolves on the runtime face; Scripts/size measures its size.

import Resolver

protocol Clock: Sendable {
    var offset: Int { get }
}

final class SystemClock: Clock {
    let offset = 1
}

Resolver.register { SystemClock() as any Clock }
print(Resolver.resolve((any Clock).self).offset)
