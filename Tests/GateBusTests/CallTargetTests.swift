import Testing

@testable import GateBus

@Suite("Calls of served objects") struct CallTargetTests {
    private static let thing = BusInterface(
        "org.example.Thing", methods: [.init("Turn", [.init("way", "s")], gives: [.init("done", "b")]), .init("Stop")],
        signals: [.init("Turned", [.init("way", "s")])], properties: [.init("size", "u")])
    private static let objects = ["/org/example": [thing], "/org/example/part/1": [thing], "/org/other": [thing]]

    private func found(
        _ path: String, _ interface: String, _ method: String, _ signature: String = ""
    ) -> CallTarget.Found {
        CallTarget(path: path, interface: interface, method: method, signature: signature).found(among: Self.objects)
    }

    @Test("A method is found by its interface, or without one by its name")
    func methods() {
        #expect(found("/org/example", "org.example.Thing", "Turn", "s") == .method(of: "org.example.Thing"))
        #expect(found("/org/example", "", "Stop") == .method(of: "org.example.Thing"))
        #expect(found("/org/example", "org.freedesktop.DBus.Properties", "Get", "ss") == .get)
        #expect(found("/org/example", "org.freedesktop.DBus.Properties", "GetAll", "s") == .getAll)
        #expect(found("/org/example", "org.freedesktop.DBus.Properties", "Set", "ssv") == .set)
        #expect(found("/org/example", "", "Introspect") == .introspect)
        #expect(found("/anywhere", "org.freedesktop.DBus.Peer", "Ping") == .ping)
        #expect(found("/anywhere", "org.freedesktop.DBus.Peer", "GetMachineId") == .machine)
    }

    @Test("Arguments of other types, and what is not there, are refused in GDBus's words")
    func refusals() {
        func refusal(_ found: CallTarget.Found) -> String {
            guard case .refused(let refusal) = found else { return "\(String(describing: found))" }
            return refusal.name.replacing("org.freedesktop.DBus.Error.", with: "") + ": " + refusal.text
        }
        #expect(
            refusal(found("/org/example", "org.example.Thing", "Turn", "as"))
                == "InvalidArgs: Type of message, “(as)”, does not match expected type “(s)”")
        #expect(
            refusal(found("/org/example", "org.example.Thing", "Fly")) == "UnknownMethod: No such method “Fly”")
        #expect(
            refusal(found("/org/example", "org.example.None", "Turn", "s"))
                == "UnknownMethod: No such interface “org.example.None” on object at path /org/example")
        #expect(
            refusal(found("/org/none", "org.example.Thing", "Turn", "s"))
                == "UnknownMethod: Object does not exist at path “/org/none”")
    }

    @Test("A path above an object has a description and nothing else")
    func parents() {
        #expect(found("/org", "", "Introspect") == .introspect)
        #expect(found("/", "", "Introspect") == .introspect)
        #expect(found("/org/exam", "", "Introspect") == .refused(.noObject("/org/exam")))
        #expect(
            found("/org/example/part", "org.freedesktop.DBus.Properties", "GetAll", "s")
                == .refused(.noInterface("org.freedesktop.DBus.Properties", "/org/example/part")))
        func names(_ path: String) -> [String] {
            let text = CallTarget(path: path, interface: "", method: "", signature: "").introspection(
                among: Self.objects)
            return text.split(separator: "\n").filter { $0.contains("<node name") }.map {
                String($0.split(separator: "\"")[1])
            }
        }
        #expect(names("/") == ["org"])
        #expect(names("/org") == ["example", "other"])
        #expect(names("/org/example") == ["part"])
        #expect(names("/org/example/part/1").isEmpty)
    }

    @Test("A path in a bus's address keeps only plain characters")
    func addresses() {
        #expect(BusName.escaped("/run/user/1000/a b,é") == "/run/user/1000/a%20b%2c%c3%a9")
    }
}
