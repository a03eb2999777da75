// swift-format-ignore-file

import SafeFacade

final class Loader {}

extension Container {
    var thread: ParameterFactory<Int, Loader> { self { _ in Loader() } }
}

#if REJECTED
func run() {
    // error: cannot convert value of type 'String' to expected argument type 'Int'
    _ = Container.shared.thread("one")
    // error: missing argument for parameter #1 in call
    _ = Container.shared.thread()
}
#else
func run() {
    _ = Container.shared.thread(1)
}
#endif
