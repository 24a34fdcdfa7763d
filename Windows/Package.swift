// swift-tools-version: 6.2
import PackageDescription

/// Like the package above: Swift 6 with the newest import and existential rules.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
]

/// Widgets belong to the thread of GLib's main loop, which is the main actor's.
let onScreen: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

/// A separate package, so that the service and its command line build without GTK.
let package = Package(
    name: "BiometricGateWindows",
    products: [
        .executable(name: "biogate-prompt", targets: ["biogate-prompt"]),
        .executable(name: "biogate-settings", targets: ["biogate-settings"]),
        // The gate as a component for an app's own windows.
        .library(name: "GateWindows", targets: ["GateWindows"]),
    ],
    dependencies: [
        .package(name: "BiometricGate", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .systemLibrary(name: "CAdwaita", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
        // Pure: the content of a window, without the window.
        .target(
            name: "GateScreen",
            dependencies: [
                // For a gate's phases, which are values.
                .product(name: "BiometricGate", package: "BiometricGate"),
                .product(name: "GateGuidance", package: "BiometricGate"),
                .product(name: "GateWire", package: "BiometricGate"),
            ], swiftSettings: strict),
        // The components' types, with properties and signals, for programs in any language.
        .target(name: "CGateWidgets", dependencies: ["CAdwaita"]),
        .target(
            name: "GateWindows",
            dependencies: [
                "CAdwaita", "CGateWidgets", "GateScreen",
                .product(name: "BiometricGate", package: "BiometricGate"),
                .product(name: "GateGuidance", package: "BiometricGate"),
                .product(name: "GateWire", package: "BiometricGate"),
            ],
            // Embedded in the program: resource files would have to be found.
            resources: [
                .embedInCode("controls.css"), .embedInCode("prompt.ui"), .embedInCode("prompt.css"),
                .embedInCode("Gate/gate.ui"), .embedInCode("Gate/gate.css"),
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
        // An app with its own import of GTK, as others would write it: without this package's settings.
        .executableTarget(
            name: "example-bank-window",
            dependencies: [
                "CAdwaita", "GateWindows",
                .product(name: "BiometricGate", package: "BiometricGate"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Examples/Bank", resources: [.embedInCode("bank.ui")],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        // For a scenario: a gate that moves to another window.
        .executableTarget(
            name: "gate-moving",
            dependencies: [
                "CAdwaita", "GateWindows", .product(name: "BiometricGate", package: "BiometricGate"),
            ], path: "Tests/Moving",
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        .testTarget(name: "GateIconTests", dependencies: ["CAdwaita", "CGateWidgets"], swiftSettings: strict),
        .testTarget(
            name: "GateScreenTests",
            dependencies: [
                "GateScreen", .product(name: "BiometricGate", package: "BiometricGate"),
                .product(name: "GateGuidance", package: "BiometricGate"),
                .product(name: "GateWire", package: "BiometricGate"),
            ],
            // Compared by the tests, and read by people.
            exclude: ["Golden"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
