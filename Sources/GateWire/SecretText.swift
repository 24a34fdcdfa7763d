internal import GateSecret

/// Writes secrets as the inside of JSON strings, straight into memory that is wiped.
enum SecretText {
    /// The encoded length of the secret in bytes, without quotes.
    static func count(of secret: borrowing SecretBytes, as encoding: OutgoingCall.Payload.Encoding) -> Int {
        switch encoding {
        case .base64: return Base64.encodedCount(secret.count)
        case .text:
            var count = 0
            secret.withSpan { bytes in escape(bytes) { _ in count += 1 } }
            return count
        case .json: return secret.count
        }
    }

    /// Replaces each byte beyond ASCII by U+FFFD if the text is not UTF-8: the daemon then answers that the secret is
    /// wrong, while it would close the connection on invalid JSON.
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

    /// Writes the secret to the front of `target`, which has room for `count(of:as:)` bytes, and advances `target`.
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
            case .json:
                for index in bytes.indices { unsafe room[index] = bytes[index] }
                written = bytes.count
            }
        }
        unsafe target = UnsafeMutableRawBufferPointer(rebasing: target[written...])
    }

    /// Writes bytes to the front of `target`, which has room for them, and advances `target`.
    static func copy(_ bytes: ArraySlice<UInt8>, to target: inout UnsafeMutableRawBufferPointer) {
        unsafe target.copyBytes(from: bytes)
        unsafe target = UnsafeMutableRawBufferPointer(rebasing: target[bytes.count...])
    }
}

extension SecretBytes {
    /// Lends the bytes with checked bounds.
    package borrowing func withSpan<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withBytes { (bytes) throws(Failure) -> Result in
            // The pages hold only bytes.
            try unsafe body(bytes.assumingMemoryBound(to: UInt8.self).span)
        }
    }
}
