import GateModel
import GateSystem
import GateTestSupport
import GateWire
import Glibc
import Testing

@testable import GateReader

/// What the reader process writes at once, and what it holds.
@Suite("Reports on the line to the daemon") final class FrameOutputTests {
    private let daemon: Descriptor
    private let output: FrameOutput
    private let felt: SharedSum
    private let sensor = ScriptedSensor()

    init() throws {
        var pair: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0 else {
            throw SystemCallFailure(function: "socketpair", path: "the line", errno: errno)
        }
        daemon = Descriptor(owning: pair[0], path: "the daemon's end")
        let line = Descriptor(owning: pair[1], path: "the reader's end")
        felt = try SharedSum()
        try felt.send(on: daemon)
        guard let received = SharedSum.received(on: line) else {
            throw SystemCallFailure(function: "recvmsg", path: "the line", errno: errno)
        }
        output = FrameOutput(line, felt: received)
        output.tellReaders(of: sensor)
        #expect(written().count == 1)
    }

    /// The names of the reports in the one write that is next; none if nothing was written.
    private func written() -> [String] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(daemon.number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return buffer.prefix(max(0, count)).split(separator: 0).map { frame in
            String(decoding: frame, as: UTF8.self).split(separator: "\"name\":\"").last
                .map { String($0.prefix { $0 != "\"" }) } ?? ""
        }
    }

    @Test("A finger is reported together with the judgement that follows at once")
    func together() {
        output.send(.fingerPresent, in: 7, of: sensor)
        #expect(written() == [])
        output.send(.judged(.noMatch), in: 7, of: sensor)
        #expect(written() == ["FingerPresent", "Judged"])
        output.flush()
        #expect(written() == [])
    }

    @Test("A finger without a judgement is reported when the thread has done what it does now")
    func alone() {
        output.send(.fingerPresent, in: 7, of: sensor)
        output.flush()
        #expect(written() == ["FingerPresent"])
        output.send(.judged(.noMatch), in: 7, of: sensor)
        #expect(written() == ["Judged"])
    }

    @Test("A finger is known to the daemon before it is reported, even if the process ends in between")
    func known() {
        output.send(.fingerPresent, in: 7, of: sensor)
        output.send(.fingerPresent, in: 3, of: sensor)
        #expect(felt.take() == 10)
        #expect(felt.take() == 0)
    }

    @Test("Reports keep their order")
    func order() {
        output.send(.fingerPresent, in: 7, of: sensor)
        output.send(.retry(.poorScan), in: 7, of: sensor)
        #expect(written() == ["FingerPresent", "Retry"])
    }
}
