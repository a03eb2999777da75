// swift-tools-version: 6.2
import PackageDescription

// Programs that scripts build and run in several ways. They share a package, so that the library is built once for each way.
let package = Package(
    name: "Programs",
    platforms: [.macOS(.v10_15)],
    dependencies: [
        .package(name: "Resolver", path: "../../..")
    ],
    targets: [
        // Shows which libraries a client is linked with that uses neither Foundation nor Testing.
        .executableTarget(
            name: "MinimalClient",
            dependencies: [
                .product(name: "Resolver", package: "Resolver"), .product(name: "SafeFacade", package: "Resolver"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        // Shows that a program without shared libraries measures its stacks as other programs do, and that the library makes no
        // assumption about a stack that the program has made itself.
        .executableTarget(
            name: "StaticClient",
            dependencies: ["Fibers", .product(name: "Resolver-Static", package: "Resolver")],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        // `makecontext` takes a variable number of arguments, which Swift cannot pass.
        .target(name: "Fibers"),
        // Shows in which programs the contexts hold: what a program is given at launch must not make it a test or a preview.
        .executableTarget(
            name: "ContextClient", dependencies: [.product(name: "SafeFacade", package: "Resolver")],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "ContextTests", dependencies: [.product(name: "SafeFacade", package: "Resolver")],
            swiftSettings: [.treatAllWarnings(as: .error)]),
    ],
    swiftLanguageModes: [.v6]
)
