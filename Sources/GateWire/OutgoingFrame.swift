public import GateSecret

/// One message as sent, with its NUL; in wiped memory if it holds a secret.
public struct OutgoingFrame: ~Copyable, Sendable {
    private enum Storage: ~Copyable, Sendable {
        case plain([UInt8])
        case secret(SecretBytes)
    }

    private let storage: Storage

    /// `bytes` end with their only NUL.
    package init(plain bytes: [UInt8]) {
        storage = .plain(bytes)
    }

    /// Completes the writer's text, with `secretCount` bytes in its holes: `fill` takes each hole's number and the room
    /// there, and advances the room past the bytes that it writes.
    init(
        _ writer: JSONWriter, secretCount: Int,
        fill: (_ hole: Int, _ room: inout UnsafeMutableRawBufferPointer) -> Void
    ) {
        storage = unsafe .secret(writer.completed(secretCount: secretCount, fill: fill))
    }

    /// A result; with `continues`, another answer to the same call follows.
    public static func reply(_ parameters: WireObject, continues: Bool = false) -> OutgoingFrame {
        var writer = JSONWriter()
        writer.open()
        writer.key("parameters")
        writer.write(parameters)
        if continues { writer.member("continues", true) }
        writer.close()
        writer.end()
        return OutgoingFrame(plain: writer.bytes)
    }

    /// The last result of a call, with a secret as base64 in `secretMember` after the other parameters.
    public static func reply(
        _ parameters: WireObject, secretMember: String, _ secret: borrowing SecretBytes
    ) -> OutgoingFrame {
        var writer = JSONWriter()
        writer.open()
        writer.key("parameters")
        writer.openWith(parameters)
        writer.hole(secretMember)
        writer.close()
        writer.close()
        writer.end()
        return unsafe OutgoingFrame(writer, secretCount: SecretText.count(of: secret, as: .base64)) { _, target in
            unsafe SecretText.write(secret, as: .base64, to: &target)
        }
    }

    /// The last result of a call, with secrets as an array of base64 in `secretsMember` after the other parameters.
    public static func reply(
        _ parameters: WireObject, secretsMember: String, _ secrets: [HeldSecret]
    ) -> OutgoingFrame {
        var writer = JSONWriter()
        writer.open()
        writer.key("parameters")
        writer.openWith(parameters)
        writer.holes(secretsMember, secrets.count)
        writer.close()
        writer.close()
        writer.end()
        let count = secrets.reduce(0) { $0 + SecretText.count(of: $1.bytes, as: .base64) }
        return unsafe OutgoingFrame(writer, secretCount: count) { hole, target in
            unsafe SecretText.write(secrets[hole].bytes, as: .base64, to: &target)
        }
    }

    /// An error by its full name: the last answer to its call.
    public static func error(_ name: String, _ parameters: WireObject) -> OutgoingFrame {
        var writer = JSONWriter()
        writer.open()
        writer.member("error", .string(name))
        writer.key("parameters")
        writer.write(parameters)
        writer.close()
        writer.end()
        return OutgoingFrame(plain: writer.bytes)
    }

    /// The message's length with its NUL, in bytes.
    public var count: Int {
        switch storage {
        case .plain(let bytes): bytes.count
        case .secret(let bytes): bytes.count
        }
    }

    /// Whether the message holds a secret: a copy of its bytes has to be wiped.
    public var isSecret: Bool {
        switch storage {
        case .plain: false
        case .secret: true
        }
    }

    /// Lends the bytes to `body`, which must not let the pointer escape.
    public borrowing func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch storage {
        case .plain(let bytes): try unsafe bytes.span.withUnsafeBytes(body)
        case .secret(let bytes): try unsafe bytes.withBytes(body)
        }
    }
}
