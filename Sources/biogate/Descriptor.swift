import GateSecret
import GateSystem
import Glibc

extension Descriptor {
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
