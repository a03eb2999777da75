// swift-tools-version: 6.2
import PackageDescription

// Random work on both faces, for any time: Scripts/soak.
let package = Package(
    name: "Soak",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Resolver", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "Soak",
            dependencies: [
                .product(name: "Resolver", package: "Resolver"), .product(name: "SafeFacade", package: "Resolver"),
                .product(name: "ResolverDiagnostics", package: "Resolver"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ],
    swiftLanguageModes: [.v6]
)
