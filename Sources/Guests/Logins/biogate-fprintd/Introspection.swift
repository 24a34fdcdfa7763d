import GateBus

extension Fprint {
    /// Descriptions of the objects, for tools that introspect them.
    enum Description {
        static let manager = BusInterface(
            Fprint.manager,
            methods: [
                .init("GetDevices", gives: [.init("devices", "ao")]),
                .init("GetDefaultDevice", gives: [.init("device", "o")]),
            ])

        static let objectManager = BusInterface(
            Fprint.objectManager,
            methods: [
                .init(
                    "GetManagedObjects",
                    gives: [.init("object_paths_interfaces_and_properties", "a{oa{sa{sv}}}")])
            ],
            signals: [
                .init(
                    "InterfacesAdded",
                    [.init("object_path", "o"), .init("interfaces_and_properties", "a{sa{sv}}")]),
                .init("InterfacesRemoved", [.init("object_path", "o"), .init("interfaces", "as")]),
            ])

        static let device = BusInterface(
            Fprint.device,
            methods: [
                .init(
                    "ListEnrolledFingers", [.init("username", "s")], gives: [.init("enrolled_fingers", "as")]),
                .init("DeleteEnrolledFingers", [.init("username", "s")]),
                .init("DeleteEnrolledFingers2"),
                .init("DeleteEnrolledFinger", [.init("finger_name", "s")]),
                .init("Claim", [.init("username", "s")]),
                .init("Release"),
                .init("VerifyStart", [.init("finger_name", "s")]),
                .init("VerifyStop"),
                .init("EnrollStart", [.init("finger_name", "s")]),
                .init("EnrollStop"),
            ],
            signals: [
                .init("VerifyFingerSelected", [.init("finger_name", "s")]),
                .init("VerifyStatus", [.init("result", "s"), .init("done", "b")]),
                .init("EnrollStatus", [.init("result", "s"), .init("done", "b")]),
            ],
            properties: [
                .init("name", "s"), .init("num-enroll-stages", "i"), .init("scan-type", "s"),
                .init("finger-present", "b"), .init("finger-needed", "b"),
            ])
    }
}
