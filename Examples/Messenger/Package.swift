// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Messenger",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "Resolver", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // The real parts. Knows no dependency-injection library.
        .target(
            name: "MessengerCore",
            dependencies: [.product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: settings
        ),
        // The commands and the tour, on any edition of the program.
        .target(
            name: "MessengerCommands",
            dependencies: [
                "MessengerCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            resources: [.copy("Resources/sample.mbox")],
            swiftSettings: settings
        ),
        // What the tour of each edition counts with.
        .target(
            name: "MessengerLedger",
            dependencies: [
                "MessengerCommands",
                .product(name: "Resolver", package: "Resolver"),
                .product(name: "ResolverDiagnostics", package: "Resolver"),
            ],
            swiftSettings: settings
        ),
        // The program in three editions. Their imports are written as they are in programs of the Resolver years.
        .edition("Messenger", wiredWith: ["Resolver"]),
        .edition("MessengerHalfway", wiredWith: ["Resolver", "SafeFacade"]),
        .edition("MessengerTyped", wiredWith: ["SafeFacade"]),
        .testTarget(
            name: "MessengerTests",
            dependencies: [
                "MessengerCommands",
                "MessengerCore",
                "Messenger",
                "MessengerHalfway",
                "MessengerTyped",
                .product(name: "Resolver", package: "Resolver"),
                .product(name: "ResolverDiagnostics", package: "Resolver"),
                .product(name: "SafeFacade", package: "Resolver"),
                .product(name: "SafeFacadeTesting", package: "Resolver"),
            ],
            resources: [.copy("Golden")],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)

extension Target {
    /// One edition of the program: the same commands, wired in another way.
    static func edition(_ name: String, wiredWith products: [String]) -> Target {
        .executableTarget(
            name: name,
            dependencies: ["MessengerCore", "MessengerCommands", "MessengerLedger"]
                + products.map { .product(name: $0, package: "Resolver") },
            swiftSettings: [.enableUpcomingFeature("ExistentialAny")]
        )
    }
}
