import GateModel
import GateSocket
package import GateSystem

extension ServiceManager {
    /// The listening sockets that were handed to this process.
    var listeningSockets: [Int32] {
        GateListener.inheritedDescriptors(
            count: listening.count, addressee: ProcessID(rawValue: listening.process))
    }

    /// Ends the connections that wait for this process to serve. For where it ends, and so would the next one: as long
    /// as somebody waits, systemd starts the service anew, whatever the unit says of restarts, until it gives the socket
    /// up with it.
    package func turnAwayCallers() { GateListener.turnAway(listeningSockets) }
}
