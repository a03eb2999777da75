// swift-tools-version: 6.2
import PackageDescription

// Shows that a program without shared libraries measures its stacks as others do, and that a stack of the program's own
// making is not judged.
let package = Package(
    name: "StaticClient",
    dependencies: [
        .package(name: "Resolver", path: "../../..")
    ],
    targets: [
        // `makecontext` takes any number of arguments, which Swift cannot pass.
        .target(name: "Fibers"),
        .executableTarget(
            name: "StaticClient",
            dependencies: ["Fibers", .product(name: "Resolver", package: "Resolver")],
            swiftSettings: [.treatAllWarnings(as: .error)]),
    ],
    swiftLanguageModes: [.v6]
)
