// swift-tools-version: 6.2
import PackageDescription

let testSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

// Not for tests: their exit tests expand to code that strict memory safety would warn of. Scripts/shared reads these, too.
let settings =
    testSettings + [.enableUpcomingFeature("InternalImportsByDefault"), .strictMemorySafety()]

let package = Package(
    name: "Resolver",
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
    products: [
        .library(name: "Resolver", targets: ["Resolver"]),
        // As Resolver 1.5.1 has them.
        .library(name: "Resolver-Static", type: .static, targets: ["Resolver"]),
        .library(name: "Resolver-Dynamic", type: .dynamic, targets: ["Resolver"]),
        .library(name: "SafeFacade", targets: ["SafeFacade"]),
        // Ledger, dependency graph, trace and validation.
        .library(name: "ResolverDiagnostics", targets: ["ResolverDiagnostics"]),
        // For tests: it imports Testing, which may not be linked into an app.
        .library(name: "SafeFacadeTesting", targets: ["SafeFacadeTesting"]),
        // Both faces and the tools as one dynamic library, for programs of several: linked into two, each would have a
        // registry of its own.
        .library(
            name: "SafeFacadeDynamic", type: .dynamic, targets: ["Resolver", "SafeFacade", "ResolverDiagnostics"]),
    ],
    targets: [
        .target(name: "CResolverPlatform"),
        // Not a resource: SwiftPM would make a bundle of it, whose accessor imports Foundation.
        .target(
            name: "Resolver", dependencies: ["CResolverPlatform"], exclude: ["PrivacyInfo.xcprivacy"],
            swiftSettings: settings),
        .target(name: "SafeFacade", dependencies: ["Resolver"], swiftSettings: settings),
        .target(name: "ResolverDiagnostics", dependencies: ["Resolver", "SafeFacade"], swiftSettings: settings),
        .target(
            name: "SafeFacadeTesting", dependencies: ["SafeFacade", "Resolver", "ResolverDiagnostics"],
            swiftSettings: settings),
        // What the allocator says of itself is not visible to Swift on Linux.
        .target(name: "TestHeap", path: "Tests/TestHeap"),
        .target(
            name: "TestSupport", dependencies: ["Resolver", "TestHeap"], path: "Tests/TestSupport",
            swiftSettings: testSettings),
        .testTarget(
            name: "ResolverTests", dependencies: ["Resolver", "ResolverDiagnostics", "TestSupport"],
            swiftSettings: testSettings),
        .testTarget(
            name: "SafeFacadeTests", dependencies: ["SafeFacade", "ResolverDiagnostics", "TestSupport"],
            swiftSettings: testSettings),
        .testTarget(
            name: "ResolverDiagnosticsTests",
            dependencies: ["ResolverDiagnostics", "SafeFacade", "Resolver", "TestSupport"], exclude: ["Golden"],
            swiftSettings: testSettings),
        .testTarget(
            name: "SafeFacadeTestingTests",
            dependencies: ["SafeFacadeTesting", "SafeFacade", "Resolver", "ResolverDiagnostics", "TestSupport"],
            swiftSettings: testSettings),
        .testTarget(
            name: "XCTestSandboxTests", dependencies: ["SafeFacadeTesting", "SafeFacade", "Resolver"],
            swiftSettings: testSettings),
        .testTarget(
            name: "CompileTests", dependencies: ["SafeFacade", "ResolverDiagnostics", "TestSupport"],
            exclude: ["Programs"],
            swiftSettings: testSettings),
        .testTarget(
            name: "MainActorFacadeTests", dependencies: ["SafeFacade"],
            swiftSettings: testSettings + [.defaultIsolation(MainActor.self)]),
        // As a client's module may be: without the settings of this package.
        .testTarget(
            name: "Swift5FacadeTests", dependencies: ["SafeFacade"], swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "ModelTests", dependencies: ["Resolver", "SafeFacade", "TestSupport"], swiftSettings: testSettings),
    ],
    swiftLanguageModes: [.v6]
)
