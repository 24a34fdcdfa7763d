import GateFace
import GateModel
import GateSystem
import Glibc
import Testing

@Suite("A daemon that hangs")
struct HangingDaemonTests {
    @Test(
        "A cancelled call of a daemon that answers nothing is given up without its grace, and ends with its connection",
        .timeLimit(.minutes(1)))
    func cancel() async throws {
        // Connections wait in the queue of a listener that accepts none.
        let path = "/tmp/biogate-hanging-\(getpid())"
        var listener: Descriptor? = Descriptor(owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), path: path)
        let address = try #require(UnixAddress(path: path))
        try #require(address.apply(bind, to: listener?.number ?? -1) == 0)
        defer { unlink(path) }
        try listener?.checked("listen") { listen($0, 8) }
        let client = FaceClient(socket: path, cancellationGrace: .seconds(600))
        let (replies, reply) = AsyncStream<FaceReply>.makeStream()
        let call = client.verify(
            UserID(rawValue: 4242), nil, on: ReaderID(rawValue: "usb:1"), for: FaceClient.Asker()
        ) {
            reply.yield($0)
            if case .ended = $0 { reply.finish() }
        }
        call.cancel()
        var said: [String] = []
        for await reply in replies {
            said.append("\(reply)")
            if case .givenUp = reply { listener = nil }
        }
        #expect(said == ["givenUp", "ended"])
    }
}
