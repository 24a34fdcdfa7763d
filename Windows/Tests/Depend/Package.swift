// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Example",
    dependencies: [
        // A checkout beside this file: git clone, or a submodule. A package inside a repository has no URL.
        .package(path: "BiometricGate"),
        .package(path: "BiometricGate/Windows"),
    ],
    targets: [
        .systemLibrary(name: "CGtk", pkgConfig: "gtk4"),
        .executableTarget(
            name: "Example",
            dependencies: [
                "CGtk", .product(name: "BiometricGate", package: "BiometricGate"),
                .product(name: "GateWindows", package: "Windows"),
            ]),
    ]
)
