import GateModel
import GateWire

/// What `org.varlink.service` answers on a socket.
enum ServiceDescription {
    /// The interfaces' descriptions by their names, as whole messages: one is long, and is asked for by anybody.
    private static let descriptions = [VarlinkInterface.service, .gate, .face].map { interface in
        let frame = OutgoingFrame.reply(["description": .string(interface.text)])
        // The bytes are copied during the call.
        return (name: interface.name, frame: unsafe frame.withBytes { unsafe Array($0) })
    }

    /// - Parameter served: the interfaces of that socket.
    static func answer(_ call: borrowing IncomingCall, among served: [VarlinkInterface]) -> OutgoingFrame {
        switch call.name {
        case "GetInfo":
            return .reply([
                "vendor": "BiometricGate", "product": "biogated", "version": .string(Version.current),
                "url": .string(Project.homepage),
                "interfaces": .array(served.map { .string($0.name) }),
            ])
        case "GetInterfaceDescription":
            let name = call.parameters["interface"]?.stringValue ?? ""
            // By its bytes: a text of combining marks takes long to be hashed.
            guard let description = descriptions.first(where: { $0.name.utf8.elementsEqual(name.utf8) }),
                served.contains(where: { $0.name == description.name })
            else {
                return CallFault.interfaceNotFound(name).frame
            }
            return OutgoingFrame(plain: description.frame)
        default:
            return CallFault.methodNotFound(call.method).frame
        }
    }
}

extension CallFault {
    /// The error's message; what is not a call never gets here, and a oneway call's answer is dropped.
    var frame: OutgoingFrame { .error(wireName ?? "org.varlink.service.InvalidParameter", wireParameters) }
}
