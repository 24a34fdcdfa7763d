import GateSystem

/// A program of this project that is not a command.
enum CompanionProgram {
    /// Looks beside this program, in an installation's `../libexec`, and in PATH.
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
