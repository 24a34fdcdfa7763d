/// A program of this project that is not a command.
package enum CompanionProgram {
    /// The program is not installed.
    package struct Missing: Error {
        package let name: String
        package let searched: [String]

        package init(name: String, searched: [String]) {
            self.name = name
            self.searched = searched
        }
    }

    /// Looks beside this program, in an installation's `../libexec`, and in PATH.
    package static func path(of name: String, in environment: ProcessEnvironment) throws(Missing) -> String {
        let places = OwnProcess.directory.map { [$0, $0 + "/../libexec"] } ?? []
        if let found = places.lazy.map({ $0 + "/" + name }).first(where: { environment.isExecutable($0) }) {
            return found
        }
        guard let path = environment.path(ofProgram: name) else {
            throw Missing(name: name, searched: places + ["PATH"])
        }
        return path
    }
}
