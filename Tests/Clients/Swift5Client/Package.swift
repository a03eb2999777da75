// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "Swift5Client",
    platforms: [.macOS(.v10_15)],
    dependencies: [
        .package(name: "Resolver", path: "../../.."),
        .package(path: "../Forms", traits: ["Swift5Mode"]),
    ],
    targets: [
        .executableTarget(
            name: "Client",
            dependencies: [
                .product(name: "Forms", package: "Forms"),
                .product(name: "Resolver", package: "Resolver"),
            ],
            swiftSettings: settings),
        // A program has only one hook, so the hook that is isolated to the main actor needs a program of its own.
        .executableTarget(
            name: "MainActorHook",
            dependencies: [
                .product(name: "Forms", package: "Forms"),
                .product(name: "Resolver", package: "Resolver"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v5]
)
