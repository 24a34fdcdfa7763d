/// A library preloaded into a daemon, to play a part of the system.
struct PreloadedLibrary {
    let path: String

    /// Compiles `Clients/NAME.c` beside the daemon.
    init(_ name: String, for daemon: DaemonUnderTest) throws {
        path = "\(daemon.directory)/\(name).so"
        let messages = "\(daemon.directory)/cc-errors"
        let compiler = try ChildProcess(
            ["cc", "-shared", "-fPIC", "-O1", "-o", path, Python.script("\(name).c"), "-ldl"],
            environment: Python.environment, errors: messages)
        guard try compiler.ending() == .exited(0) else { throw HarnessFailure("cc: \(Files.text(messages))") }
    }

    /// Precedes the daemon's command, and sets these variables, too.
    func launcher(_ variables: [String: String]) -> [String] {
        ["env", "LD_PRELOAD=\(path)"] + variables.map { "\($0)=\($1)" }
    }
}
