import Glibc

/// The test clients that are not in Swift.
enum Python {
    /// An interpreter with the packages of `Tests/requirements.txt`.
    static var interpreter: String {
        getenv("BIOGATE_TEST_PYTHON").map { String(cString: $0) } ?? "python3"
    }

    /// The variables needed by programs found in PATH, and by programs built with a sanitizer.
    static var environment: [String: String] {
        [
            "PATH", "HOME", "LD_LIBRARY_PATH", "PYTHONPATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS",
        ].reduce(into: [:]) { environment, name in
            environment[name] = getenv(name).map { String(cString: $0) }
        }
    }

    static func script(_ name: String) -> String {
        let directory = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        return "/\(directory)/Clients/\(name)"
    }
}
