import GateSecret
import GateSystem

extension Descriptor {
    /// Reads to the end of the file; nil if that is more than `limit` bytes.
    borrowing func readSecret(limit: Int) throws(SystemCallFailure) -> SecretBytes? {
        var count = 0
        // One byte more than allowed reveals a file that is too long.
        let room = unsafe try SecretBytes(count: limit + 1) { (target) throws(SystemCallFailure) in
            while count < target.count {
                let part = unsafe UnsafeMutableRawBufferPointer(rebasing: target[count...])
                let got = try unsafe readSome(into: part)
                if got == 0 { return }
                count += got
            }
        }
        return count > limit ? nil : room.prefix(count)
    }

    borrowing func write(_ secret: borrowing SecretBytes) throws(SystemCallFailure) {
        try unsafe secret.withBytes { (bytes) throws(SystemCallFailure) in try unsafe write(bytes) }
    }
}

extension SecretBytes {
    /// A copy of the first bytes; `count` is at most this one's.
    borrowing func prefix(_ count: Int) -> SecretBytes {
        unsafe withBytes { bytes in
            unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
        }
    }

    /// A copy without the line end that a text file adds.
    borrowing func withoutLineEnd() -> SecretBytes {
        let ending = unsafe withBytes { bytes in
            guard unsafe bytes.last == UInt8(ascii: "\n") else { return 0 }
            return unsafe bytes.dropLast().last == UInt8(ascii: "\r") ? 2 : 1
        }
        return prefix(count - ending)
    }

    var endsWithLine: Bool { unsafe withBytes { unsafe $0.last == UInt8(ascii: "\n") } }

    /// Whether the bytes are UTF-8 without control characters except tabs and line ends, safe for a terminal.
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
