import GateModel
import GateSecret
import GateWire
import Testing

@Suite("Replies") struct ReplyTests {
    /// A reply as comparable values.
    private struct Read: Hashable {
        var parameters: WireObject
        var error: String?
        var continues: Bool
        var secret: [UInt8]?
    }

    private func read(_ frame: borrowing SecretBytes) throws(ReplyFault) -> Read {
        var reply = try IncomingReply.decode(frame)
        var result = Read(parameters: reply.parameters, error: reply.error, continues: reply.continues)
        switch reply.takeSecret() {
        case .some(let secret): result.secret = secret.bytes()
        case .none: break
        }
        return result
    }

    private func read(_ text: String) throws(ReplyFault) -> Read {
        try read(SecretBytes(text))
    }

    @Test(
        "One character alone is escaped if it must be",
        arguments: [
            ("\"", #"\""#), ("\\", #"\\"#), ("\u{0}", #"\u0000"#), ("\u{1F}", #"\u001f"#), ("\u{7F}", #"\u007f"#),
            ("\u{80}", #"\u0080"#), ("\u{9F}", #"\u009f"#), ("\u{A0}", "\u{A0}"), ("é", "é"), ("😀", "😀"), (" ", " "),
        ])
    func escaped(character: String, written: String) {
        let text = OutgoingFrame.reply(["t": .string("é\(character)b")]).text()
        #expect(text == #"{"parameters":{"t":"é\#(written)b"}}"# + "\0")
    }

    @Test("Values are written as in RFC 8259, in their order")
    func writing() {
        let parameters: WireObject = [
            "z": nil, "a": [true, false, [:], []], "n": -7, "x": 1.5,
            "t": "\"\\/\u{0}\u{1F}\n\u{7F}\u{80}\u{9F}\u{A0}é가😀",
            "o": ["k": ["v"], "l": 0], "\"": "", "i": .number(.infinity), "m": .integer(.min),
        ]
        #expect(
            OutgoingFrame.reply(parameters).text()
                == #"{"parameters":{"z":null,"a":[true,false,{},[]],"n":-7,"x":1.5,"t":"\"\\/\u0000\u001f\u000a\u007f\u0080\u009f é가😀","o":{"k":["v"],"l":0},"\"":"","i":null,"m":-9223372036854775808}}"#
                + "\0")
        #expect(OutgoingFrame.reply([:], continues: true).text() == #"{"parameters":{},"continues":true}"# + "\0")
        #expect(OutgoingFrame.error("a.b.C", ["d": 1]).text() == #"{"error":"a.b.C","parameters":{"d":1}}"# + "\0")
    }

    @Test("Replies are read back as written")
    func roundTrip() throws {
        let parameters: WireObject = [
            "a": [1, 2.5, "x\n\"", nil, true, false], "b": ["c": ["d": []]], "e": 1e300, "f": .integer(.min), "g": "",
        ]
        #expect(
            try read(OutgoingFrame.reply(parameters, continues: true).received())
                == Read(parameters: parameters, error: nil, continues: true, secret: nil))
        #expect(
            try read(OutgoingFrame.error("a.b.C", parameters).received())
                == Read(parameters: parameters, error: "a.b.C", continues: false, secret: nil))
    }

    @Test("A secret is written as base64 after the rest, and read without becoming a parameter")
    func secret() throws {
        for count in [0, 1, 2, 3, 4, 65_536] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            for parameters in [[:], ["authentication": ["factor": "pin"]]] as [WireObject] {
                let frame = OutgoingFrame.reply(parameters, secretMember: "secret", SecretBytes(bytes))
                let isSecret = frame.isSecret
                #expect(isSecret)
                #expect(frame.text().hasSuffix("\"secret\":\"\(Base64.encode(bytes))\"}}\0"))
                #expect(
                    try read(frame.received())
                        == Read(parameters: parameters, error: nil, continues: false, secret: bytes))
            }
        }
    }

    @Test("Unknown members of a newer daemon are ignored")
    func newer() throws {
        let reply = try read(
            #"{"hint":[1],"parameters":{"new":{"a":[{}]},"secret":null},"continues":false,"error":null}"#)
        #expect(reply.parameters == ["new": ["a": [[:]]]])
        #expect(reply.error == nil && reply.secret == nil)
        #expect(try read("{}").parameters.isEmpty)
        #expect(try read(#"{"parameters":null}"#).parameters.isEmpty)
    }

    @Test("An integer that does not fit is read as a number")
    func largeNumber() throws {
        #expect(
            try read(#"{"parameters":{"n":18446744073709551616}}"#).parameters["n"]
                == .number(18_446_744_073_709_551_616))
    }

    @Test(
        "Any other text is refused as a reply",
        arguments: [
            "", "[]", "{", #"{"parameters":[]}"#, #"{"error":1}"#, #"{"continues":1}"#, #"{"parameters":{"secret":1}}"#,
            #"{"parameters":{"secret":"A"}}"#, #"{"parameters":{"n":1e999}}"#, #"{"parameters":{"a":[{"n":-1e999}]}}"#,
            #"{"error":"a","error":"b"}"#,
        ])
    func refused(text: String) {
        #expect(throws: ReplyFault()) { try read(text) }
    }
}
