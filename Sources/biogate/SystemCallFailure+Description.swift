import Glibc

extension SystemCallFailure: CustomStringConvertible {
    var isMissing: Bool { errno == ENOENT }

    /// Whether nobody listens on a socket, or nothing is there at all.
    var isNobodyThere: Bool { errno == ENOENT || errno == ECONNREFUSED }

    /// For example `token.txt: No such file or directory`.
    var description: String {
        var text = [CChar](repeating: 0, count: 256)
        // The buffer is the call's alone, and its size is passed with it. glibc's strerror_r of POSIX ends it with a NUL.
        let isKnown = unsafe strerror_r(errno, &text, text.count) == 0
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let reason = isKnown ? String(decoding: bytes, as: UTF8.self) : "errno \(errno)"
        return path.isEmpty ? "\(function): \(reason)" : "\(path): \(reason)"
    }
}
