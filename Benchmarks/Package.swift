// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(name: "Resolver", path: ".."),
        // Without its traits nothing counts allocations, and nothing stands between the program and malloc.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        // The services, and the ways to make them without a library. It imports no dependency-injection library.
        .target(name: "BenchmarkServices", swiftSettings: settings),
        // Typed factories, public and in a module of their own, as in a program of several modules.
        .target(
            name: "TypedDeclarations",
            dependencies: ["BenchmarkServices", .product(name: "SafeFacade", package: "Resolver")],
            swiftSettings: settings
        ),
        // The list of all operations that are measured.
        .target(
            name: "Operations",
            dependencies: [
                "BenchmarkServices",
                "TypedDeclarations",
                .product(name: "Resolver", package: "Resolver"),
                .product(name: "SafeFacade", package: "Resolver"),
            ],
            swiftSettings: settings
        ),
        // Measures an operation and the unit in turn, and prints tables.
        .executableTarget(name: "Ratios", dependencies: ["Operations"], swiftSettings: settings),
        // Runs one operation so many times, for callgrind.
        .executableTarget(name: "Instructions", dependencies: ["Operations"], swiftSettings: settings),
        // Measures what registering, resetting and a first use take at worst, beside busy readers.
        .executableTarget(
            name: "Contention",
            dependencies: ["BenchmarkServices", .product(name: "Resolver", package: "Resolver")],
            swiftSettings: settings
        ),
        // Measures what asynchronous services and task scopes do in tasks of their own, by the clock on the wall.
        .executableTarget(
            name: "Asynchronous",
            dependencies: [
                "BenchmarkServices", "Operations", "TypedDeclarations", .product(name: "Resolver", package: "Resolver"),
                .product(name: "SafeFacade", package: "Resolver"),
            ],
            swiftSettings: settings
        ),
        // The smallest programs that register and resolve, for Scripts/size.
        .executableTarget(
            name: "RuntimeProgram", dependencies: [.product(name: "Resolver", package: "Resolver")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "BothFacesProgram",
            dependencies: [
                .product(name: "Resolver", package: "Resolver"), .product(name: "SafeFacade", package: "Resolver"),
            ],
            swiftSettings: settings
        ),
        .systemLibrary(name: "CMalloc"),
        // Prints the bytes that registrations, factories, resolvers and sandboxes take.
        .executableTarget(
            name: "MemoryUse",
            dependencies: [
                "BenchmarkServices",
                "CMalloc",
                .product(name: "Resolver", package: "Resolver"),
                .product(name: "SafeFacade", package: "Resolver"),
            ],
            swiftSettings: settings
        ),
        // Hands the same list to the `benchmark` package. Its plugin looks for a folder with this name.
        .executableTarget(
            name: "ResolverBenchmarks",
            dependencies: ["Operations", .product(name: "Benchmark", package: "benchmark")],
            path: "Benchmarks/ResolverBenchmarks",
            swiftSettings: settings,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .testTarget(
            name: "OperationTests",
            dependencies: ["BenchmarkServices", "Operations", .product(name: "Resolver", package: "Resolver")],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
