import Glibc
import SpawnedProcess

/// The tests' helpers for files and directories.
enum Files {
    /// A new directory in `/tmp` that other users can enter but not list.
    static func makeDirectory() throws -> String {
        var template = Array("/tmp/biogate-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw HarnessFailure(system: "mkdtemp") }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        chmod(path, 0o711)
        return path
    }

    static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    static func remove(_ path: String) {
        for name in names(in: path) { remove("\(path)/\(name)") }
        if rmdir(path) != 0 { unlink(path) }
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func read(_ path: String) throws -> [UInt8] {
        let file = try Descriptor(open(path, O_RDONLY | O_CLOEXEC), of: "open \(path)")
        var bytes: [UInt8] = []
        while true {
            let more = try file.read()
            if more.isEmpty { return bytes }
            bytes += more
        }
    }

    static func text(_ path: String) -> String {
        String(decoding: (try? read(path)) ?? [], as: UTF8.self)
    }

    /// A program can be run at once.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) throws {
        try writeOnly(bytes, to: path, mode: mode)
        if mode & 0o100 != 0 { awaitRunnable(path) }
    }

    private static func writeOnly(_ bytes: [UInt8], to path: String, mode: mode_t) throws {
        unlink(path)
        let file = try Descriptor(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode), of: "open \(path)")
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
            guard count > 0 else { throw HarnessFailure(system: "write \(path)") }
            rest = rest.dropFirst(count)
        }
        fchmod(file.number, mode)
    }

    /// Every file of a directory, by name.
    static func contents(of directory: String) throws -> [String: [UInt8]] {
        try names(in: directory).reduce(into: [:]) { $0[$1] = try read("\(directory)/\($1)") }
    }
}
