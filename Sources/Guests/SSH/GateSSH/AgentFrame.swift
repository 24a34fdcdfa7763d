internal import GateSecret

/// Splits a stream of the agent protocol (RFC 9987) into messages, without their lengths.
public struct AgentFrameDecoder: Sendable {
    /// The bytes that no message was returned for yet; the decoder holds no more than a message and one read. Those of a
    /// returned message are overwritten: it may be a passphrase.
    private var held: [UInt8] = []
    private var start = 0

    public init() {}

    public mutating func append(_ bytes: some Sequence<UInt8>) {
        if start > 0 {
            held.removeFirst(start)
            start = 0
        }
        held += bytes
    }

    /// The next message; nil until the rest of it arrives. Throws if it is empty or too long: the stream cannot go on.
    public mutating func next() throws(SSHFault) -> [UInt8]? {
        guard held.count - start >= 4 else { return nil }
        var reader = SSHReader(Array(held[start..<(start + 4)]))
        let count = Int(try reader.uint32())
        guard count > 0 else { throw .malformed }
        guard count <= SSHLimits.message else { throw .tooLong }
        let body = start + 4
        guard held.count - body >= count else { return nil }
        start = body + count
        let message = Array(held[body..<start])
        // The array's own memory.
        unsafe held.withUnsafeMutableBytes { unsafe wipe(UnsafeMutableRawBufferPointer(rebasing: $0[body..<start])) }
        return message
    }

    /// Overwrites a message that was answered: it may be a passphrase.
    public static func forget(_ message: inout [UInt8]) {
        // The array's own memory, if nothing else refers to it.
        unsafe message.withUnsafeMutableBytes { unsafe wipe($0) }
    }

    /// The message with its length before it.
    public static func frame(_ message: [UInt8]) -> [UInt8] {
        SSHWriter.bytes { $0.string(message) }
    }
}

/// A client's request to an agent.
public enum AgentRequest: Hashable, Sendable {
    case identities
    /// `flags` choose RSA's digest, and mean nothing for other keys.
    case sign(key: [UInt8], data: [UInt8], flags: UInt32)
    case remove(key: [UInt8])
    case removeAll
    case lock(AgentPassphrase)
    case unlock(AgentPassphrase)
    case bind(SessionBinding)
    /// A binding that cannot be read: of an unknown algorithm, or malformed.
    case unreadableBinding
    /// Which extensions the agent has.
    case query
    /// Why the agent refused to sign: an extension of this project's own. With a process, only what that one, or a program
    /// that it started, was refused.
    case refusals(of: Int32?)
    /// A request for another agent, by its number: keys to add, smart cards, unknown extensions.
    case foreign(UInt8)

    private enum Number {
        static let identities: UInt8 = 11
        static let sign: UInt8 = 13
        static let remove: UInt8 = 18
        static let removeAll: UInt8 = 19
        static let lock: UInt8 = 22
        static let unlock: UInt8 = 23
        static let `extension`: UInt8 = 27
    }

    static let sessionBind = "session-bind@openssh.com"
    static let refusal = "last-refusal@biometricgate"

    /// The message of `refusals`, without its length.
    public static func refusalsMessage(of process: Int32?) -> [UInt8] {
        SSHWriter.bytes { writer in
            writer.byte(Number.extension)
            writer.string(refusal)
            if let process { writer.uint32(UInt32(bitPattern: process)) }
        }
    }

    /// Reads a message without its length. A fault is answered with `AgentAnswer.failure`.
    public init(_ message: [UInt8]) throws(SSHFault) {
        var reader = SSHReader(message)
        let number = try reader.byte()
        switch number {
        case Number.identities: self = .identities
        case Number.sign:
            let key = try reader.string(limit: SSHLimits.hostKey)
            self = .sign(key: key, data: try reader.string(), flags: try reader.uint32())
        case Number.remove: self = .remove(key: try reader.string(limit: SSHLimits.hostKey))
        case Number.removeAll: self = .removeAll
        case Number.lock: self = .lock(AgentPassphrase(try reader.string(limit: Self.passphraseLimit)))
        case Number.unlock: self = .unlock(AgentPassphrase(try reader.string(limit: Self.passphraseLimit)))
        case Number.extension:
            switch try reader.text(limit: SSHLimits.name) {
            case Self.sessionBind:
                // Without an answer to it, the connection would go on as if it had no binding.
                self = (try? SessionBinding(reader.remaining)).map(Self.bind) ?? .unreadableBinding
            case "query": self = .query
            case Self.refusal: self = .refusals(of: reader.isAtEnd ? nil : Int32(bitPattern: try reader.uint32()))
            default: self = .foreign(number)
            }
            return
        default:
            self = .foreign(number)
            return
        }
        try reader.end()
    }

    private static let passphraseLimit = 4_096
}

/// The word that locks an agent; overwritten with this value's end.
public final class AgentPassphrase: Hashable, Sendable {
    private let bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        // A copy of its own: the bytes are overwritten at the end.
        self.bytes = bytes.map { $0 }
    }

    deinit {
        // Nobody else refers to the array now, so that the bytes are overwritten in their place.
        unsafe bytes.withUnsafeBytes { unsafe wipe(UnsafeMutableRawBufferPointer(mutating: $0)) }
    }

    /// The digest of a salt and the passphrase.
    public func digest(with salt: [UInt8], _ cryptography: some SSHCryptography) -> [UInt8] {
        var salted = salt + bytes
        // The array's own memory.
        defer { unsafe salted.withUnsafeMutableBytes { unsafe wipe($0) } }
        return cryptography.digest(.sha256, of: salted)
    }

    public static func == (left: AgentPassphrase, right: AgentPassphrase) -> Bool { left.bytes == right.bytes }
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// A request that the agent refused.
public struct AgentRefusal: Hashable, Sendable {
    /// In English, with the names of the key and the program.
    public let reason: String
    /// When, in seconds since 1970.
    public let seconds: UInt64

    public init(reason: String, seconds: UInt64) {
        self.reason = reason
        self.seconds = seconds
    }
}

/// A key that an agent offers.
public struct AgentIdentity: Hashable, Sendable {
    public let key: [UInt8]
    public let comment: [UInt8]

    public init(key: [UInt8], comment: [UInt8]) {
        self.key = key
        self.comment = comment
    }
}

/// An agent's answer.
public enum AgentAnswer: Hashable, Sendable {
    case failure
    case success
    /// The extension is known, and refuses.
    case extensionFailure
    case identities([AgentIdentity])
    /// A signature in SSH's form.
    case signature([UInt8])
    /// The names of the extensions.
    case extensions([String])
    /// Why the agent refused to sign, the newest first.
    case refusals([AgentRefusal])

    private enum Number {
        static let failure: UInt8 = 5
        static let success: UInt8 = 6
        static let identities: UInt8 = 12
        static let signature: UInt8 = 14
        static let extensionFailure: UInt8 = 28
        static let extensionResponse: UInt8 = 29
    }

    /// OpenSSH's client refuses longer lists.
    public static let identityLimit = 2_048

    /// Reads a message without its length.
    public init(_ message: [UInt8]) throws(SSHFault) {
        var reader = SSHReader(message)
        switch try reader.byte() {
        case Number.failure: self = .failure
        case Number.success: self = .success
        case Number.extensionFailure: self = .extensionFailure
        case Number.identities:
            let count = try reader.uint32()
            guard count <= Self.identityLimit else { throw .tooLong }
            var identities: [AgentIdentity] = []
            for _ in 0..<count {
                identities.append(AgentIdentity(key: try reader.string(), comment: try reader.string()))
            }
            self = .identities(identities)
        case Number.signature: self = .signature(try reader.string())
        case Number.extensionResponse:
            switch try reader.text(limit: SSHLimits.name) {
            case "query":
                var names: [String] = []
                while !reader.isAtEnd { names.append(try reader.text(limit: SSHLimits.name)) }
                self = .extensions(names)
            case AgentRequest.refusal:
                var refusals: [AgentRefusal] = []
                while !reader.isAtEnd {
                    let reason = try reader.text(limit: SSHLimits.message)
                    refusals.append(AgentRefusal(reason: reason, seconds: try reader.uint64()))
                }
                self = .refusals(refusals)
            default: throw .unknown
            }
        default: throw .unknown
        }
        try reader.end()
    }

    /// The message without its length.
    public var message: [UInt8] {
        SSHWriter.bytes { writer in
            switch self {
            case .failure: writer.byte(Number.failure)
            case .success: writer.byte(Number.success)
            case .extensionFailure: writer.byte(Number.extensionFailure)
            case .identities(let identities):
                writer.byte(Number.identities)
                writer.uint32(UInt32(truncatingIfNeeded: identities.count))
                for identity in identities {
                    writer.string(identity.key)
                    writer.string(identity.comment)
                }
            case .signature(let signature):
                writer.byte(Number.signature)
                writer.string(signature)
            case .extensions(let names):
                writer.byte(Number.extensionResponse)
                writer.string("query")
                for name in names { writer.string(name) }
            case .refusals(let refusals):
                writer.byte(Number.extensionResponse)
                writer.string(AgentRequest.refusal)
                for refusal in refusals {
                    writer.string(refusal.reason)
                    writer.uint64(refusal.seconds)
                }
            }
        }
    }

    /// The extensions of this project's agent.
    public static let ownExtensions = AgentAnswer.extensions([
        "query", AgentRequest.sessionBind, AgentRequest.refusal,
    ])
}
