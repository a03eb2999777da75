// This file names nothing of the library, and does not import it.
final class Clock {}

extension Injector {
    static func registerClocks() {
        resolver.register { Clock() }.scope(.cached)
    }
}
