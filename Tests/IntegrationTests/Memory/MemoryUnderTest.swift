import Testing

/// A daemon's whole memory, as root can read it.
struct MemoryUnderTest {
    /// A place in the memory.
    struct Find: Hashable, CustomStringConvertible {
        let name: String
        let address: String
        /// As in `/proc/PID/smaps`: `lo` is locked, `dd` is left out of dumps.
        let flags: [String]

        var isProtected: Bool { flags.contains("lo") && flags.contains("dd") }
        var description: String { "\(name) at \(address) (\(flags.joined(separator: " ")))" }
    }

    private let daemon: DaemonUnderTest

    init(of daemon: DaemonUnderTest) {
        self.daemon = daemon
    }

    func finds(of patterns: [String: [UInt8]]) throws -> [Find] {
        let process = try #require(daemon.processID)
        let (near, far) = try Descriptor.socketPair()
        let tool = try ChildProcess(
            [Python.interpreter, Python.script("memory.py"), "\(process)"], environment: Python.environment,
            errors: "\(daemon.directory)/memory-errors", standard: far)
        let lines = patterns.map { "\($0.key) \($0.value.map { digits(of: $0) }.joined())\n" }.joined()
        try near.write(Array("\(lines)\n".utf8))
        var said: [UInt8] = []
        while try Descriptor.firstReady(of: [near, tool.lifeline]) == 0 {
            let bytes = try near.read()
            said += bytes
            if bytes.isEmpty { break }
            let text = String(decoding: said, as: UTF8.self)
            if text.hasSuffix("\n"), text.split(separator: "\n").last?.hasPrefix("bytes ") == true { break }
        }
        guard try tool.ending() == .exited(0) else {
            throw HarnessFailure("memory.py: \(Files.text("\(daemon.directory)/memory-errors"))")
        }
        let words = String(decoding: said, as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: " ").map(String.init) }
        // An empty search would find nothing either.
        let bytes = words.last.flatMap { $0.first == "bytes" ? Int($0[1]) : nil }
        #expect(bytes ?? 0 > 50_000_000)
        return words.dropLast().map { Find(name: $0[0], address: $0[1], flags: Array($0.dropFirst(2))) }
    }

    private func digits(of byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    /// Expects that none of it remains: a sent answer is wiped a moment later.
    func expectNone(of patterns: [String: [UInt8]], at location: SourceLocation = #_sourceLocation) throws {
        var last: [Find] = []
        for _ in 0..<20 {
            last = try finds(of: patterns)
            if last.isEmpty { return }
        }
        Issue.record("still there: \(last)", sourceLocation: location)
    }
}

/// A secret in every form that it takes on the socket or in memory.
struct SecretUnderTest {
    let bytes: [UInt8]
    private let name: String

    /// Random, so that it appears nowhere by chance.
    init(_ name: String, count: Int) {
        self.init(name, bytes: (0..<count).map { _ in .random(in: .min ... .max) })
    }

    init(_ name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// A PIN of 24 digits: six would appear somewhere by chance.
    static func pin(_ name: String) -> SecretUnderTest {
        SecretUnderTest(name, bytes: (0..<24).map { _ in UInt8(ascii: "0") + .random(in: 0...9) })
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var base64: String { SecretUnderTest.base64(bytes) }

    /// The text with every character as a JSON escape.
    static func escaped(_ text: String) -> String {
        text.utf8.map { "\\u00" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Beginnings, middles and ends of every form, because a partly overwritten copy is still a copy.
    var patterns: [String: [UInt8]] {
        let forms = [
            "bytes": bytes, "base64": Array(base64.utf8), "escaped": Array(Self.escaped(base64).utf8),
            "escaped-text": Array(Self.escaped(text).utf8),
        ]
        var patterns: [String: [UInt8]] = [:]
        for (form, bytes) in forms {
            for (part, start) in [("begin", 0), ("middle", bytes.count / 2), ("end", max(0, bytes.count - 16))] {
                patterns["\(name)-\(form)-\(part)"] = Array(bytes[start...].prefix(16))
            }
        }
        return patterns.filter { $0.value.count >= 12 }
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = (0..<3).reduce(0) { $0 << 8 | (start + $1 < bytes.count ? Int(bytes[start + $1]) : 0) }
            for place in 0..<4 {
                text.append(start + place > bytes.count ? "=" : alphabet[group >> (18 - 6 * place) & 63])
            }
        }
        return text
    }
}
