import GateModel
import Testing

@testable import GateWire

@Suite("The interfaces") struct InterfaceTests {
    @Test("The gate's errors are those of the model, in its order")
    func gateErrors() {
        #expect(
            VarlinkInterface.gate.errorNames.map { "org.biometricgate.Gate.\($0)" }
                == Samples.errors.map(\.wireName).uniqued())
        #expect(VarlinkInterface.gate.errorNames.count == 32)
    }

    @Test("Every method is reached by its full name", arguments: VarlinkInterface.gate.methodNames)
    func everyMethod(name: String) throws {
        let method = try #require(VarlinkInterface.gate.methods[name])
        let missing = method.parameters.first { !$0.type.isNullable }?.name
        if let missing {
            rejects(missing) { try hear(name, "{}") }
        } else {
            #expect(try hear(name, "{}").method == "org.biometricgate.Gate.\(name)")
            #expect(try hear(name, "{}").name == name)
        }
    }

    @Test("The enumerations of the model are those of the interface")
    func enumerations() throws {
        let types = VarlinkInterface.gate.types
        func members(_ type: String, _ member: String) -> [String]? {
            guard case .structure(let fields) = types[type] else { return nil }
            return values(fields, member)
        }
        func errorMembers(_ error: String, _ member: String) -> [String]? {
            VarlinkInterface.gate.errors[error].flatMap { values($0, member) }
        }
        func values(_ fields: [VarlinkField], _ member: String) -> [String]? {
            var found = fields.first { $0.name == member }?.type
            while true {
                switch found {
                case .enumeration(let names): return names
                case .nullable(let inner), .array(let inner): found = inner
                default: return nil
                }
            }
        }
        #expect(types["Factor"] == .enumeration(Factor.allCases.map(\.rawValue)))
        #expect(types["Finger"] == .enumeration(Finger.allCases.map(\.rawValue)))
        #expect(members("Guidance", "action") == Guidance.Action.allCases.map(\.rawValue))
        #expect(members("Progress", "event") == Progress.Event.allCases.map(\.rawValue))
        #expect(members("Progress", "hint") == ScanHint.allCases.map(\.rawValue))
        #expect(members("Reader", "bus") == Reader.Bus.allCases.map(\.rawValue))
        #expect(members("Reader", "scanType") == Reader.ScanType.allCases.map(\.rawValue))
        #expect(members("Reader", "matching") == Reader.Matching.allCases.map(\.rawValue))
        #expect(members("Reader", "capabilities") == Reader.Capability.allCases.map(\.rawValue))
        #expect(members("Reader", "state") == Reader.State.allCases.map(\.rawValue))
        #expect(members("Settings", "method") == Settings.Method.allCases.map(\.rawValue))
        #expect(members("Settings", "onboarding") == Settings.Onboarding.allCases.map(\.rawValue))
        #expect(members("Access", "enrollment") == Access.Enrollment.allCases.map(\.rawValue))
        #expect(members("Item", "kind") == Item.Kind.allCases.map(\.rawValue))
        #expect(members("Item", "invalidatedBy") == Item.Invalidation.allCases.map(\.rawValue))
        #expect(members("Item", "algorithm") == Item.Algorithm.allCases.map(\.rawValue))
        #expect(members("Item", "sealedBy") == Item.Sealing.allCases.map(\.rawValue))
        #expect(errorMembers("FactorNotAllowed", "reason") == FactorRefusal.Reason.allCases.map(\.rawValue))
        #expect(members("Request", "operation") == Operation.allCases.map(\.rawValue))
        #expect(
            members("Availability", "reason") == HardwareReason.allCases.map(\.rawValue) + ["printsVanished"]
                + CredentialReason.allCases.map(\.rawValue))
    }

    @Test("org.varlink.service has its methods and errors")
    func service() throws {
        #expect(VarlinkInterface.service.name == "org.varlink.service")
        #expect(VarlinkInterface.service.methodNames == ["GetInfo", "GetInterfaceDescription"])
        #expect(
            VarlinkInterface.service.errorNames == [
                "InterfaceNotFound", "MethodNotFound", "MethodNotImplemented", "InvalidParameter", "PermissionDenied",
                "ExpectedMore",
            ])
        let call = try hear(
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.biometricgate.Gate"}}"#
        )
        #expect(call.interface == "org.varlink.service")
        #expect(call.parameters == ["interface": "org.biometricgate.Gate"])
    }

    @Test("Every type of the language is read")
    func language() throws {
        let interface = try VarlinkInterface(
            parsing: """
                # A comment
                interface a.b
                type T (a: bool, b: ?int, c: []?float, d: [string]string, e: object, f: (x, y), g: ?(h: T), i: ())
                method M(t: T) -> () # Another
                error E ()
                """)
        #expect(
            interface.types["T"]
                == .structure([
                    VarlinkField(name: "a", type: .bool), VarlinkField(name: "b", type: .nullable(.int)),
                    VarlinkField(name: "c", type: .array(.nullable(.float))),
                    VarlinkField(name: "d", type: .map(.string)), VarlinkField(name: "e", type: .object),
                    VarlinkField(name: "f", type: .enumeration(["x", "y"])),
                    VarlinkField(name: "g", type: .nullable(.structure([VarlinkField(name: "h", type: .named("T"))]))),
                    VarlinkField(name: "i", type: .structure([])),
                ]))
        #expect(interface.methods["M"]?.fullName == "a.b.M")
    }

    @Test(
        "A text outside the language is refused with its line",
        arguments: [
            ("", 1), ("interface ab", 1), ("interface a.b\ntype t ()", 2), ("interface a.b\ntype T (a: ??int)", 2),
            ("interface a.b\ntype T (a: int, b)", 2), ("interface a.b\ntype T (a: int, a: int)", 2),
            ("interface a.b\ntype T (a: Missing)", 2), ("interface a.b\n\nmethod M() - ()", 3),
            ("interface a.b\nmethod M()", 2), ("interface a.b\nerror E", 2), ("interface a.b\ntype T (a: int", 2),
            ("interface a.b\ntype T ()\ntype T ()", 3), ("interface a.b\nthing T ()", 2), ("interface a.b\n%", 2),
        ])
    func refused(text: String, line: Int) {
        #expect(throws: InterfaceFault(line: line)) { try VarlinkInterface(parsing: text) }
    }
}

extension Sequence where Element: Hashable {
    /// Each element once, in the order of its first place.
    func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
