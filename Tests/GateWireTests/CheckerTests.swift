import GateSecret
import Testing

@testable import GateWire

@Suite("Every type of the language is checked") struct CheckerTests {
    /// What the checker makes of parameters of one method with a parameter of each type.
    private func check(_ parameters: String) throws -> (parameters: WireObject?, invalid: String?) {
        let interface = try VarlinkInterface(
            parsing: """
                interface a.b
                type T (x: ?int)
                method M(b: ?bool, f: ?float, o: ?object, m: ?[string]int, t: ?T, n: ?[]?string) -> ()
                """)
        let method = try #require(interface.methods["M"])
        return try SecretBytes(parameters).withSpan { bytes in
            let document = try JSONDocument(bytes)
            switch ParameterChecker(interface: interface, document: document).check(0, of: method, bytes) {
            case .fine(let checked): return (checked.parameters, nil)
            case .invalid(let name): return (nil, name)
            }
        }
    }

    @Test("what fits is kept in the caller's order")
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
        "what does not fit is named",
        arguments: [
            (#"{"b":0}"#, "b"), (#"{"f":"1"}"#, "f"), (#"{"f":1e999}"#, "f"), (#"{"o":[]}"#, "o"),
            (#"{"o":{"n":1e999}}"#, "o"), (#"{"m":{"k":"1"}}"#, "m"), (#"{"m":{"k":"1","l":2}}"#, "m"),
            (#"{"m":[]}"#, "m"),
            (#"{"t":{"y":1}}"#, "t"), (#"{"t":{"x":"1"}}"#, "t"), (#"{"t":1}"#, "t"), (#"{"n":[1,"s"]}"#, "n"),
        ])
    func misfits(text: String, name: String) throws {
        #expect(try check(text).invalid == name)
    }
}
