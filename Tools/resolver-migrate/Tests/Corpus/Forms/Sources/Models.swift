import Resolver

extension Resolver {
    static func registerModels() {
        register { Session() }
        main.register { Reader() }
        Resolver.register { Writer() }
        Resolver.main.register { Screen() }
    }
}
