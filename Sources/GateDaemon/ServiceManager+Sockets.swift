import GateModel
import GateSocket
package import GateSystem

extension ServiceManager {
    /// The listening sockets of the gate that were handed to this process.
    var listeningSockets: [Int32] { sockets { $0 != Self.faceName } }

    /// Those of the second interface.
    var faceSockets: [Int32] { sockets { $0 == Self.faceName } }

    /// Their `FileDescriptorName=`.
    private static let faceName = "face"

    private func sockets(_ isMeant: (String?) -> Bool) -> [Int32] {
        let all = GateListener.inheritedDescriptors(
            count: listening.count, addressee: ProcessID(rawValue: listening.process))
        return all.indices.filter { isMeant($0 < listeningNames.count ? listeningNames[$0] : nil) }.map { all[$0] }
    }

    /// Ends the connections that wait for this process to serve. For where it ends, and so would the next one: as long
    /// as somebody waits, systemd starts the service anew, whatever the unit says of restarts, until it gives the socket
    /// up with it.
    package func turnAwayCallers() { GateListener.turnAway(listeningSockets + faceSockets) }
}
