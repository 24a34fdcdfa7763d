// swift-tools-version: 6.2
import PackageDescription

/// For every target: Swift 6 with the newest import and existential rules. `.ci/build-flags` decides about warnings.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// For targets that use C or raw memory: each unsafe expression is marked.
let strictMemory: [SwiftSetting] = strict + [.strictMemorySafety()]

/// The condition of packages and system libraries that the client library does not need. With `traits: []` an app fetches
/// none of these packages, and needs none of these libraries.
let service: TargetDependencyCondition? = .when(traits: ["Service"])
func system(_ library: String) -> Target.Dependency { .target(name: library, condition: service) }
let crypto: [Target.Dependency] = [
    .product(name: "Crypto", package: "swift-crypto", condition: service),
    .product(name: "CryptoExtras", package: "swift-crypto", condition: service),
]
let logging: [Target.Dependency] = [.product(name: "Logging", package: "swift-log", condition: service)]
let arguments: [Target.Dependency] = [
    .product(name: "ArgumentParser", package: "swift-argument-parser", condition: service)
]

let package = Package(
    name: "BiometricGate",
    products: [
        .library(name: "BiometricGate", targets: ["BiometricGate"]),
        .executable(name: "biogated", targets: ["biogated"]),
        .executable(name: "biogate", targets: ["biogate"]),
        .executable(name: "biogate-fprintd", targets: ["biogate-fprintd"]),
        .executable(name: "biogate-password", targets: ["biogate-password"]),
        .executable(name: "biogate-reader", targets: ["biogate-reader"]),
        .executable(name: "biogate-sandbox", targets: ["biogate-sandbox"]),
        // For the package Tests/Fuzz only; not a public API.
        .library(name: "GateWire", targets: ["GateModel", "GateSecret", "GateWire"]),
        .library(name: "GatePolicy", targets: ["GateModel", "GatePolicy"]),
        .library(name: "GateSSH", targets: ["GateModel", "GateSSH"]),
        .library(name: "GateCTAP", targets: ["GateCTAP"]),
        .library(name: "GateGuidance", targets: ["GateGuidance"]),
        .library(name: "GateSensor", targets: ["GateModel", "GateSensor"]),
        .library(name: "GateReader", targets: ["GateModel", "GateSecret", "GateWire", "GateReader"]),
        .library(name: "GateSocket", targets: ["GateModel", "GateWire", "GateSocket"]),
        .library(name: "GateTPM", targets: ["GateTPM"]),
        .library(name: "GateBus", targets: ["GateBus"]),
        .library(
            name: "GateKeystore", targets: ["GateModel", "GateSecret", "GatePolicy", "GateVault", "GateKeystore"]),
        .library(name: "GateDaemon", targets: ["GateDaemon"]),
        .library(name: "OutsideDatabase", targets: ["OutsideDatabase"]),
    ],
    traits: [
        .trait(name: "Service", description: "The daemon, its helpers and the command line, beside the client library"),
        .default(enabledTraits: ["Service"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        // Ground floor: pure rooms, no I/O, no clock.
        .target(name: "GateModel", swiftSettings: strict),
        .target(name: "GateSecret", dependencies: ["GateModel", "CGateShims"], swiftSettings: strictMemory),
        .target(name: "GatePolicy", dependencies: ["GateModel"], swiftSettings: strict),
        .target(name: "GateGuidance", dependencies: ["GateModel"], swiftSettings: strict),
        .target(
            name: "GateWire", dependencies: ["GateModel", "GateSecret"],
            // Embedded in the program: finding a resource file would need Foundation.
            resources: [
                .embedInCode("org.biometricgate.Gate.varlink"), .embedInCode("org.biometricgate.Face.varlink"),
                .embedInCode("org.biometricgate.Passkeys.varlink"), .embedInCode("org.varlink.service.varlink"),
            ], swiftSettings: strictMemory),

        .target(
            name: "GateSSH", dependencies: ["GateModel", "GateSecret", "GateWire"], path: "Sources/Guests/SSH/GateSSH",
            swiftSettings: strictMemory),

        // The protocols of what is stored, without the storage.
        .target(name: "GateVault", dependencies: ["GateModel", "GateSecret", "GatePolicy"], swiftSettings: strict),

        // First floor: one room for each neighbour.
        .systemLibrary(
            name: "CFprint", pkgConfig: "libfprint-2", providers: [.apt(["libfprint-2-dev", "libglib2.0-dev"])]),
        // Opens libsystemd at the first use, so that `biogate` does not load it for commands without a bus.
        .target(name: "CSDBus"),
        .target(name: "CGateShims"),
        .target(name: "GateSystem", dependencies: ["GateModel", "CGateShims"], swiftSettings: strictMemory),
        .target(
            name: "GateBus", dependencies: ["GateSecret", "GateSystem", "CGateShims", "CSDBus"],
            swiftSettings: strictMemory),
        .target(
            name: "GateSensor", dependencies: ["GateModel", "GateSystem", "CGateShims", system("CFprint")],
            swiftSettings: strictMemory),
        .target(
            name: "GateReader", dependencies: ["GateModel", "GateSecret", "GateWire", "GateSystem"],
            exclude: ["org.biometricgate.Reader.varlink"], swiftSettings: strictMemory),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "GateKeystore",
            dependencies: [
                "GateModel", "GateSecret", "GatePolicy", "GateVault", "GateSystem", system("CSQLite"),
            ] + crypto, swiftSettings: strictMemory),
        .target(
            name: "GateCipher", dependencies: ["GateModel", "GateSSH", "GateSecret"] + crypto,
            path: "Sources/Guests/SSH/GateCipher", swiftSettings: strictMemory),
        .systemLibrary(name: "CTSS2", providers: [.apt(["libtss2-dev"])]),
        .target(
            name: "GateTPM", dependencies: ["GateModel", "GateSecret", "GateSystem", system("CTSS2")],
            swiftSettings: strictMemory),
        .target(
            name: "GateSocket",
            dependencies: [
                "GateModel", "GateSecret", "GateWire", "GateSystem", "CGateShims",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: strictMemory),

        // Without its .pc file: in Debian 13 that requires libaudit's, which the build does not need.
        .systemLibrary(name: "CPAM", providers: [.apt(["libpam0g-dev"])]),

        // The client of the face interface, for two programs.
        .target(
            name: "GateFace", dependencies: ["GateModel", "GateSecret", "GateWire", "GateSystem"],
            path: "Sources/Guests/Logins/GateFace", swiftSettings: strictMemory),

        // Roof and porches.
        .target(
            name: "BiometricGate",
            dependencies: ["GateModel", "GateSecret", "GateGuidance", "GateWire", "GateSystem", "GateSocket"],
            swiftSettings: strict),
        .target(
            name: "GateCore",
            dependencies: ["GateModel", "GateSecret", "GatePolicy", "GateGuidance", "GateVault", "GateSystem"]
                + logging,
            swiftSettings: strictMemory),
        .target(
            name: "GateReaders",
            dependencies: [
                "GateModel", "GateSecret", "GateWire", "GateReader", "GateSocket", "GateSystem", "CGateShims",
            ] + logging, swiftSettings: strictMemory),
        .target(
            name: "GateSeats",
            dependencies: [
                "GateCore", "GateModel", "GateSecret", "GatePolicy", "GateSocket", "GateBus", "GateSystem",
                "CGateShims",
            ] + logging, swiftSettings: strictMemory),
        .target(
            name: "GateDoor",
            dependencies: [
                "GateCore", "GateSeats", "GateModel", "GateSecret", "GatePolicy", "GateGuidance", "GateWire",
                "GateVault", "GateSocket", "GateSystem", "GateSSH",
            ] + logging, swiftSettings: strict),
        .target(
            name: "GateDaemon",
            dependencies: [
                "GateCore", "GateDoor", "GateReaders", "GateSeats", "GateModel", "GateSecret", "GatePolicy",
                "GateGuidance", "GateWire", "GateVault", "GateKeystore", "GateTPM", "GateSocket", "GateSystem",
                "GateCipher", "CGateShims",
            ] + logging, swiftSettings: strictMemory),
        .executableTarget(
            name: "biogated",
            dependencies: [
                "GateDaemon", "GateReaders", "GateModel", "GateSystem",
            ] + logging, swiftSettings: strict),
        // A separate daemon, on a simulated reader.
        .target(
            name: "GateSandbox", dependencies: ["BiometricGate", "GateModel", "GateWire", "GateSystem"],
            path: "Sources/Guests/Sandbox/GateSandbox", swiftSettings: strictMemory),
        // Starts it for this repository's tests; `biogate sandbox` starts it for the tests of apps.
        .executableTarget(
            name: "biogate-sandbox", dependencies: ["GateSandbox", "GateSystem", "GateWire"] + arguments,
            path: "Sources/Guests/Sandbox/biogate-sandbox", swiftSettings: strictMemory),
        .executableTarget(
            name: "biogate",
            dependencies: [
                "BiometricGate", "GateSandbox", "GateFace", "GateModel", "GateSecret", "GateGuidance", "GateWire",
                "GateSystem", "GateSocket", "GateBus", "GateSSH", "GateCipher", "GateSecretService", "biogate-agent",
                "biogate-passkeys", "biogate-secrets", "biogate-ssh-agent",
            ] + arguments, swiftSettings: strictMemory),
        // The user's agents: `biogate` by another name, in a process of its own.
        .target(
            name: "biogate-agent",
            dependencies: [
                "BiometricGate", "GateModel", "GateGuidance", "GateWire", "GateBus", "GateSystem",
            ] + arguments, swiftSettings: strictMemory),
        // What ssh sends is parsed as the user, apart from the daemon.
        .target(
            name: "biogate-ssh-agent",
            dependencies: [
                "BiometricGate", "GateSSH", "GateCipher", "GateModel", "GateGuidance", "GateSystem",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ] + arguments, path: "Sources/Guests/SSH/biogate-ssh-agent", swiftSettings: strictMemory),
        // A security key to browsers: what they send is parsed as the user, and the daemon signs.
        .target(
            name: "GateCTAP", dependencies: ["GateModel"], path: "Sources/Guests/Passkeys/GateCTAP",
            swiftSettings: strict),
        .target(
            name: "biogate-passkeys",
            dependencies: [
                "BiometricGate", "GateCTAP", "GateModel", "GateSecret", "GateGuidance", "GateWire", "GateSystem",
            ] + crypto + arguments, path: "Sources/Guests/Passkeys/biogate-passkeys", swiftSettings: strictMemory),
        // The keyring's door: the state of a front before the user's keyring, and that front.
        .target(
            name: "GateSecretService", dependencies: ["GateModel", "GateSecret"],
            path: "Sources/Guests/Keyring/GateSecretService", swiftSettings: strict),
        .target(
            name: "biogate-secrets",
            dependencies: [
                "BiometricGate", "GateSecretService", "GateModel", "GateSecret", "GateGuidance", "GateBus",
                "GateSystem", .product(name: "Crypto", package: "swift-crypto", condition: service),
            ] + arguments, path: "Sources/Guests/Keyring/biogate-secrets", swiftSettings: strictMemory),
        // A separate program: every local user may call it, so it holds no key.
        .executableTarget(
            name: "biogate-fprintd",
            dependencies: [
                "GateFace", "GateGuidance", "GateModel", "GateWire", "GateBus", "GateSystem",
            ] + arguments, path: "Sources/Guests/Logins/biogate-fprintd", swiftSettings: strictMemory),
        // The only program with libfprint, whose drivers parse what a device sends.
        .executableTarget(
            name: "biogate-reader", dependencies: ["GateReader", "GateSensor", "GateSystem", "CGateShims"],
            swiftSettings: strictMemory,
            // The daemon's first answer waits for it, and so does a finger after a minute's rest. It starts faster with
            // Swift's runtime linked in.
            linkerSettings: [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))]),
        .executableTarget(
            name: "biogate-password",
            dependencies: [
                system("CPAM"), "CGateShims", "GateSecret",
                .product(name: "Crypto", package: "swift-crypto", condition: service),
            ],
            swiftSettings: strictMemory),

        // Example apps that use the library.
        .executableTarget(
            name: "example-bank", dependencies: ["BiometricGate"], path: "Examples/Bank", swiftSettings: strict),
        .executableTarget(
            name: "example-sign-in", dependencies: ["BiometricGate"], path: "Examples/SignIn", swiftSettings: strict),

        // Tests.
        .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: strict),
        .target(
            name: "VirtualReaders", dependencies: ["GateModel", "GateSystem", "SeededRandom"],
            path: "Tests/VirtualReaders",
            swiftSettings: strictMemory),
        .target(
            name: "BlockingTests", dependencies: [.product(name: "NIOPosix", package: "swift-nio")],
            path: "Tests/BlockingTests", swiftSettings: strictMemory),
        .target(
            name: "GateTestSupport",
            dependencies: ["GateModel", "GateSecret", "GatePolicy", "GateVault", "GateSystem"],
            path: "Tests/GateTestSupport", swiftSettings: strict),
        .executableTarget(
            name: "sensor-steps",
            dependencies: [
                "GateSensor", "GateModel", "VirtualReaders",
            ] + arguments, path: "Tests/SensorSteps", swiftSettings: strictMemory),
        .executableTarget(
            name: "match-rates",
            dependencies: [
                "GateSensor", "GateModel", "VirtualReaders",
            ] + arguments, path: "Tests/MatchRates", swiftSettings: strict),
        .testTarget(name: "LayeringTests", dependencies: ["SpawnedProcess"], swiftSettings: strict),
        .testTarget(
            name: "GatePolicyTests", dependencies: ["GatePolicy", "GateModel", "SeededRandom"], swiftSettings: strict),
        .testTarget(name: "GateGuidanceTests", dependencies: ["GateGuidance", "GateModel"], swiftSettings: strict),
        .testTarget(
            name: "GateWireTests", dependencies: ["GateWire", "GateModel", "GateSecret", "SeededRandom"],
            exclude: ["Released"],
            swiftSettings: strict),
        .testTarget(
            name: "GateSSHTests", dependencies: ["GateSSH", "GateCipher", "GateModel", "GateSecret"] + crypto,
            exclude: ["Recorded"], swiftSettings: strict),
        .testTarget(
            name: "GateCTAPTests", dependencies: ["GateCTAP", "GateModel", "SeededRandom"], swiftSettings: strict),
        .testTarget(
            name: "GateSecretServiceTests", dependencies: ["GateSecretService", "GateModel", "GateSecret"],
            swiftSettings: strict),
        .testTarget(name: "GateSystemTests", dependencies: ["GateSystem"], swiftSettings: strict),
        .testTarget(
            name: "GateSensorTests", dependencies: ["GateSensor", "GateModel", "VirtualReaders"],
            swiftSettings: strict),
        .target(
            name: "OutsideDatabase", dependencies: [system("CSQLite")], path: "Tests/OutsideDatabase",
            swiftSettings: strictMemory),
        .testTarget(
            name: "GateKeystoreTests",
            dependencies: [
                "GateKeystore", "GateVault", "GateModel", "GateSecret", "GatePolicy", "GateTestSupport",
                "OutsideDatabase",
                "SeededRandom",
            ] + crypto, exclude: ["Released"], swiftSettings: strict),
        .testTarget(
            name: "GateTestSupportTests", dependencies: ["GateTestSupport", "GateVault", "GateModel"],
            swiftSettings: strict),
        .target(
            name: "SpawnedProcess", dependencies: ["GateSystem"], path: "Tests/SpawnedProcess", swiftSettings: strict),
        .target(
            name: "SoftwareTPM", dependencies: ["SpawnedProcess"], path: "Tests/SoftwareTPM", swiftSettings: strict),
        .testTarget(
            name: "GateTPMTests",
            dependencies: [
                "GateTPM", "GateModel", "GateSecret", "GateSystem", "SoftwareTPM", "BlockingTests",
            ] + crypto, swiftSettings: strict),
        .testTarget(
            name: "GateSocketTests",
            dependencies: [
                "GateModel", "GateWire", "GateSystem", "GateSocket", "SeededRandom",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: strict),
        .testTarget(
            name: "BiometricGateTests",
            dependencies: [
                "BiometricGate", "GateModel", "GateSecret", "GateWire", "GateSystem", "GateSocket",
                .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: strict),
        .testTarget(
            name: "GateReaderTests",
            dependencies: ["GateReader", "GateModel", "GateSecret", "GateSystem", "GateTestSupport", "GateWire"],
            swiftSettings: strict),
        .testTarget(
            name: "GateDaemonTests",
            dependencies: [
                "GateDaemon", "GateCore", "GateDoor", "GateReaders", "GateSeats", "GateModel", "GateSecret",
                "GatePolicy", "GateVault", "GateSystem", "GateWire", "GateReader", "GateSocket",
                "GateTestSupport", "GateSSH", "GateCipher", "BlockingTests", "SeededRandom",
            ] + logging, swiftSettings: strict),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "biogated", "biogate-reader", "sensor-steps", "VirtualReaders", "BlockingTests", "SpawnedProcess",
                "GateWire",
                "GateSystem", "SoftwareTPM", "SeededRandom", "GateKeystore", "GateModel", "GateSecret", "GateVault",
            ],
            exclude: ["Clients"], swiftSettings: strict),
        .testTarget(
            name: "SessionTests",
            dependencies: [
                "biogated", "biogate-password", "biogate-reader", "GateDaemon", "GateCore", "GateReaders", "GateSeats",
                "VirtualReaders", "BlockingTests",
                "SpawnedProcess",
                "GateWire", "GateModel", "GatePolicy", "GateSystem", "SeededRandom",
            ],
            exclude: ["Clients", "Mocks"], swiftSettings: strict),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "VirtualReaders", "BlockingTests", "SpawnedProcess", "GateSystem", "BiometricGate", "biogated",
                "biogate", "biogate-reader",
                "example-bank", "example-sign-in",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GateBusTests", dependencies: ["GateBus", "GateSecret", "GateSystem", "SpawnedProcess"],
            swiftSettings: strict),
        .testTarget(
            name: "BiogateFprintdTests",
            dependencies: ["biogate-fprintd", "GateBus", "GateFace", "GateModel", "GateSystem", "GateWire"],
            swiftSettings: strict),
        .testTarget(
            name: "BiogateTests",
            dependencies: [
                "biogate", "biogate-agent", "biogate-reader", "biogate-sandbox", "biogate-secrets", "biogate-ssh-agent",
                "biogated",
                "BiometricGate",
                "GateModel", "GateSecret", "GateGuidance", "GateSandbox", "GateWire", "GateSystem", "SpawnedProcess",
            ] + arguments, swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// A sanitizer's build leaves out what `.ci/sanitize` does not run.
if Context.environment["BIOGATE_SANITIZED"] != nil {
    let leftOut: Set = [
        "biogate", "biogate-agent", "biogate-passkeys", "biogate-secrets", "biogate-ssh-agent", "biogate-sandbox",
        "example-bank",
        "example-sign-in",
        "match-rates", "BiogateTests", "ExampleTests", "LayeringTests",
    ]
    package.targets.removeAll { leftOut.contains($0.name) }
    package.products.removeAll { leftOut.contains($0.name) }
}
