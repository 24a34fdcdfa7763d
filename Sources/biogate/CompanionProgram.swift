import GateSystem

/// A program of this project that is no command of its own.
enum CompanionProgram {
    /// Beside this program, where an installation puts it (`../libexec`), or on the path.
    static func path(of name: String, in environment: ProcessEnvironment) throws(SandboxFailure) -> String {
        let places = OwnProcess.directory.map { [$0, $0 + "/../libexec"] } ?? []
        if let found = places.lazy.map({ $0 + "/" + name }).first(where: { environment.isExecutable($0) }) {
            return found
        }
        guard let path = environment.path(ofProgram: name) else {
            throw .noProgram(name, searched: places + ["PATH"])
        }
        return path
    }
}
