import GateSecret
import Glibc

/// An open file that is closed with this value.
struct Descriptor: ~Copyable, Sendable {
    let number: Int32
    /// What messages call it.
    let path: String

    init(owning number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    deinit {
        close(number)
    }

    /// Opens a file that children of this process do not inherit.
    static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemCallFailure) -> Descriptor {
        // The path is lent to the call as a C string.
        let number = unsafe Glibc.open(path, flags | O_CLOEXEC, mode)
        guard number >= 0 else { throw SystemCallFailure(function: "open", path: path, errno: errno) }
        return Descriptor(owning: number, path: path)
    }

    /// Everything up to the end of the file.
    borrowing func readAll() throws(SystemCallFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            // The buffer is the call's alone, and its size is passed with it.
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(number, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count > 0 {
                bytes += buffer.prefix(count)
            } else if errno != EINTR {
                throw SystemCallFailure(function: "read", path: path, errno: errno)
            }
        }
    }

    /// Everything up to the end of the file; nil where that is more than `limit` bytes.
    borrowing func readSecret(limit: Int) throws(SystemCallFailure) -> SecretBytes? {
        var count = 0
        // One byte more than is allowed tells a file that is too long.
        let room = unsafe try SecretBytes(count: limit + 1) { (target) throws(SystemCallFailure) in
            while count < target.count {
                let part = unsafe UnsafeMutableRawBufferPointer(rebasing: target[count...])
                let got = unsafe read(number, part.baseAddress, part.count)
                if got == 0 { return }
                if got > 0 {
                    count += got
                } else if errno != EINTR {
                    throw SystemCallFailure(function: "read", path: path, errno: errno)
                }
            }
        }
        return count > limit ? nil : room.prefix(count)
    }

    borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(SystemCallFailure) {
        var written = 0
        while written < bytes.count {
            let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = unsafe Glibc.write(number, part.baseAddress, part.count)
            if count < 0 && errno != EINTR { throw SystemCallFailure(function: "write", path: path, errno: errno) }
            written += max(0, count)
        }
    }

    borrowing func write(_ text: String) throws(SystemCallFailure) {
        try write(Array(text.utf8))
    }

    borrowing func write(_ bytes: [UInt8]) throws(SystemCallFailure) {
        try unsafe bytes.span.withUnsafeBytes { (bytes) throws(SystemCallFailure) in try unsafe write(bytes) }
    }

    borrowing func write(_ secret: borrowing SecretBytes) throws(SystemCallFailure) {
        try unsafe secret.withBytes { (bytes) throws(SystemCallFailure) in try unsafe write(bytes) }
    }
}

extension SecretBytes {
    /// A second owner of the first bytes; `count` is at most this one's.
    borrowing func prefix(_ count: Int) -> SecretBytes {
        unsafe withBytes { bytes in
            unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
        }
    }

    /// The same bytes without the line's end, of which a text file has one more than its text.
    borrowing func withoutLineEnd() -> SecretBytes {
        let ending = unsafe withBytes { bytes in
            guard unsafe bytes.last == UInt8(ascii: "\n") else { return 0 }
            return unsafe bytes.dropLast().last == UInt8(ascii: "\r") ? 2 : 1
        }
        return prefix(count - ending)
    }

    var endsWithLine: Bool { unsafe withBytes { unsafe $0.last == UInt8(ascii: "\n") } }

    /// Whether the bytes are a text that a terminal shows as it is: UTF-8 without control characters but tabs and
    /// line ends.
    borrowing func isPlainText() -> Bool {
        unsafe withBytes { bytes in
            // Validated in place: the bytes never become a String.
            var codec = UTF8()
            var iterator = unsafe bytes.makeIterator()
            while true {
                switch unsafe codec.decode(&iterator) {
                case .emptyInput: return true
                case .error: return false
                case .scalarValue(let scalar):
                    guard scalar.properties.generalCategory != .control || scalar == "\n" || scalar == "\t" else {
                        return false
                    }
                }
            }
        }
    }
}
