import GateFace
import GateModel
import GateSystem
import Glibc
import Testing

@Suite("A daemon that hangs")
struct HangingDaemonTests {
    @Test("A cancelled call of a daemon that answers nothing ends without its grace", .timeLimit(.minutes(1)))
    func cancel() async throws {
        // Connections wait in the queue of a listener that accepts none.
        let path = "/tmp/biogate-hanging-\(getpid())"
        let listener = Descriptor(owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), path: path)
        let address = try #require(UnixAddress(path: path))
        try #require(address.apply(bind, to: listener.number) == 0)
        defer { unlink(path) }
        try listener.checked("listen") { listen($0, 8) }
        let client = FaceClient(socket: path, cancellationGrace: .seconds(600))
        let (replies, reply) = AsyncStream<FaceReply>.makeStream()
        let call = client.verify(
            UserID(rawValue: 4242), nil, on: ReaderID(rawValue: "usb:1"), for: FaceClient.Asker()
        ) {
            reply.yield($0)
            if case .ended = $0 { reply.finish() }
        }
        call.cancel()
        var failures: [FaceFailure] = []
        for await reply in replies { if case .failed(let failure) = reply { failures.append(failure) } }
        #expect(failures == [.failed(.unavailable)])
    }
}
