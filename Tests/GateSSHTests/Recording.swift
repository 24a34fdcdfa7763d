import Foundation
import GateCipher
import GateSSH
import Testing

let cryptography = SwiftCryptography()

/// What real programs sent, as `Recorded/record.py` has written it down.
struct Recording {
    struct Message {
        let connection: Int
        let isRequest: Bool
        let bytes: [UInt8]
    }

    let messages: [Message]

    init(_ name: String) throws {
        let text = try String(contentsOf: Self.folder.appending(path: "\(name).txt"), encoding: .utf8)
        messages = try text.split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            return Message(
                connection: try #require(Int(words[0])), isRequest: words[1] == ">",
                bytes: try #require(Array(hexadecimal: words[2])))
        }
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recorded")

    static func file(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: folder.appending(path: name))) }

    /// The key of a `.pub` file.
    static func key(_ name: String) throws -> [UInt8] {
        let line = String(decoding: try file("\(name).pub"), as: UTF8.self)
        return try Array(#require(Data(base64Encoded: String(line.split(separator: " ")[1]))))
    }

    /// The requests of the last connection that asked for a signature.
    func requests() throws -> [AgentRequest] {
        let requests = try messages.filter(\.isRequest).map { (try AgentRequest($0.bytes), $0.connection) }
        let connection = try #require(
            requests.last { if case .sign = $0.0 { true } else { false } }?.1 ?? requests.last?.1)
        return requests.filter { $0.1 == connection }.map(\.0)
    }

    /// The bindings of that connection, verified, and the bytes that were to be signed by which key.
    func signing() throws -> (bindings: SessionBindings, key: [UInt8], data: [UInt8]) {
        var bindings = SessionBindings()
        for request in try requests() {
            switch request {
            case .bind(let binding): try bindings.bind(binding, cryptography)
            case .sign(let key, let data, _): return (bindings, key, data)
            default: continue
            }
        }
        throw SSHFault.truncated
    }

    func content(object: [UInt8]? = nil) throws -> SSHContent {
        let signing = try signing()
        return try SSHContent(
            signing.data, by: UserKey(blob: signing.key), signing.bindings, object: object, cryptography)
    }
}

extension [UInt8] {
    init?(hexadecimal text: some StringProtocol) {
        var rest = text[...]
        var bytes: [UInt8] = []
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        self = bytes
    }
}
