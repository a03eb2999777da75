// swift-tools-version: 6.2
import PackageDescription

// Shows what a client that uses neither Foundation nor Testing is linked with.
let package = Package(
    name: "MinimalClient",
    platforms: [.macOS(.v10_15)],
    dependencies: [
        .package(name: "Resolver", path: "../../..")
    ],
    targets: [
        .executableTarget(
            name: "MinimalClient",
            dependencies: [
                .product(name: "Resolver", package: "Resolver"), .product(name: "SafeFacade", package: "Resolver"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ],
    swiftLanguageModes: [.v6]
)
