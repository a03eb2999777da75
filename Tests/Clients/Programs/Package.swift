// swift-tools-version: 6.2
import PackageDescription

// Programs that scripts build and run in several ways. They are in one package, so that the library is built once for each.
let package = Package(
    name: "Programs",
    platforms: [.macOS(.v10_15)],
    dependencies: [
        .package(name: "Resolver", path: "../../..")
    ],
    targets: [
        // Shows what a client that uses neither Foundation nor Testing is linked with.
        .executableTarget(
            name: "MinimalClient",
            dependencies: [
                .product(name: "Resolver", package: "Resolver"), .product(name: "SafeFacade", package: "Resolver"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        // Shows that a program without shared libraries measures its stacks as others do, and that a stack of the
        // program's own making is not judged.
        .executableTarget(
            name: "StaticClient",
            dependencies: ["Fibers", .product(name: "Resolver-Static", package: "Resolver")],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        // `makecontext` takes any number of arguments, which Swift cannot pass.
        .target(name: "Fibers"),
        // Shows in which programs the contexts hold: what a program is given at launch must not make it a test or a
        // preview.
        .executableTarget(
            name: "ContextClient", dependencies: [.product(name: "SafeFacade", package: "Resolver")],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "ContextTests", dependencies: [.product(name: "SafeFacade", package: "Resolver")],
            swiftSettings: [.treatAllWarnings(as: .error)]),
    ],
    swiftLanguageModes: [.v6]
)
