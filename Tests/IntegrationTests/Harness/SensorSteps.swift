import Testing

/// The program that tries a reader out, and its output.
struct SensorSteps {
    let ending: ChildProcess.Ending
    let lines: [String]

    /// Runs it to its end, without the libraries' output on standard error.
    init(
        _ arguments: [String], launcher: [String] = [], environment: [String: String] = [:]
    ) throws {
        let output = try Files.makeDirectory()
        defer { Files.remove(output) }
        let process = try ChildProcess(
            ["sh", "-c", "exec \"$@\" 2>/dev/null", "sh"] + launcher
                + [try DaemonUnderTest.executable("sensor-steps")] + arguments,
            environment: Python.environment.merging(environment) { $1 }, errors: "\(output)/lines")
        ending = try process.ending()
        lines = Files.text("\(output)/lines").split(separator: "\n").map(String.init)
    }

    /// The steps that succeeded, if the last line reports no failure.
    var steps: [String] { lines.compactMap { $0.split(separator: ":").first.map(String.init) } }
}
