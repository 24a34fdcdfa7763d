import Testing

/// The program that tries a reader out, and what it said.
struct SensorSteps {
    let ending: ChildProcess.Ending
    let lines: [String]

    /// Runs it to its end, without what libraries write to standard error.
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

    /// The steps that succeeded, where the last line tells no failure.
    var steps: [String] { lines.compactMap { $0.split(separator: ":").first.map(String.init) } }
}
