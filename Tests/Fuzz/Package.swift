// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
]

/// A libFuzzer program, which brings `main`; `fuzz.sh` builds and runs it.
func fuzzer(_ name: String, _ path: String, of room: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: "fuzz-\(name)", dependencies: ["Trial", .product(name: room, package: "BiometricGate")] + dependencies,
        path: "Targets/\(path)", swiftSettings: strict)
}

let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "BiometricGate", path: "../..")],
    targets: [
        .target(name: "Trial", path: "Targets/Trial", swiftSettings: strict),
        fuzzer("frames", "Frames", of: "GateWire"),
        fuzzer("calls", "Calls", of: "GateWire"),
        fuzzer("replies", "Replies", of: "GateWire", [.product(name: "BiometricGate", package: "BiometricGate")]),
        fuzzer("settings", "Settings", of: "GateWire"),
        fuzzer("configuration", "Configuration", of: "GateDaemon"),
        fuzzer("records", "Records", of: "GateKeystore", [.product(name: "OutsideDatabase", package: "BiometricGate")]),
        fuzzer("reader-messages", "ReaderMessages", of: "GateReader"),
        fuzzer("templates", "Templates", of: "GateSensor"),
        fuzzer("pending-scans", "PendingScans", of: "GateKeystore"),
        fuzzer("tpm-objects", "TPMObjects", of: "GateTPM"),
        fuzzer("policies", "Policies", of: "GatePolicy"),
        fuzzer("escaping", "Escaping", of: "GateGuidance"),
        fuzzer("face-calls", "FaceCalls", of: "GateWire"),
        fuzzer("ssh", "SSH", of: "GateSSH"),
        fuzzer("ctap", "CTAP", of: "GateCTAP"),
    ],
    swiftLanguageModes: [.v6]
)
