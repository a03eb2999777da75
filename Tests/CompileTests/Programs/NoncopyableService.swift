// swift-format-ignore-file

import SafeFacade

struct File: ~Copyable {
    let descriptor: Int32
}

#if REJECTED
extension Container {
    // error: type 'File' does not conform to protocol 'Copyable'
    var log: Factory<File> { self { File(descriptor: 2) }.singleton }
}
#else
final class Log: Sendable {
    let file = File(descriptor: 2)
}

extension Container {
    var log: Factory<Log> { self { Log() }.singleton }
}
#endif
