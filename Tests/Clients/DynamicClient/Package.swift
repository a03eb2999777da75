// swift-tools-version: 6.2
import PackageDescription

// Shows that a program with several dynamic libraries has a single registry if it uses the dynamic product.
let package = Package(
    name: "DynamicClient",
    platforms: [.macOS(.v10_15)],
    dependencies: [
        .package(name: "Resolver", path: "../../.."),
        .package(path: "../DynamicFeature"),
    ],
    targets: [
        .executableTarget(
            name: "DynamicClient",
            dependencies: [
                .product(name: "SafeFacadeDynamic", package: "Resolver"),
                .product(name: "DynamicFeature", package: "DynamicFeature"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ],
    swiftLanguageModes: [.v6]
)
