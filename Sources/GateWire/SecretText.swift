internal import GateSecret

/// Writes secrets as the inside of JSON strings, straight into memory that is wiped.
enum SecretText {
    /// The bytes that the secret takes up, without quotes.
    static func count(of secret: borrowing SecretBytes, as encoding: OutgoingCall.Payload.Encoding) -> Int {
        switch encoding {
        case .base64: return Base64.encodedCount(secret.count)
        case .text:
            var count = 0
            secret.withSpan { bytes in escape(bytes) { _ in count += 1 } }
            return count
        }
    }

    /// A text of other bytes than UTF-8 has U+FFFD in the place of each byte that is not ASCII: the daemon
    /// answers that the secret is wrong, where it would hang up on a message that is no JSON.
    private static func escape(_ bytes: Span<UInt8>, _ body: (UInt8) -> Void) {
        let isUTF8 = UTF8Text.isWellFormed(bytes)
        for index in bytes.indices {
            if isUTF8 || bytes[index] < 0x80 {
                JSONString.escape(bytes[index], to: body)
            } else {
                for byte in [0xEF, 0xBF, 0xBD] as [UInt8] { body(byte) }
            }
        }
    }

    /// Writes the secret to the front of `target`, which holds at least `count(of:as:)` bytes, and moves it behind.
    static func write(
        _ secret: borrowing SecretBytes, as encoding: OutgoingCall.Payload.Encoding,
        to target: inout UnsafeMutableRawBufferPointer
    ) {
        let room = unsafe target
        var written = 0
        secret.withSpan { bytes in
            switch encoding {
            case .base64:
                Base64.encode(bytes) { byte in
                    unsafe room[written] = byte
                    written += 1
                }
            case .text:
                escape(bytes) { byte in
                    unsafe room[written] = byte
                    written += 1
                }
            }
        }
        unsafe target = UnsafeMutableRawBufferPointer(rebasing: target[written...])
    }

    /// Writes plain bytes to the front of `target`, which has room for them, and moves it behind.
    static func copy(_ bytes: ArraySlice<UInt8>, to target: inout UnsafeMutableRawBufferPointer) {
        unsafe target.copyBytes(from: bytes)
        unsafe target = UnsafeMutableRawBufferPointer(rebasing: target[bytes.count...])
    }
}

extension SecretBytes {
    /// Lends the bytes with checked bounds.
    borrowing func withSpan<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withBytes { (bytes) throws(Failure) -> Result in
            // The pages hold bytes and nothing else.
            try unsafe body(bytes.assumingMemoryBound(to: UInt8.self).span)
        }
    }
}
