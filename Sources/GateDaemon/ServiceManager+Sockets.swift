import GateModel
import GateSocket
package import GateSystem

extension ServiceManager {
    /// The inherited listening sockets of the gate interface.
    var listeningSockets: [Int32] { sockets { $0 != Self.faceName } }

    /// The inherited listening sockets of the face interface.
    var faceSockets: [Int32] { sockets { $0 == Self.faceName } }

    /// The `FileDescriptorName=` of the face socket.
    private static let faceName = "face"

    private func sockets(_ isMeant: (String?) -> Bool) -> [Int32] {
        let all = GateListener.inheritedDescriptors(
            count: listening.count, addressee: ProcessID(rawValue: listening.process))
        return all.indices.filter { isMeant($0 < listeningNames.count ? listeningNames[$0] : nil) }.map { all[$0] }
    }

    /// Closes the connections that wait to be served, for a process that gives up and whose successor would, too. As
    /// long as a connection waits, systemd restarts the service, whatever the unit says about restarts, until it fails
    /// the socket as well.
    package func turnAwayCallers() { GateListener.turnAway(listeningSockets + faceSockets) }
}
