// swift-tools-version: 6.2
import PackageDescription

// The rooms that work on several threads, with their tests and nothing else: built with ThreadSanitizer in a few minutes
// (`.ci/sanitize thread rooms`). The directories are links to those of the main package, which also checks the style of
// what is in them.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func room(_ name: String) -> Target.Dependency { .product(name: name, package: "BiometricGate") }

let package = Package(
    name: "Sanitized",
    dependencies: [
        .package(name: "BiometricGate", path: "../.."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .target(name: "VirtualReaders", dependencies: [room("GateSensor")], swiftSettings: settings),
        .testTarget(
            name: "GateSensorTests", dependencies: [room("GateSensor"), "VirtualReaders"], swiftSettings: settings),
        .testTarget(
            name: "GateSocketTests",
            dependencies: [
                room("GateSocket"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: settings),
        .testTarget(
            name: "BiometricGateTests",
            dependencies: [
                room("BiometricGate"), room("GateSocket"), .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
