import GateModel
import GateSecret
import GateWire
import SeededRandom
import Testing

@Suite("Hostile input") struct FuzzTests {
    private static let seeds = [
        #"{"method":"org.biometricgate.Gate.StoreSecret","parameters":{"name":"a\u00e9\uD83D\uDE00","secret":"aHVudGVyMg==","access":{"factors":["pin","fingerprint"],"enrollment":"any","maxAgeSeconds":300},"replace":true,"credential":{"password":"\u0031\n"}},"more":true}"#,
        #"{"parameters":{"pin":"142\u0035","credential":{"pin":"1"},"locale":null},"method":"org.biometricgate.Gate.SetPIN","oneway":true}"#,
        #"{"method":"org.biometricgate.Gate.Sign","parameters":{"name":"n","challenge":"AAEC","reason":"가","timeoutSeconds":-9223372036854775808}}"#,
        #"{"parameters":{"secret":"AAEC","authentication":{"factor":"pin","at":"2026-03-01T09:30:00Z","ageMilliseconds":1e3}},"continues":true}"#,
        #"{"error":"org.biometricgate.Gate.Lockout","parameters":{"retryAfterMilliseconds":9223372036854775807,"fallbacks":[]}}"#,
    ].map { Array($0.utf8) }

    private static let pieces =
        [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\uD800", "\\uDC00", "null", "true", "1e999", "-", "0.",
            "=", "\"\"",
            "\"pin\":\"1\"", "\"secret\":", "\"method\":", "\u{FEFF}",
        ].map { Array($0.utf8) } + [[0], [0xC0], [0xED, 0xA0, 0x80], [0xF4, 0x90], [0xFF]]

    /// A frame damaged in a few places.
    private func mutated(_ random: inout SplitMix) -> [UInt8] {
        var bytes = Self.seeds[Int.random(in: 0..<Self.seeds.count, using: &random)]
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? [], at: place)
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...8, using: &random)))
            case 2: bytes.removeSubrange(place...)
            case 3:
                let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
                bytes.insert(contentsOf: Array(bytes[place..<end]), at: Int.random(in: 0...bytes.count, using: &random))
            default: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
            }
        }
        return bytes
    }

    /// Reads a frame in every possible way.
    private func digest(_ bytes: [UInt8]) {
        let frame = SecretBytes(bytes)
        do {
            let heard = try hear(frame)
            #expect(heard.method == heard.interface + "." + heard.name)
            let parameters = heard.parameters
            _ = try? parameters.itemName("name")
            _ = try? parameters.accessIfPresent("access")
            _ = try? parameters.timeoutIfPresent("timeoutSeconds")
        } catch {
            // A fault's answer is a complete frame.
            #expect(error.replyText?.utf8.last ?? 0 == 0)
        }
        if let reply = try? IncomingReply.decode(frame) {
            _ = GateError(wireName: reply.error ?? "", parameters: reply.parameters)
            let again = OutgoingFrame.reply(reply.parameters).received()
            #expect((try? IncomingReply.decode(again))?.parameters == reply.parameters)
            let now = Moment(boot: BootID(rawValue: ""), sinceBoot: .zero, wall: WallTime(millisecondsSinceEpoch: 0))
            if let inner = reply.parameters["authentication"]?.objectValue {
                _ = Authentication(wire: inner, at: now)
            }
        }
    }

    @Test("Randomly damaged messages are judged, and never trap", arguments: 0..<8 as Range<UInt64>)
    func mutations(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 0..<1000 { digest(mutated(&random)) }
    }

    @Test("Random bytes are judged, and never trap")
    func noise() {
        var random = SplitMix(seed: 99)
        for _ in 0..<2000 {
            digest((0..<Int.random(in: 0...60, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
    }

    @Test("Every beginning of a message is judged, and never traps")
    func beginnings() {
        for seed in Self.seeds {
            for count in 0...seed.count { digest(Array(seed[..<count])) }
        }
    }

    @Test("Randomly spoiled times never trap")
    func times() {
        var random = SplitMix(seed: 7)
        let alphabet = Array("0123456789-:.TZ+ ")
        for _ in 0..<5000 {
            var text = Array("2026-03-01T09:30:00.250+01:00")
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                text[Int.random(in: 0..<text.count, using: &random)] = alphabet.randomElement(using: &random) ?? "0"
            }
            _ = WallTime(rfc3339: String(text))
        }
    }
}
