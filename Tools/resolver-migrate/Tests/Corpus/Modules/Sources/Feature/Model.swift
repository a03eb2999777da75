import Interface
import Resolver

public final class Model {
    @Injected private var analytics: Analytics
    @Injected(name: "host") private var host: String
    private let other: Other = Resolver.resolve()
    public init() {}
}

struct Other {}

extension Resolver {
    public static func registerFeature() {
        register { Other() }
    }
}
