import Glibc

/// A program of this project that is no command of its own.
enum CompanionProgram {
    /// Beside this program, where an installation puts it (`../libexec`), or on the path.
    static func path(of name: String, in environment: ProcessEnvironment) throws(SandboxFailure) -> String {
        let places = ownDirectory().map { [$0, $0 + "/../libexec"] } ?? []
        if let found = places.lazy.map({ $0 + "/" + name }).first(where: { environment.isExecutable($0) }) {
            return found
        }
        guard let path = environment.path(ofProgram: name) else {
            throw .noProgram(name, searched: places + ["PATH"])
        }
        return path
    }

    private static func ownDirectory() -> String? {
        var room = [CChar](repeating: 0, count: Int(PATH_MAX))
        // The buffer is the call's alone, and its size is passed with it.
        let count = unsafe readlink("/proc/self/exe", &room, room.count)
        guard count > 0, let slash = room.prefix(count).lastIndex(of: CChar(UInt8(ascii: "/"))) else { return nil }
        return String(decoding: room[..<slash].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
