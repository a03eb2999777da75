// swift-tools-version: 6.2
import PackageDescription

// A dynamic library that uses both faces, for DynamicClient.
let package = Package(
    name: "DynamicFeature",
    platforms: [.macOS(.v10_15)],
    products: [
        .library(name: "DynamicFeature", type: .dynamic, targets: ["DynamicFeature"])
    ],
    dependencies: [
        .package(name: "Resolver", path: "../../..")
    ],
    targets: [
        .target(
            name: "DynamicFeature",
            dependencies: [.product(name: "SafeFacadeDynamic", package: "Resolver")],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ],
    swiftLanguageModes: [.v6]
)
