import GateCore
import GateModel
import GateSocket
import Logging

extension Audit {
    /// A message on a connection broke the protocol and ended it. The line says nothing of the message: it may be
    /// secret.
    func received(_ broken: BrokenMessage, from peer: Peer) {
        let what =
            switch broken {
            case .tooLong: "a message was too long: its connection is closed"
            case .notJSON: "a message was no JSON: its connection is closed"
            case .notACall(answered: true): "a message was no call: it is answered, and its connection is closed"
            case .notACall(answered: false): "a oneway message was no call: its connection is closed"
            }
        logger.notice("\(what)", metadata: ["uid": "\(peer.user)", "pid": "\(peer.process)"])
    }
}
