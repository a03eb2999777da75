// swift-format-ignore-file

import SafeFacade

final class Settings: Sendable {
    init() throws {}
}

#if REJECTED
extension Container {
    // error: invalid conversion from throwing function of type '@Sendable () throws -> Settings' to non-throwing function type '@Sendable () -> Settings'
    var settings: Factory<Settings> { self { try Settings() }.singleton }
}
#else
extension Container {
    var settings: Factory<Result<Settings, any Error>> { self { Result { try Settings() } }.singleton }
    var settingsLater: AsyncFactory<Settings> { self { try Settings() }.singleton }
}
#endif
