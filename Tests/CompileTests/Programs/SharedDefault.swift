// swift-format-ignore-file

import SafeFacade

#if REJECTED
func run() {
    // error: type 'ContainerManager.DefaultLifetime' has no member 'singleton'
    Container.shared.manager.defaultLifetime = .singleton
}
#else
func run() {
    Container.shared.manager.defaultLifetime = .graph
}
#endif
