// swift-tools-version: 6.2
import PackageDescription

// Shows what a client that does not use Foundation is linked with.
let package = Package(
    name: "MinimalClient",
    platforms: [.macOS(.v10_15)],
    dependencies: [
        .package(name: "Resolver", path: "../../..")
    ],
    targets: [
        .executableTarget(
            name: "MinimalClient",
            dependencies: [.product(name: "Resolver", package: "Resolver")],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ],
    swiftLanguageModes: [.v6]
)
