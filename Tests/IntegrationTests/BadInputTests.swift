import BlockingTests
import Testing
import VirtualReaders

@Suite("Bad input", .blocking)
struct BadInputTests {
    /// A second connection is served before, during and after `body`, and one that waits for a finger still gets it.
    private func undisturbed(
        _ configuration: [String: JSON] = [:], _ body: (DaemonUnderTest, GateConnection) throws -> Void
    ) throws {
        try DaemonUnderTest.with([.device], configuration, state: .stored) { daemon in
            let other = try daemon.client()
            let waiting = try daemon.client()
            try waiting.ask("RetrieveSecret", Samples.retrieval)
            try waiting.progress("waitingForFinger")
            #expect(try other.availability()["state"] == "available")
            try body(daemon, other)
            #expect(try other.availability()["state"] == "available")
            try daemon.reader().send(.scan(Samples.finger))
            #expect(try waiting.result()["secret"].string == Samples.secretBase64)
            #expect(try other.item()["state"] == "valid")
        }
    }

    @Test("JSON other than an object closes its connection, and no other")
    func noCall() throws {
        try DaemonUnderTest.with { daemon in
            let other = try daemon.client()
            for text in [
                "not JSON", "", "null", "[]", "\"call\"", "42",
                "{\"method\":\"org.varlink.service.GetInfo\"} {}", "{\"method\":\"org.varlink.service.GetInfo\",}",
                "{\"method\":\"org.varlink.service.GetInfo\",\"surprise\":1,\"oneway\":true}",
                "{\"method\":\"org.varlink.service.GetInfo\",\"parameters\":{\"a\":NaN}}",
                "{\"method\":\"\\ud800\"}",
            ] {
                let client = try daemon.client()
                try client.send(raw: text + "\0")
                try client.awaitClosing()
                try other.availability()
            }
        }
    }

    @Test("An object that is not a call is answered with its mistake, in its turn, and ends its connection")
    func malformedCalls() throws {
        let info = "\"method\":\"org.varlink.service.GetInfo\""
        try DaemonUnderTest.with { daemon in
            for (text, member) in [
                ("{}", "method"), ("{\(info),\"parameters\":[]}", "parameters"), ("{\(info),\(info)}", "method"),
                ("{\(info),\"more\":\"yes\"}", "more"), ("{\(info),\"more\":true,\"oneway\":true}", "oneway"),
                ("{\(info),\"surprise\":1}", "surprise"),
            ] {
                let client = try daemon.client()
                try client.send("GetAvailability")
                try client.send(raw: text + "\0{\(info)}\0", calling: "org.varlink.service.GetInfo")
                #expect(try client.receive().parameters["availability"]["state"] == "notEnrolled")
                let refusal = try client.receive()
                #expect(refusal.error == "org.varlink.service.InvalidParameter")
                #expect(refusal.parameters["parameter"].string == member)
                #expect(refusal.parameters["rule"].string?.isEmpty == false)
                #expect(try client.receiveIfOpen() == nil)
            }
            let lines = daemon.errors.split(separator: "\n").filter { $0.contains("a message was no call") }
            #expect(lines.count == 1, "who does it again and again fills no journal")
        }
    }

    @Test("Bytes that are not UTF-8 close their connection, and no other")
    func noUTF8() throws {
        try undisturbed { daemon, other in
            let client = try daemon.client()
            try client.send(raw: Array("{\"method\":\"".utf8) + [0xC3, 0x28, 0xFF] + Array("\"}".utf8) + [0])
            try client.awaitClosing()
            try other.availability()
        }
    }

    @Test("Unknown methods and interfaces are named, and the connection goes on")
    func unknownMethods() throws {
        try undisturbed { daemon, other in
            let client = try daemon.client()
            try #expect(
                client.refusal("org.varlink.service.MethodNotFound", of: "Open")["method"]
                    == "org.biometricgate.Gate.Open")
            for method in ["org.example.Door.Open", "org.biometricgate.gate.GetAvailability"] {
                try #expect(
                    client.refusal("org.varlink.service.InterfaceNotFound", of: method)["interface"].string
                        == method.split(separator: ".").dropLast().joined(separator: "."))
            }
            try client.refusal("org.varlink.service.MethodNotFound", of: "org.biometricgate.Gate.")
            try client.refusal(
                "org.varlink.service.InterfaceNotFound", of: "org.varlink.service.GetInterfaceDescription",
                ["interface": "org.example.Door"])
            try other.availability()
            try client.availability()
        }
    }

    @Test("A parameter that is unknown, missing or of the wrong type is named, and the connection goes on")
    func wrongParameters() throws {
        let store: JSON = ["name": "a", "secret": .string(Samples.secretBase64)]
        let long = String(repeating: "é", count: 128)
        let longPIN = JSON.string(String(repeating: "7391", count: 129))
        let longPassword = JSON.string(String(repeating: "x", count: 4097))
        let cases: [(String, JSON, String)] = [
            ("GetAvailability", ["colour": "red"], "colour"), ("GetAvailability", ["uid": "0"], "uid"),
            ("GetAvailability", ["uid": .number(1.5)], "uid"), ("GetAvailability", ["uid": -1], "uid"),
            ("GetAvailability", ["uid": 4_294_967_295], "uid"), ("GetAvailability", ["locale": 7], "locale"),
            ("ImportKey", store, "secret"), ("ImportKey", ["name": "a"], "secret"),
            ("Authenticate", [:], "reason"), ("Authenticate", ["reason": nil], "reason"),
            ("Authenticate", ["reason": ""], "reason"),
            ("Authenticate", ["reason": .string(String(repeating: "x", count: 201))], "reason"),
            ("Authenticate", ["reason": "two\nlines"], "reason"), ("Authenticate", ["reason": "a\u{202E}b"], "reason"),
            ("Authenticate", ["reason": "a", "factors": []], "factors"),
            ("Authenticate", ["reason": "a", "factors": ["face"]], "factors[0]"),
            ("Authenticate", ["reason": "a", "factors": ["pin", "pin"]], "factors"),
            ("Authenticate", ["reason": "a", "maxAgeSeconds": 301], "maxAgeSeconds"),
            ("Authenticate", ["reason": "a", "maxAgeSeconds": -1], "maxAgeSeconds"),
            ("Authenticate", ["reason": "a", "timeoutSeconds": 0], "timeoutSeconds"),
            ("Authenticate", ["reason": "a", "timeoutSeconds": 121], "timeoutSeconds"),
            ("Authenticate", ["reason": "a", "waitSeconds": 0], "waitSeconds"),
            ("Authenticate", ["reason": "a", "waitSeconds": 601], "waitSeconds"),
            ("Authenticate", ["reason": "a", "attempts": 0], "attempts"),
            ("Authenticate", ["reason": "a", "attempts": 4], "attempts"),
            ("Authenticate", ["reason": "a", "interaction": "window"], "interaction"),
            ("Authenticate", ["reason": "a", "verb": "steal"], "verb"),
            ("Sign", ["name": "a", "challenge": "AA==", "reason": "a", "verb": "pay"], "verb"),
            ("Authenticate", ["reason": "a", "onBehalfOf": ["processId": 7]], "onBehalfOf.startTime"),
            ("Authenticate", ["reason": "a", "onBehalfOf": ["startTime": 7]], "onBehalfOf.processId"),
            (
                "Authenticate", ["reason": "a", "onBehalfOf": ["processId": 0, "startTime": 7]],
                "onBehalfOf.processId"
            ),
            (
                "Authenticate", ["reason": "a", "onBehalfOf": ["processId": 7, "startTime": -1]],
                "onBehalfOf.startTime"
            ),
            ("Authenticate", ["reason": "a", "parentWindow": "x11:"], "parentWindow"),
            ("Authenticate", ["reason": "a", "parentWindow": "mir:1"], "parentWindow"),
            ("Authenticate", ["reason": "a", "activationToken": ""], "activationToken"),
            ("VouchPrints", [:], "printIds"), ("VouchPrints", ["printIds": []], "printIds"),
            ("VouchPrints", ["printIds": ["a", 1]], "printIds[1]"),
            ("VouchPrints", ["printIds": .array(Array(repeating: "a", count: 101))], "printIds"),
            ("RenamePrint", [:], "printId"), ("RenamePrint", ["printId": "a", "label": "a\u{a}b"], "label"),
            ("WatchRequests", ["prompts": 1], "prompts"), ("WatchRequests", ["remote": 1], "remote"),
            ("WatchRequests", ["several": 1], "several"), ("UpdateSecret", ["name": "a"], "secret"),
            ("WatchRequests", ["passwordPrompts": 1], "passwordPrompts"),
            ("UpdateSecret", ["name": "", "secret": "YQ=="], "name"), ("RetrieveSecrets", ["reason": "a"], "names"),
            ("RetrieveSecrets", ["names": ["a"], "reason": "a"], "names"),
            ("RetrieveSecrets", ["names": .array(Array(repeating: "a", count: 17)), "reason": "a"], "names"),
            ("RetrieveSecrets", ["names": ["a", "b", "a"], "reason": "a"], "names[2]"),
            ("RetrieveSecrets", ["names": ["a", "b"]], "reason"),
            ("HoldRequest", ["requestId": 7], "requestId"),
            ("Authenticate", ["reason": "a", "credential": [:]], "credential"),
            ("Authenticate", ["reason": "a", "credential": ["pin": "1", "password": "2"]], "credential"),
            ("Authenticate", ["reason": "a", "credential": ["pin": 739154]], "credential.pin"),
            ("Authenticate", ["reason": "a", "credential": ["face": "b"]], "credential"),
            ("Authenticate", ["reason": "a", "credential": ["pin": longPIN]], "credential.pin"),
            ("AnswerRequest", ["credential": ["password": longPassword]], "credential.password"),
            ("Enroll", ["finger": "thumb"], "finger"), ("Enroll", [:], "finger"),
            ("Enroll", ["finger": "leftThumb", "label": ""], "label"),
            ("StoreSecret", store.with(["secret": "a"]), "secret"),
            ("StoreSecret", store.with(["secret": "YQ"]), "secret"),
            ("StoreSecret", store.with(["secret": "Y Q="]), "secret"),
            ("StoreSecret", store.with(["secret": ""]), "secret"),
            ("StoreSecret", store.with(["secret": "-_=="]), "secret"),
            ("StoreSecret", store.with(["secret": .string(Self.base64Zeros(65_537))]), "secret"),
            ("StoreSecret", store.with(["name": ""]), "name"), ("StoreSecret", store.with(["name": "a\u{7}b"]), "name"),
            ("StoreSecret", store.with(["name": .string(long)]), "name"),
            ("StoreSecret", store.with(["access": ["maxAgeSeconds": 301]]), "access.maxAgeSeconds"),
            ("StoreSecret", store.with(["replace": "yes"]), "replace"),
            ("RetrieveSecret", ["name": "", "reason": "a"], "name"), ("RetrieveSecret", ["name": "a"], "reason"),
            ("CreateKey", ["name": "a", "algorithm": "p256", "usage": "login"], "usage"),
            ("SignSSH", ["name": "a"], "data"), ("SignSSH", ["name": "a", "data": "YQ"], "data"),
            ("SignSSH", ["name": "a", "data": ""], "data"),
            ("SignSSH", ["name": "a", "data": .string(Self.base64Zeros(16_385))], "data"),
            ("SignSSH", ["name": "a", "data": "YQ==", "bindings": ["YQ==", "Y"]], "bindings"),
            ("SignSSH", ["name": "a", "data": "YQ==", "bindings": ["YQ==", 7]], "bindings[1]"),
            (
                "SignSSH", ["name": "a", "data": "YQ==", "bindings": .array(Array(repeating: "YQ==", count: 17))],
                "bindings"
            ),
            ("SignSSH", ["name": "a", "data": "YQ==", "hostNames": [.string(long)]], "hostNames"),
            ("SignSSH", ["name": "a", "data": "YQ==", "object": "*"], "object"),
            ("SignSSH", ["name": "a", "data": "YQ==", "object": .string(Self.base64Zeros(131_073))], "object"),
            ("DeleteItem", ["name": "a\u{0}b"], "name"), ("DeletePrint", [:], "printId"),
            ("AnswerOnboarding", ["answer": "maybe"], "answer"), ("PreviewChange", ["change": "all"], "change"),
            ("GetLimits", ["uid": 0], "uid"), ("GetLastLogin", ["uid": "0"], "uid"), ("SetPIN", [:], "pin"),
            ("SetPIN", ["pin": 739154], "pin"),
            ("SetPIN", ["pin": longPIN], "pin"), ("AnswerRequest", [:], "credential"),
        ]
        try undisturbed { daemon, other in
            let client = try daemon.client()
            for (method, parameters, name) in cases {
                let refusal = try client.call(method, parameters)
                #expect(refusal.error == "org.varlink.service.InvalidParameter", "\(method) \(name)")
                #expect(refusal.parameters["parameter"].string == name, "\(method)")
                #expect(refusal.parameters["rule"].string?.isEmpty == false, "\(method)")
            }
            try other.availability()
        }
    }

    @Test(
        "Sizes at the limit are accepted: a name of 255 bytes, a secret of 1 and of 65536 bytes, a reason of 200 characters"
    )
    func atTheLimit() throws {
        try DaemonUnderTest.with(state: .pinSet) { daemon in
            let client = try daemon.client()
            let name = String(repeating: "é", count: 127) + "x"
            for size in [1, 65_536] {
                let secret = JSON.string(Self.base64Zeros(size))
                try client.result(
                    of: "StoreSecret",
                    [
                        "name": .string(name), "secret": secret, "replace": true,
                        "reason": .string(String(repeating: "é", count: 200)),
                        "access": ["factors": ["pin"], "enrollment": "current", "maxAgeSeconds": 0],
                    ])
                let opened = try client.result(
                    of: "RetrieveSecret",
                    [
                        "name": .string(name), "reason": .string(String(repeating: "é", count: 200)),
                        "credential": Samples.credential,
                    ])
                #expect(opened["secret"] == secret)
            }
        }
    }

    @Test("Half a frame ends with its connection, and one that comes byte by byte is a frame like any other")
    func frames() throws {
        try undisturbed { daemon, other in
            do {
                let half = try daemon.client()
                try half.send(raw: "{\"method\":\"org.biometricgate.Gate.DisableFing")
            }
            try other.availability()
            let slow = try daemon.client()
            let frame = Array("{\"method\":\"org.biometricgate.Gate.GetAvailability\"}".utf8) + [0]
            for byte in frame.dropLast() { try slow.send(raw: [byte]) }
            try slow.send(raw: [0], calling: "GetAvailability")
            #expect(try slow.receive().error == nil)
        }
    }

    @Test("A oneway call is carried out and not answered, and calls of one connection are answered in order")
    func oneway() throws {
        try DaemonUnderTest.with(state: .stored) { daemon in
            let client = try daemon.client()
            try client.send("DisableFingerprint", oneway: true)
            try client.send("RetrieveSecret", ["name": "none", "reason": "Read it", "colour": "red"], oneway: true)
            #expect(try client.settings()["fingerprintEnabled"] == false)
            let methods = ["ListItems", "GetSettings", "ListPrints", "GetAvailability", "ListReaders", "PreviewChange"]
            for method in methods { try client.send(method, method == "PreviewChange" ? ["change": "reset"] : [:]) }
            // The harness checks each reply against the method whose turn it is.
            for _ in methods { #expect(try client.receive().error == nil) }
        }
    }

    @Test("Deep nesting closes its connection")
    func nesting() throws {
        try undisturbed { daemon, other in
            for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
                let client = try daemon.client()
                let depth = 20_000
                let value = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
                try client.send(raw: "{\"method\":\"org.varlink.service.GetInfo\",\"parameters\":{\"a\":\(value)}}\0")
                try client.awaitClosing()
                try other.availability()
            }
        }
    }

    /// That many zero bytes in base64.
    private static func base64Zeros(_ count: Int) -> String {
        let padding = (3 - count % 3) % 3
        return String(repeating: "A", count: (count + padding) / 3 * 4 - padding)
            + String(repeating: "=", count: padding)
    }
}
