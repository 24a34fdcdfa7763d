internal import Glibc

/// The environment at the process's start, in bytes: neither names nor values need be UTF-8.
package struct ProcessEnvironment: Sendable {
    /// `NAME=value` each, without the NUL.
    package private(set) var entries: [[UInt8]]

    package init(entries: [[UInt8]] = []) {
        self.entries = entries
    }

    package init(_ values: KeyValuePairs<String, String>) {
        entries = values.map { Self.entry($0, $1) }
    }

    /// Read from the kernel, since any code may change the C library's; if `/proc` is not mounted, from the C library.
    package static func ofThisProcess() -> ProcessEnvironment {
        guard let file = try? Descriptor.open("/proc/self/environ", O_RDONLY), let bytes = try? file.readAll()
        else { return ProcessEnvironment(entries: OwnProcess.environment) }
        return ProcessEnvironment(entries: bytes.split(separator: 0).map(Array.init))
    }

    /// Nil if the variable is missing or empty.
    package subscript(name: String) -> String? {
        let prefix = Array((name + "=").utf8)
        guard let entry = entries.first(where: { $0.starts(with: prefix) }), entry.count > prefix.count else {
            return nil
        }
        return String(decoding: entry.dropFirst(prefix.count), as: UTF8.self)
    }

    package mutating func set(_ name: String, _ value: String) {
        remove(name)
        entries.append(Self.entry(name, value))
    }

    package mutating func remove(_ name: String) {
        let prefix = Array((name + "=").utf8)
        entries.removeAll { $0.starts(with: prefix) }
    }

    private static func entry(_ name: String, _ value: String) -> [UInt8] { Array((name + "=" + value).utf8) }

    /// Whether this process may run the file. `access` also allows a directory that may be entered.
    package func isExecutable(_ path: String) -> Bool {
        var status = stat()
        // The path is lent to the calls as a C string.
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return false }
        return unsafe access(path, X_OK) == 0
    }

    /// The path where a shell finds the program; nil if it does not (POSIX.1-2024, Base Definitions, section 8.3).
    package func path(ofProgram name: String) -> String? {
        if name.contains("/") { return name }
        let directories = (self["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")
            .split(separator: ":", omittingEmptySubsequences: false)
        return directories.lazy
            .map { ($0.isEmpty ? "." : String($0)) + "/" + name }
            .first { isExecutable($0) }
    }
}

extension OwnProcess {
    /// The last arguments, a command line of their own, in their original bytes.
    package static func asGiven(_ command: [String]) -> [[UInt8]] { Array(arguments.suffix(command.count)) }
}

extension ChildProcess {
    /// `output` takes the program's output.
    package static func start(
        _ path: String, _ arguments: [String], _ environment: ProcessEnvironment, isApart: Bool = false,
        output: Int32? = nil
    ) throws(SystemCallFailure) -> ChildProcess {
        try unsafe start(path, arguments, environment: environment.entries, inheriting: .nothing, isApart: isApart) {
            actions in
            guard let output else { return }
            // The caller owns the actions during the call.
            unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
            unsafe posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        }
    }
}
