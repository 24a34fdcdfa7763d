import GateSecret
import Testing

@testable import GateWire

@Suite("Every type of the language is checked") struct CheckerTests {
    /// The checker's result for a method with a parameter of each type.
    private func check(_ parameters: String) throws -> (parameters: WireObject?, invalid: ParameterFault?) {
        let interface = try VarlinkInterface(
            parsing: """
                interface a.b
                type T (x: ?int)
                method M(b: ?bool, f: ?float, o: ?object, m: ?[string]int, t: ?T, n: ?[]?string) -> ()
                """)
        let method = try #require(interface.methods["M"])
        return try SecretBytes(parameters).withSpan { bytes in
            let document = try JSONDocument(bytes)
            do throws(ParameterFault) {
                let checked = try ParameterChecker(interface: interface, document: document).check(
                    0, of: method, bytes)
                return (checked.parameters, nil)
            } catch {
                return (nil, error)
            }
        }
    }

    @Test("Checked parameters keep the caller's order")
    func fits() throws {
        let text = #"{"m":{"k":1,"":-2},"b":false,"f":1e1,"o":{"any":[{"thing":null}]},"t":{"x":null},"n":["s",null]}"#
        #expect(
            try check(text).parameters == [
                "m": ["k": 1, "": -2], "b": false, "f": 10.0, "o": ["any": [["thing": nil]]], "t": [:],
                "n": ["s", nil],
            ])
        #expect(try check(#"{"f":7}"#).parameters == ["f": 7.0])
    }

    @Test(
        "A value that does not fit is named by its path",
        arguments: [
            (#"{"b":0}"#, "b"), (#"{"f":"1"}"#, "f"), (#"{"f":1e999}"#, "f"), (#"{"o":[]}"#, "o"),
            (#"{"o":{"n":1e999}}"#, "o"), (#"{"m":{"k":"1"}}"#, "m.k"), (#"{"m":{"k":"1","l":2}}"#, "m.k"),
            (#"{"m":[]}"#, "m"),
            (#"{"t":{"y":1}}"#, "t.y"), (#"{"t":{"x":"1"}}"#, "t.x"), (#"{"t":1}"#, "t"), (#"{"n":[1,"s"]}"#, "n[0]"),
        ])
    func misfits(text: String, name: String) throws {
        #expect(try check(text).invalid?.path == name)
    }

    @Test("An array of 64 elements passes, and a longer one is not read")
    func elements() throws {
        let full = Array(repeating: #""s""#, count: 64).joined(separator: ",")
        #expect(try check(#"{"n":[\#(full)]}"#).parameters?["n"]?.arrayValue?.count == 64)
        #expect(try check(#"{"n":[\#(full),1]}"#).invalid == ParameterFault("n", "at most 64"))
    }

    @Test("A fault names the rule of the type")
    func rules() throws {
        #expect(try check(#"{"b":0}"#).invalid?.rule == "true or false")
        #expect(try check(#"{"t":{"y":1}}"#).invalid?.rule == "unknown: one of x")
        #expect(try check(#"{"z":1}"#).invalid?.rule == "unknown: one of b, f, o, m, t, n")
    }
}
