// swift-tools-version: 6.2
import PackageDescription

// Every form of API that programs for hmlongco/Resolver 1.5.1 use, as code that is valid in both language modes. Swift5Client
// and Swift6Client compile it, and choose their mode with a trait.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v5, .when(traits: ["Swift5Mode"])),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Forms",
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
    products: [
        .library(name: "Forms", targets: ["Forms", "OlderForms", "OwnInjected"])
    ],
    traits: [
        .trait(name: "Swift5Mode", description: "Compile in the Swift 5 language mode.")
    ],
    dependencies: [
        .package(name: "Resolver", path: "../../..")
    ],
    targets: [
        .target(
            name: "Forms",
            dependencies: [.product(name: "Resolver", package: "Resolver")],
            swiftSettings: settings),
        // API that Resolver 1.5 has removed; this library has it, deprecated.
        .target(
            name: "OlderForms",
            dependencies: ["Forms", .product(name: "Resolver", package: "Resolver")],
            swiftSettings: settings + [.treatWarning("DeprecatedDeclaration", as: .warning)]),
        // A module that declares `Injected.init()` itself.
        .target(
            name: "OwnInjected",
            dependencies: ["Forms", .product(name: "Resolver", package: "Resolver")],
            swiftSettings: settings),
    ]
)
