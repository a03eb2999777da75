// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "resolver-migrate",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "resolver-migrate", targets: ["resolver-migrate"])],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    ],
    targets: [
        .target(
            name: "ResolverMigrate",
            dependencies: [
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftParserDiagnostics", package: "swift-syntax"),
                .product(name: "SwiftOperators", package: "swift-syntax"),
            ]),
        .executableTarget(
            name: "resolver-migrate",
            dependencies: ["ResolverMigrate", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        .testTarget(name: "ResolverMigrateTests", dependencies: ["ResolverMigrate"]),
    ],
    swiftLanguageModes: [.v6]
)
