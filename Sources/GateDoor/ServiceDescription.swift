import GateModel
import GateWire

/// Answers `org.varlink.service` on a socket.
enum ServiceDescription {
    /// The interfaces' descriptions as complete messages, made once: one is long, and any user may ask for it.
    private static let descriptions = [VarlinkInterface.service, .gate, .passkeys, .face].map { interface in
        let frame = OutgoingFrame.reply(["description": .string(interface.text)])
        // The bytes are copied during the call.
        return (name: interface.name, frame: unsafe frame.withBytes { unsafe Array($0) })
    }

    /// - Parameter served: the interfaces that the socket offers.
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
            // Compares bytes: hashing a text of combining marks takes long.
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
    /// Malformed calls never get here, and the reply to a oneway call is dropped.
    var frame: OutgoingFrame { .error(wireName ?? "org.varlink.service.InvalidParameter", wireParameters) }
}
