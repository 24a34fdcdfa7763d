import Glibc

/// The clients of the tests that are not Swift.
enum Python {
    /// One that has the packages of `Tests/requirements.txt`.
    static var interpreter: String {
        getenv("BIOGATE_TEST_PYTHON").map { String(cString: $0) } ?? "python3"
    }

    /// What programs that are found in PATH need, and those that were built with a sanitizer.
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
