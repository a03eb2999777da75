import SafeFacade

extension Container {
    var onTest: Factory<String> { self { "live" }.onTest { "test" } }
    var onPreview: Factory<String> { self { "live" }.onPreview { "preview" } }
    var onDebug: Factory<String> { self { "live" }.onDebug { "debug" } }
    var onArgument: Factory<String> { self { "live" }.onArg("mocks") { "argument" } }
}

let container = Container.shared
print(container.onTest(), container.onPreview(), container.onDebug(), container.onArgument())
