// swift-tools-version: 6.2
import PackageDescription

// Shows in which programs the contexts hold: what a program is given at launch must not make it a test or a preview.
let package = Package(
    name: "ContextClient",
    platforms: [.macOS(.v10_15)],
    dependencies: [
        .package(name: "Resolver", path: "../../..")
    ],
    targets: [
        .executableTarget(
            name: "ContextClient", dependencies: [.product(name: "SafeFacade", package: "Resolver")],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "ContextTests", dependencies: [.product(name: "SafeFacade", package: "Resolver")],
            swiftSettings: [.treatAllWarnings(as: .error)]),
    ],
    swiftLanguageModes: [.v6]
)
