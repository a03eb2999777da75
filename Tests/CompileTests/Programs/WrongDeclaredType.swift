// swift-format-ignore-file

import SafeFacade

final class Loader {}
final class Draft {}

#if REJECTED
extension Container {
    var wrong: Factory<Loader> {
        // error: cannot convert value of type 'Draft' to closure result type 'Loader'
        self { Draft() }
    }
}
#else
extension Container {
    var right: Factory<Loader> {
        self { Loader() }
    }
}
#endif
