import GateModel
import GateWire
import Testing

@Suite("Incoming calls") struct CallTests {
    @Test("A call is parsed, whatever its members' order and spacing")
    func order() throws {
        let plain = try hear("GetAvailability", #"{"uid":7,"locale":"ko"}"#)
        #expect(plain.method == "org.biometricgate.Gate.GetAvailability")
        #expect(plain.interface == "org.biometricgate.Gate")
        #expect(plain.name == "GetAvailability")
        #expect(plain.parameters == ["uid": 7, "locale": "ko"])
        #expect(!plain.more && !plain.oneway && plain.payload == nil && plain.credential == nil)

        let turned = try hear(
            "\n{ \"parameters\" : {\t\"uid\" : 7 ,\r\n\"locale\":\"k\\u006f\"}, \"m\\u0065thod\":\"org.biometricgate.Gate.GetAvailability\" } "
        )
        #expect(turned == plain)
    }

    @Test("Absent, null and empty parameters are the same")
    func noParameters() throws {
        let method = #""method":"org.biometricgate.Gate.ListItems""#
        for text in ["{\(method)}", "{\(method),\"parameters\":null}", "{\(method),\"parameters\":{\"uid\":null}}"] {
            #expect(try hear(text).parameters.isEmpty)
        }
    }

    @Test("The flags more and oneway are read")
    func flags() throws {
        let method = #""method":"org.biometricgate.Gate.CancelRequest""#
        #expect(try hear("{\(method),\"more\":true,\"oneway\":false,\"upgrade\":false}").more)
        #expect(try hear("{\(method),\"oneway\":true}").oneway)
    }

    @Test(
        "JSON other than an object is not a call",
        arguments: [
            "", " ", "null", "[]", "1", #""x""#, "{", "{}}", "{} x", #"{"method":"a.b",}"#,
            #"{"method":"a.b" "more":true}"#,
            #"{method:"a.b"}"#,
            #"{'method':'a.b'}"#, "{\"method\":\"a\tb\"}", "\u{FEFF}{\"method\":\"a.b\"}", "{\"method\":\"a.b\"}\u{A0}",
            #"{"method":"a.b"}//"#,
        ])
    func notACall(text: String) {
        #expect(throws: CallFault.notACall) { try hear(text) }
    }

    @Test(
        "An object that is not a call is answered with the wrong member, and whether an answer is expected",
        arguments: [
            ("{}", "method", false), (#"{"parameters":{}}"#, "method", false), (#"{"method":1}"#, "method", false),
            (#"{"method":null}"#, "method", false), (#"{"method":"a.b","more":1}"#, "more", false),
            (#"{"method":"a.b","more":"yes"}"#, "more", false),
            (#"{"method":"a.b","oneway":"true"}"#, "oneway", false),
            (#"{"method":"a.b","upgrade":0}"#, "upgrade", false),
            (#"{"method":"a.b","parameters":[]}"#, "parameters", false),
            (#"{"method":"a.b","parameters":"x"}"#, "parameters", false),
            (#"{"method":"a.b","more":true,"oneway":true}"#, "oneway", false),
            (#"{"method":"a.b","surprise":true}"#, "surprise", false),
            (#"{"method":"a.b","paramters":{},"oneway":true}"#, "paramters", true),
            (#"{"method":"a.b","method":"a.b"}"#, "method", false),
            (#"{"method":"a.b","m\u0065thod":"a.b"}"#, "method", false),
            (#"{"method":"a.b","parameters":{"x":{"y":1,"y":2}}}"#, "y", false),
        ])
    func noCall(text: String, member: String, oneway: Bool) {
        let fault = #expect(throws: CallFault.self) { try hear(text) }
        guard case .malformedCall(let parameter, oneway) = fault else {
            Issue.record("\(fault.debugDescription)")
            return
        }
        #expect(parameter.path == member && !parameter.rule.isEmpty)
        #expect(fault?.endsConnection == true)
    }

    @Test(
        "A number outside RFC 8259 is not JSON",
        arguments: [
            "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x1", "NaN", "Infinity", "--1", "1 2", "tru", "nulll", "True",
        ])
    func numbers(literal: String) {
        #expect(throws: CallFault.notACall) { try hear("GetAvailability", "{\"uid\":\(literal)}") }
    }

    @Test(
        "An escape outside RFC 8259, and half a surrogate pair, are not JSON",
        arguments: [
            #"\x"#, #"\u12"#, #"\u12G4"#, #"\uD800"#, #"\uDC00"#, #"\uD800\uD800"#, #"\uD800x"#, #"\uD800\n"#, #"\ "#,
            #"\U0041"#,
        ])
    func escapes(escape: String) {
        #expect(throws: CallFault.notACall) { try hear("GetAvailability", "{\"locale\":\"\(escape)\"}") }
    }

    @Test("Every escape is decoded")
    func unescaping() throws {
        let call = try hear("GetAvailability", #"{"locale":"\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00\u0000"}"#)
        #expect(call.parameters["locale"] == .string("\"\\/\u{8}\u{C}\n\r\té😀\0"))
    }

    @Test(
        "Bytes that are not UTF-8 are not a call",
        arguments: [
            [0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF],
            [0xE2, 0x82],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF0, 0x9F, 0x98],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE], [0x00], [0xE2, 0x28, 0xA1],
            [0xE2, 0x82, 0x28],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        let head = Array(#"{"method":"org.biometricgate.Gate.GetAvailability","parameters":{"locale":""#.utf8)
        #expect(throws: CallFault.notACall) { try hear(head + bytes + Array("\"}}".utf8)) }
        #expect(throws: CallFault.notACall) { try hear(head + bytes) }
    }

    @Test("Characters of every length pass")
    func validUTF8() throws {
        let text = "aé\u{7FF}\u{800}가\u{D7FF}\u{E000}\u{FFFF}😀\u{10FFFF}\u{7F}"
        #expect(try hear("GetAvailability", "{\"locale\":\"\(text)\"}").parameters["locale"] == .string(text))
    }

    @Test("32 levels are read, and not one more")
    func depth() {
        // The message and its parameters are two of them.
        func nested(_ levels: Int) -> String {
            "{\"uid\":\(String(repeating: "[", count: levels))\(String(repeating: "]", count: levels))}"
        }
        rejects("uid") { try hear("GetAvailability", nested(30)) }
        #expect(throws: CallFault.notACall) { try hear("GetAvailability", nested(31)) }
        #expect(throws: CallFault.notACall) { try hear("GetAvailability", nested(100_000)) }
        #expect(throws: CallFault.notACall) { try hear(String(repeating: "{\"a\":", count: 40_000)) }
        #expect(throws: CallFault.notACall) { try hear(String(repeating: "[", count: 200_000)) }
    }

    @Test("A repeated key is found among 32 members in any spelling; objects with more are refused unread")
    func manyKeys() {
        let keys = (0..<31).map { "\"k\($0)\":0" }
        for twice in ["k3", "k30", #"\u006b20"#] {
            let text = "{\(keys.joined(separator: ",")),\"\(twice)\":0}"
            #expect(malformed(text)?.rule == "given once")
        }
        rejects("k0") { try hear("GetAvailability", "{\(keys.joined(separator: ",")),\"l\":0}") }
        // Two spellings of é are two keys.
        let other = (keys.dropLast() + ["\"\u{E9}\":0", "\"e\u{301}\":0"]).joined(separator: ",")
        rejects("k0") { try hear("GetAvailability", "{\(other)}") }
        let excess = (0..<10_000).map { "\"k\($0)\":0" }.joined(separator: ",")
        for text in ["{\(excess)}", "{\"uid\":{\(excess)}}"] {
            #expect(malformed(text) == ParameterFault("k32", "among at most 32 members, and with few escapes"))
        }
        let escaped = Array(repeating: #"{"\u006b":0,"\u006c":0}"#, count: 33).joined(separator: ",")
        #expect(malformed("{\"uid\":[\(escaped)]}")?.path == "k")
        let long = String(repeating: #"\u006b"#, count: 22)
        #expect(malformed("{\"\(long)\":0}")?.path == String(repeating: "k", count: 22))
    }

    private func malformed(_ parameters: String) -> ParameterFault? {
        let fault = #expect(throws: CallFault.self) { try hear("GetAvailability", parameters) }
        guard case .malformedCall(let parameter, false) = fault else {
            Issue.record("\(fault.debugDescription)")
            return nil
        }
        return parameter
    }

    /// Normalising them takes time with the square of their number: seconds, if anything compares them.
    private let marks =
        String(repeating: "\u{301}", count: 60_000) + String(repeating: "\u{316}", count: 60_000)

    @Test("No text that is slow to compare is compared")
    func longMarks() {
        #expect(throws: CallFault.methodNotFound("org.biometricgate.Gate.A\(marks)")) {
            try hear("{\"method\":\"org.biometricgate.Gate.A\(marks)\"}")
        }
        #expect(throws: CallFault.interfaceNotFound("a\(marks)")) { try hear("{\"method\":\"a\(marks).B\"}") }
        rejects("requestId") { try hear("CancelRequest", "{\"requestId\":\"\(marks)\"}") }
        let interface = String(repeating: "\u{344}", count: 2048) + String(repeating: "\u{334}", count: 2040)
        #expect(throws: CallFault.self) {
            try hear(
                "{\"method\":\"org.varlink.service.GetInterfaceDescription\",\"parameters\":{\"interface\":\"\(interface)\"}}"
            )
        }
        let id = String(marks.unicodeScalars.prefix(128))
        rejects("requestId") {
            try hear("CancelRequest", "{\"requestId\":\"\(id)\"}").parameters.requestIDIfPresent("requestId")
        }
    }

    @Test("Unknown interfaces and methods are named")
    func unknownNames() {
        func call(_ method: String) -> String { "{\"method\":\"\(method)\"}" }
        #expect(throws: CallFault.interfaceNotFound("org.example.Other")) { try hear(call("org.example.Other.Do")) }
        #expect(throws: CallFault.interfaceNotFound("Enroll")) { try hear(call("Enroll")) }
        #expect(throws: CallFault.interfaceNotFound("")) { try hear(call("")) }
        #expect(throws: CallFault.interfaceNotFound("org.biometricgate")) { try hear(call("org.biometricgate.Gate")) }
        #expect(throws: CallFault.methodNotFound("org.biometricgate.Gate.Open")) {
            try hear(call("org.biometricgate.Gate.Open"))
        }
        #expect(throws: CallFault.methodNotFound("org.biometricgate.Gate.")) {
            try hear(call("org.biometricgate.Gate."))
        }
        #expect(throws: CallFault.methodNotFound("org.biometricgate.Gate.enroll")) {
            try hear(call("org.biometricgate.Gate.enroll"))
        }
        // A Kelvin sign is canonically equal to a K.
        #expect(throws: CallFault.methodNotFound("org.biometricgate.Gate.Create\u{212A}ey")) {
            try hear(call("org.biometricgate.Gate.Create\u{212A}ey"))
        }
    }

    @Test("An upgrade is not implemented")
    func upgrade() {
        #expect(throws: CallFault.methodNotImplemented("org.biometricgate.Gate.ListItems")) {
            try hear(#"{"method":"org.biometricgate.Gate.ListItems","upgrade":true}"#)
        }
    }

    @Test("A faulty oneway call is recognized as oneway, and gets no answer")
    func oneway() throws {
        let texts = [
            #"{"oneway":true,"method":"org.example.Other.Do"}"#,
            #"{"oneway":true,"method":"org.biometricgate.Gate.Open"}"#,
            #"{"oneway":true,"method":"org.biometricgate.Gate.DeleteItem"}"#,
            #"{"oneway":true,"upgrade":true,"method":"org.biometricgate.Gate.ListItems"}"#,
        ]
        for text in texts {
            let fault = try #require(throws: CallFault.self) { try hear(text) }
            #expect(fault.isOneway)
            #expect(fault.replyText == nil)
        }
    }

    @Test(
        "Each fault is answered with its error",
        arguments: [
            (CallFault.interfaceNotFound("a.b"), #"InterfaceNotFound","parameters":{"interface":"a.b"}}"#),
            (.methodNotFound("a.b.C"), #"MethodNotFound","parameters":{"method":"a.b.C"}}"#),
            (.methodNotImplemented("a.b.C"), #"MethodNotImplemented","parameters":{"method":"a.b.C"}}"#),
            (
                .invalidParameter(ParameterFault("x\n", "0 to 300")),
                #"InvalidParameter","parameters":{"parameter":"x\u000a","rule":"0 to 300"}}"#
            ),
            (
                .malformedCall(ParameterFault("more", "true or false")),
                #"InvalidParameter","parameters":{"parameter":"more","rule":"true or false"}}"#
            ),
            (.expectedMore(), #"ExpectedMore","parameters":{}}"#),
        ])
    func answers(fault: CallFault, tail: String) {
        #expect(fault.replyText == "{\"error\":\"org.varlink.service.\(tail)\0")
    }

    @Test("A message that is not a call gets no answer")
    func noAnswer() {
        #expect(CallFault.notACall.wireName == nil)
        #expect(CallFault.notACall.replyText == nil)
    }
}
