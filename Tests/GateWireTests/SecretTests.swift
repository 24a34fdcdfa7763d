import GateModel
import GateSecret
import GateWire
import Testing

@Suite("Secrets in messages") struct SecretTests {
    @Test("StoreSecret's secret is decoded, and not among the parameters")
    func storeSecret() throws {
        let call = try hear("StoreSecret", #"{"secret":"aHVudGVyMg==","name":"n"}"#)
        #expect(call.payload == Array("hunter2".utf8))
        #expect(call.parameters == ["name": "n"])
        // A solidus may be escaped, and so may any other character.
        #expect(try hear("StoreSecret", #"{"secret":"\/\u002f\/\/","name":"n"}"#).payload == [255, 255, 255])
        #expect(try hear("StoreSecret", #"{"s\u0065cret":"\u0041A\u003d=","name":"n"}"#).payload == [0])
    }

    @Test("Sign's challenge is decoded, and not among the parameters")
    func challenge() throws {
        let call = try hear("Sign", #"{"name":"n","challenge":"AAEC","reason":"r"}"#)
        #expect(call.payload == [0, 1, 2])
        #expect(call.parameters == ["name": "n", "reason": "r"])
    }

    @Test("SetPIN's PIN is unescaped, and not among the parameters")
    func setPIN() throws {
        let call = try hear(
            "SetPIN", #"{"pin":"\u00314253\u0036","credential":{"password":"p\"\\\u00e9\uD83D\uDE00é"},"locale":"en"}"#)
        #expect(call.payload == Array("142536".utf8))
        #expect(call.factor == .password)
        #expect(call.credential == Array("p\"\\é😀é".utf8))
        #expect(call.parameters == ["locale": "en"])
        #expect(try hear("SetPIN", #"{"pin":""}"#).payload == [])
    }

    @Test("A message stays JSON whatever bytes a PIN or a password has")
    func otherBytes() throws {
        for bytes in [[0xFF], [0x31, 0xE9, 0x32], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]] {
            let secret = SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }
            let isText = secret.isUTF8
            #expect(!isText)
            let frame = OutgoingCall.call(
                "org.biometricgate.Gate.AnswerRequest", credential: PresentedCredential(.pin, secret))
            let sent = unsafe frame.withBytes { unsafe Array($0.dropLast()) }
            let heard = try IncomingCall.decode(SecretBytes(count: sent.count) { $0.copyBytes(from: sent) })
            #expect(heard.method == "org.biometricgate.Gate.AnswerRequest")
        }
        let isText = SecretBytes(count: 3) { $0.copyBytes(from: Array("é1".utf8)) }.isUTF8
        #expect(isText)
    }

    @Test("A credential is a PIN or a password, and null is neither")
    func credential() throws {
        let pin = try hear("AnswerRequest", #"{"credential":{"pin":"\u0031\u0032","password":null}}"#)
        #expect(pin.factor == .pin)
        #expect(pin.credential == Array("12".utf8))
        #expect(pin.parameters.isEmpty)
        #expect(try hear("Reset", #"{"credential":null}"#).factor == nil)
        #expect(try hear("Reset", #"{"credential":{"p\u0069n":"1"}}"#).factor == .pin)
    }

    @Test(
        "Any other credential is named as a whole, or by its member that is not a text, and not repeated",
        arguments: [
            ("{}", ""), (#"{"pin":null}"#, ""), (#"{"pin":"1","password":"2"}"#, ""), (#"{"PIN":"1"}"#, ""),
            (#"{"pin":"1","x":null}"#, ""), (#"{"824917":""}"#, ""), (#""1""#, ""), ("[]", ""), ("1", ""), ("true", ""),
            (#"{"pin":1}"#, ".pin"), (#"{"pin":["1"]}"#, ".pin"), (#"{"password":1,"pin":"2"}"#, ".password"),
        ])
    func badCredential(text: String, member: String) {
        rejects("credential" + member) { try hear("Reset", "{\"credential\":\(text)}") }
        rejects("credential" + member) { try hear("AnswerRequest", "{\"credential\":\(text)}") }
    }

    @Test(
        "A PIN has at most 512 bytes and a password 4096, however they are written, as the rule says",
        arguments: ["1", "\\u0031"])
    func longest(digit: String) throws {
        func text(_ count: Int) -> String { String(repeating: digit, count: count) }
        for (member, limit) in [("pin", 512), ("password", 4096)] {
            func credential(_ count: Int) -> String { "{\"credential\":{\"\(member)\":\"\(text(count))\"}}" }
            #expect(try hear("Reset", credential(limit)).credential?.count == limit)
            let fault = CallFault.invalidParameter(
                ParameterFault("credential.\(member)", "at most \(limit) bytes"))
            #expect(throws: fault) { try hear("Reset", credential(limit + 1)) }
            #expect(throws: fault) { try hear("AnswerRequest", credential(limit + 1)) }
        }
        func set(_ pin: String) throws -> Heard { try hear("SetPIN", "{\"pin\":\"\(pin)\"}") }
        #expect(try set(text(512)).payload?.count == 512)
        let fault = CallFault.invalidParameter(ParameterFault("pin", "at most 512 bytes"))
        for pin in [text(513), String(repeating: "é", count: 257)] {
            #expect(throws: fault) { try set(pin) }
        }
    }

    @Test("SetPIN needs its PIN, StoreSecret its secret")
    func missing() {
        rejects("pin") { try hear("SetPIN", "{}") }
        rejects("pin") { try hear("SetPIN", #"{"pin":null}"#) }
        rejects("pin") { try hear("SetPIN", #"{"pin":142536}"#) }
        rejects("secret") { try hear("StoreSecret", #"{"name":"n"}"#) }
    }

    @Test(
        "A text that is not base64 is named",
        arguments: [
            #""""#, #""A""#, #""AA""#, #""AA=""#, #""AB==""#, #""A A=""#, #""AA\n=""#, "null", "1", "[]", #""AAA_""#,
            #""é===""#,
        ])
    func badBase64(text: String) {
        rejects("secret") {
            try hear("StoreSecret", "{\"name\":\"n\",\"secret\":\(text)}")
        }
        rejects("challenge") {
            try hear("Sign", "{\"name\":\"n\",\"reason\":\"r\",\"challenge\":\(text)}")
        }
    }

    @Test("65536 bytes are accepted, and not one more")
    func lengths() throws {
        for (count, passes) in [(1, true), (65_536, true), (65_537, false)] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            let parameters = "{\"name\":\"n\",\"secret\":\"\(Base64.encode(bytes))\"}"
            if passes {
                #expect(try hear("StoreSecret", parameters).payload == bytes)
            } else {
                rejects("secret") { try hear("StoreSecret", parameters) }
            }
        }
    }

    @Test("A member called secret or pin is refused if the method has none")
    func misplaced() {
        rejects("secret") { try hear("ListItems", #"{"secret":"AAAA"}"#) }
        rejects("pin") { try hear("RemovePIN", #"{"pin":"142536"}"#) }
    }

    @Test("A client's call arrives unchanged, in wiped memory if it holds a secret")
    func roundTrip() throws {
        let text = "p\"\\\u{1}\u{7F}é😀\0"
        let stored = OutgoingCall.call(
            "org.biometricgate.Gate.StoreSecret", ["name": "n"],
            payload: OutgoingCall.Payload("secret", as: .base64, SecretBytes([1, 2, 3, 255])),
            credential: PresentedCredential(.password, SecretBytes(text)), more: true)
        let isSecret = stored.isSecret
        #expect(isSecret)
        #expect(stored.text().hasSuffix("}\0"))
        let call = try hear(stored.received())
        #expect(call.payload == [1, 2, 3, 255])
        #expect(call.factor == .password)
        #expect(call.credential == Array(text.utf8))
        #expect(call.parameters == ["name": "n"])
        #expect(call.more)

        let set = OutgoingCall.call(
            "org.biometricgate.Gate.SetPIN", payload: OutgoingCall.Payload("pin", as: .text, SecretBytes("142536")),
            oneway: true)
        #expect(
            set.text() == #"{"method":"org.biometricgate.Gate.SetPIN","oneway":true,"parameters":{"pin":"142536"}}"#
                + "\0")
        #expect(try hear(set.received()).payload == Array("142536".utf8))

        let reset = OutgoingCall.call(
            "org.biometricgate.Gate.Reset", ["uid": 7], credential: PresentedCredential(.pin, SecretBytes("1")))
        #expect(
            reset.text()
                == #"{"method":"org.biometricgate.Gate.Reset","parameters":{"uid":7,"credential":{"pin":"1"}}}"# + "\0")

        let plain = OutgoingCall.call("org.biometricgate.Gate.ListItems")
        #expect(plain.text() == #"{"method":"org.biometricgate.Gate.ListItems","parameters":{}}"# + "\0")
        let (isPlainSecret, count) = (plain.isSecret, plain.count)
        #expect(!isPlainSecret)
        #expect(count == plain.text().utf8.count)
    }

    @Test("A fingerprint is not a typed credential")
    func fingerprintCredential() {
        switch PresentedCredential(.fingerprint, SecretBytes("1")) {
        case .some: Issue.record("a finger passed for something typed")
        case .none: break
        }
    }
}
