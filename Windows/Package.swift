// swift-tools-version: 6.2
import PackageDescription

/// As in the package above: Swift 6, the newest import and existential rules, no warnings.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
]

/// Widgets belong to the thread that runs GLib's main loop, and that is the main actor's.
let onScreen: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

/// A package of its own: the service and its command line are built without GTK.
let package = Package(
    name: "BiometricGateWindows",
    products: [
        .executable(name: "biogate-prompt", targets: ["biogate-prompt"]),
        .executable(name: "biogate-settings", targets: ["biogate-settings"]),
    ],
    dependencies: [
        .package(name: "BiometricGate", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .systemLibrary(name: "CAdwaita", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
        // Pure: what a window shows, without a window.
        .target(
            name: "GateScreen",
            dependencies: [
                .product(name: "GateGuidance", package: "BiometricGate"),
                .product(name: "GateWire", package: "BiometricGate"),
            ], swiftSettings: strict),
        .target(
            name: "GateWindows",
            dependencies: ["CAdwaita", "GateScreen", .product(name: "GateWire", package: "BiometricGate")],
            // Constants of the program's: a resource beside it would have to be found.
            resources: [
                .embedInCode("controls.css"), .embedInCode("prompt.ui"), .embedInCode("prompt.css"),
                .embedInCode("Settings/settings.ui"), .embedInCode("Settings/settings.css"),
                .embedInCode("Settings/sheet.ui"),
            ], swiftSettings: onScreen),
        .executableTarget(
            name: "biogate-prompt",
            dependencies: [
                "GateScreen", "GateWindows",
                .product(name: "BiometricGate", package: "BiometricGate"),
                .product(name: "GateGuidance", package: "BiometricGate"),
                .product(name: "GateWire", package: "BiometricGate"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: onScreen),
        .executableTarget(
            name: "biogate-settings",
            dependencies: [
                "GateScreen", "GateWindows",
                .product(name: "BiometricGate", package: "BiometricGate"),
                .product(name: "GateGuidance", package: "BiometricGate"),
                .product(name: "GateWire", package: "BiometricGate"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: onScreen),
        .testTarget(
            name: "GateScreenTests",
            dependencies: [
                "GateScreen", .product(name: "GateGuidance", package: "BiometricGate"),
                .product(name: "GateWire", package: "BiometricGate"),
            ],
            // Compared with, and read by people.
            exclude: ["Golden"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
