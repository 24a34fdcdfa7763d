import GateModel
import GateWire
import Testing

@Suite("Parameters") struct ParameterTests {
    @Test(
        "A value that does not fit the interface is named",
        arguments: [
            ("GetAvailability", #"{"uid":"7"}"#, "uid"), ("GetAvailability", #"{"uid":7.0}"#, "uid"),
            ("GetAvailability", #"{"uid":7e0}"#, "uid"), ("GetAvailability", #"{"uid":true}"#, "uid"),
            ("GetAvailability", #"{"uid":[7]}"#, "uid"), ("GetAvailability", #"{"uid":9223372036854775808}"#, "uid"),
            ("GetAvailability", #"{"uid":-9223372036854775809}"#, "uid"),
            ("GetAvailability", #"{"locale":1}"#, "locale"),
            ("GetAvailability", #"{"Uid":1}"#, "Uid"), ("GetAvailability", #"{"":1}"#, ""),
            ("GetAvailability", #"{"locale":null,"other":null}"#, "other"), ("ClearReader", "{}", "readerId"),
            ("ClearReader", #"{"readerId":null}"#, "readerId"), ("Enroll", #"{"finger":"thumb"}"#, "finger"),
            ("Enroll", #"{"finger":"leftthumb"}"#, "finger"), ("Enroll", #"{"finger":3}"#, "finger"),
            ("Authenticate", #"{"reason":"r","factors":"pin"}"#, "factors"),
            ("Authenticate", #"{"reason":"r","factors":["pin","eye"]}"#, "factors[1]"),
            ("Authenticate", #"{"reason":"r","factors":[null]}"#, "factors[0]"),
            ("Authenticate", #"{"reason":"r","factors":{"pin":1}}"#, "factors"),
            ("CreateKey", #"{"name":"n","algorithm":"rsa"}"#, "algorithm"),
            (
                "CreateKey",
                #"{"name":"n","algorithm":"p256","access":{"factors":["pin"],"enrollment":"any","maxAgeSeconds":0,"x":0}}"#,
                "access.x"
            ),
            (
                "CreateKey",
                #"{"name":"n","algorithm":"p256","access":{"factors":["pin"],"enrollment":"all","maxAgeSeconds":0}}"#,
                "access.enrollment"
            ),
            ("CreateKey", #"{"name":"n","algorithm":"p256","access":[]}"#, "access"),
            ("CreateKey", #"{"name":"n","algorithm":"p256","replace":"yes"}"#, "replace"),
            ("CreateKey", #"{"name":"n","algorithm":"p256","replace":1}"#, "replace"),
        ])
    func invalid(method: String, parameters: String, name: String) {
        rejects(name) { try hear(method, parameters) }
    }

    @Test("The largest and the smallest integer pass, and zero with a sign")
    func integers() throws {
        for (literal, value) in [
            ("9223372036854775807", Int64.max), ("-9223372036854775808", .min), ("-0", 0), ("0", 0), ("-7", -7),
        ] {
            #expect(try hear("GetAvailability", "{\"uid\":\(literal)}").parameters["uid"] == .integer(value))
        }
    }

    @Test("A number of thousands of digits is refused like any that does not fit")
    func hugeNumber() {
        let digits = String(repeating: "9", count: 100_000)
        rejects("uid") { try hear("GetAvailability", "{\"uid\":\(digits)}") }
        rejects("uid") { try hear("GetAvailability", "{\"uid\":1e\(digits)}") }
    }

    @Test("Nested values pass as in the interface, without null members")
    func nested() throws {
        let call = try hear(
            "CreateKey",
            #"{"access":{"maxAgeSeconds":5,"factors":["pin","fingerprint"],"enrollment":"any"},"label":null,"name":"n","algorithm":"ed25519"}"#
        )
        #expect(
            call.parameters == [
                "access": ["maxAgeSeconds": 5, "factors": ["pin", "fingerprint"], "enrollment": "any"], "name": "n",
                "algorithm": "ed25519",
            ])
        #expect(
            try call.parameters.accessIfPresent("access")
                == Access(factors: [.fingerprint, .pin], enrollment: .any, maximumAge: .seconds(5)))
        #expect(try call.parameters.choice("algorithm") == Item.Algorithm.ed25519)
    }

    @Test("Texts are read by their rules")
    func texts() throws {
        let good: WireObject = [
            "name": "org.example.App/token", "reason": "Sign in", "label": "Thumb", "app": "org.example.App",
            "locale": "nb",
            "readerId": "r", "printId": "p", "requestId": "q", "finger": "leftLittle",
        ]
        #expect(try good.itemName("name").rawValue == "org.example.App/token")
        #expect(try good.reason("reason").rawValue == "Sign in")
        #expect(try good.reasonIfPresent("reason")?.rawValue == "Sign in")
        #expect(try good.labelIfPresent("label")?.rawValue == "Thumb")
        #expect(try good.appNameIfPresent("app")?.rawValue == "org.example.App")
        #expect(try good.localeIfPresent("locale") == "nb")
        #expect(try good.readerID("readerId") == ReaderID(rawValue: "r"))
        #expect(try good.readerIDIfPresent("readerId") == ReaderID(rawValue: "r"))
        #expect(try good.printID("printId") == PrintID(rawValue: "p"))
        #expect(try good.requestIDIfPresent("requestId") == RequestID(rawValue: "q"))
        #expect(try good.finger("finger") == .leftLittle)

        let long = WireValue.string(String(repeating: "a", count: 256))
        let bad: WireObject = [
            "name": long, "reason": long, "label": "a\nb", "app": "", "locale": long, "finger": "toe",
        ]
        rejects("name") { try bad.itemName("name") }
        rejects("reason") { try bad.reason("reason") }
        rejects("label") { try bad.labelIfPresent("label") }
        rejects("app") { try bad.appNameIfPresent("app") }
        rejects("locale") { try bad.localeIfPresent("locale") }
        rejects("finger") { try bad.finger("finger") }
        rejects("readerId") { try bad.readerID("readerId") }
    }

    @Test("A missing parameter is nil if it is optional, and a fault otherwise")
    func missing() throws {
        let none: WireObject = [:]
        #expect(try none.reasonIfPresent("reason") == nil)
        #expect(try none.labelIfPresent("label") == nil)
        #expect(try none.appNameIfPresent("app") == nil)
        #expect(try none.localeIfPresent("locale") == nil)
        #expect(try none.readerIDIfPresent("readerId") == nil)
        #expect(try none.requestIDIfPresent("requestId") == nil)
        #expect(try none.userIDIfPresent("uid") == nil)
        #expect(try none.boolIfPresent("replace") == nil)
        #expect(try none.timeoutIfPresent("timeoutSeconds") == nil)
        #expect(try none.maximumAgeIfPresent("maxAgeSeconds") == nil)
        #expect(try none.factorsIfPresent("factors") == nil)
        #expect(try none.accessIfPresent("access") == nil)
        rejects("name") { try none.itemName("name") }
        rejects("reason") { try none.reason("reason") }
    }

    @Test("Numbers are read within their ranges")
    func ranges() throws {
        func object(_ number: Int64) -> WireObject { ["n": .integer(number)] }
        #expect(try object(0).userIDIfPresent("n") == .root)
        #expect(try object(4_294_967_294).userIDIfPresent("n") == UserID(rawValue: 4_294_967_294))
        #expect(try object(1).timeoutIfPresent("n") == .seconds(1))
        #expect(try object(120).timeoutIfPresent("n") == .seconds(120))
        #expect(try object(0).maximumAgeIfPresent("n") == .zero)
        #expect(try object(300).maximumAgeIfPresent("n") == .seconds(300))
        for number in [-1, 4_294_967_295, .max, .min] as [Int64] {
            rejects("n") { try object(number).userIDIfPresent("n") }
        }
        for number in [0, 121, -1, .max, .min] as [Int64] {
            rejects("n") { try object(number).timeoutIfPresent("n") }
        }
        for number in [-1, 301, .max, .min] as [Int64] {
            rejects("n") { try object(number).maximumAgeIfPresent("n") }
        }
    }

    @Test("A switch is true or false")
    func switches() throws {
        #expect(try (["replace": true] as WireObject).boolIfPresent("replace") == true)
        rejects("replace") {
            try (["replace": 1] as WireObject).boolIfPresent("replace")
        }
    }

    @Test("Factors come in the contract's order, at least one, each once")
    func factors() throws {
        func read(_ factors: WireValue) throws -> [Factor]? { try (["f": factors] as WireObject).factorsIfPresent("f") }
        #expect(try read(["password", "fingerprint"]) == [.fingerprint, .password])
        for bad in [[], ["pin", "pin"], ["eye"], "pin", [1]] as [WireValue] {
            rejects("f") { try read(bad) }
        }
    }

    @Test("An access may be given in part: the rest is the fingerprint, the current enrolment, and never")
    func partOfAccess() throws {
        let access = #""access":{"factors":["pin"],"enrollment":null}"#
        let call = try hear("StoreSecret", "{\"name\":\"n\",\"secret\":\"AAAA\",\(access)}")
        #expect(try call.parameters.accessIfPresent("access") == Access(factors: [.pin]))
        func read(_ access: WireObject) throws -> Access? {
            try (["a": .object(access)] as WireObject).accessIfPresent("a")
        }
        #expect(try read([:]) == Access())
        #expect(try read(["enrollment": "any"]) == Access(enrollment: .any))
        #expect(try read(["maxAgeSeconds": 7]) == Access(maximumAge: .seconds(7)))
    }

    @Test("The system is an item's only opener, and then nothing but the present enrolment's finger opens it")
    func openers() throws {
        func read(_ access: WireObject) throws -> Access? {
            try (["a": .object(access)] as WireObject).accessIfPresent("a")
        }
        #expect(try read(["openers": ["user"]]) == Access())
        #expect(try read(["openers": ["system"]]) == .login)
        #expect(try read(["openers": ["user"], "factors": ["pin"]]) == Access(factors: [.pin]))
        for bad in [[], ["user", "system"], ["system", "system"], ["root"], "system", [1]] as [WireValue] {
            rejects("a.openers") { try read(["openers": bad]) }
        }
        for other in [["enrollment": "any"], ["maxAgeSeconds": 7], ["factors": ["fingerprint", "pin"]]] as [WireObject]
        {
            var access = other
            access.append("openers", .array(["system"]))
            rejects("a.openers") { try read(access) }
        }
        #expect(Access(wire: Access.login.wire) == .login)
        #expect(Access(wire: Access().wire) == Access())
        #expect(Access().wire["openers"] == nil)
    }

    @Test("A destination has a name and an account that are nothing else, and a key")
    func destinations() throws {
        func read(_ destination: WireObject) throws -> [SSHDestination] {
            try (["d": .array([.object(destination)])] as WireObject).destinations("d")
        }
        let full: WireObject = ["name": "[a-b.example]:22", "key": "AQI=", "authority": true, "user": "git"]
        let expected = SSHDestination(name: "[a-b.example]:22", key: [1, 2], isAuthority: true, user: "git")
        #expect(try read(full) == [expected].compactMap(\.self) && expected?.wire == full)
        for (member, bad) in [
            ("name", "a b"), ("name", ""), ("name", "a\u{202E}"), ("name", 1), ("key", "AQI"), ("key", ""),
            ("user", "a b"), ("user", ""), ("user", .string(String(repeating: "a", count: 33))),
        ] as [(String, WireValue)] {
            var members: [String: WireValue] = ["name": "a", "key": "AQI="]
            members[member] = bad
            rejects("d") { try read(WireObject(members.map { WireObject.Member(key: $0.key, value: $0.value) })) }
        }
        let many = Array(repeating: WireValue.object(["name": "a", "key": "AQI="]), count: 33)
        rejects("d") { try (["d": .array(many)] as WireObject).destinations("d") }
        #expect(throws: CallFault.self) { _ = try ([:] as WireObject).destinations("d") }
    }

    @Test("A PIN counts again only if an access says so")
    func reusePIN() throws {
        func read(_ access: WireObject) throws -> Access? {
            try (["a": .object(access)] as WireObject).accessIfPresent("a")
        }
        #expect(try read(["reusePIN": true]) == Access(reusesPIN: true))
        #expect(try read(["reusePIN": false]) == Access())
        rejects("a.reusePIN") { try read(["reusePIN": 1]) }
        rejects("a.openers") { try read(["openers": ["system"], "reusePIN": true]) }
        #expect(Access(wire: Access(reusesPIN: true).wire) == Access(reusesPIN: true))
        #expect(Access().wire["reusePIN"] == nil)
    }

    @Test("An access has at least one factor, a known enrolment and an age of 0 to 300 s")
    func access() throws {
        func read(_ factors: WireValue, _ enrollment: WireValue, _ age: WireValue) throws -> Access? {
            try (["a": ["factors": factors, "enrollment": enrollment, "maxAgeSeconds": age]] as WireObject)
                .accessIfPresent("a")
        }
        #expect(try read(["fingerprint"], "current", 300) == Access(maximumAge: .seconds(300)))
        rejects("a.factors") { try read([], "current", 0) }
        rejects("a.factors") { try read(["pin", "pin"], "current", 0) }
        rejects("a.enrollment") { try read(["pin"], "none", 0) }
        rejects("a.maxAgeSeconds") { try read(["pin"], "current", 301) }
        rejects("a.maxAgeSeconds") { try read(["pin"], "current", -1) }
        rejects("a.maxAgeSeconds") { try read(["pin"], "current", "0") }
    }

    @Test(
        "A fault names the rule that a value breaks",
        arguments: [
            (["maxAgeSeconds": 301], "0 to 300"), (["timeoutSeconds": 0], "1 to 120"),
            (["reason": ""], "1 to 200 characters, no control characters"),
            (["name": ""], "1 to 255 bytes of UTF-8 without control characters"),
            (["factors": []], "at least one of fingerprint, pin, password, none twice"),
            ([:], "must be given"),
        ] as [(WireObject, String)])
    func rules(parameters: WireObject, rule: String) throws {
        let fault = #expect(throws: CallFault.self) {
            _ = try parameters.maximumAgeIfPresent("maxAgeSeconds")
            _ = try parameters.timeoutIfPresent("timeoutSeconds")
            _ = try parameters.reasonIfPresent("reason")
            _ = try parameters.factorsIfPresent("factors")
            _ = try parameters.itemName("name")
        }
        #expect(fault?.wireParameters["rule"] == .string(rule))
    }
}
