import BiometricGate
import GateModel
import GateSocket
import GateSystem
import GateWire
import Glibc
import NIOPosix
import Testing

@Suite struct EndingTests {
    @Test("A cancelled task ends its call by a request to the daemon, and keeps the connection")
    func cancelled() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let task = Task { try await client.authenticate(reason: try reason()) }
            let waiting = try await daemon.next("Authenticate")
            task.cancel()
            let cancel = try await daemon.next("CancelRequest")
            #expect(cancel.oneway)
            waiting.responder.fail(.cancelled(by: .client))
            let error = try await #require(throws: GateClientError.self) { try await task.value }
            #expect(error.code == .cancelled)
            #expect(error.isCancellation)
            async let next: Void = client.forgetAuthentication()
            let other = try await daemon.next("ForgetAuthentication")
            #expect(other.responder.client.id == waiting.responder.client.id)
            other.responder.finish([:])
            try await next
        }
    }

    @Test("A call cancelled before its turn is never sent, and the waiting one goes on")
    func cancelledBeforeItsTurn() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let waiting = Task { try await client.authenticate(reason: try reason()) }
            let call = try await daemon.next("Authenticate")
            let behind = Task { try await client.forgetAuthentication() }
            behind.cancel()
            let error = try await #require(throws: GateClientError.self) { try await behind.value }
            #expect(error.code == .taskCancelled)
            call.responder.finish(["authentication": .object(receiptWire)])
            #expect(try await waiting.value == receipt)
        }
    }

    @Test("A daemon that ignores a cancellation loses the connection")
    func cancellationUnanswered() async throws {
        try await ScriptedDaemon.serving(cancellationGrace: .milliseconds(1)) { daemon, client in
            let task = Task { try await client.authenticate(reason: try reason()) }
            let waiting = try await daemon.next("Authenticate")
            task.cancel()
            _ = try await daemon.next("CancelRequest")
            let error = try await #require(throws: GateClientError.self) { try await task.value }
            #expect(error.code == .taskCancelled)
            #expect(try await daemon.nextClosed() == waiting.responder.client.id)
        }
    }

    @Test("Without a server on the socket, the daemon is not running")
    func notRunning() async throws {
        let client = GateClient(socket: "/nonexistent/gate")
        let error = try await #require(throws: GateClientError.self) { try await client.listReaders() }
        #expect(error.code == .notRunning)
        #expect("\(error)" == "notRunning: nobody serves /nonexistent/gate: No such file or directory")
        #expect(error.localizedDescription == error.explanation)
        let overlong = GateClient(socket: "/" + String(repeating: "x", count: 200))
        let other = try await #require(throws: GateClientError.self) { try await overlong.listReaders() }
        #expect(other.code == .notRunning)
    }

    @Test("Nothing is sent to a socket that another user serves", .enabled(if: geteuid() == 0))
    func untrusted() async {
        await #expect(processExitsWith: .success) {
            var template = Array("/tmp/biometric-gate-XXXXXX".utf8CString)
            let path = mkdtemp(&template).map { String(cString: $0) + "/gate" } ?? ""
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            let isBound = UnixAddress(path: path)?.apply(bind, to: listener) == 0
            // The kernel records the user who calls listen.
            guard isBound, seteuid(1) == 0, listen(listener, 1) == 0, seteuid(0) == 0 else { exit(2) }
            let client = GateClient(socket: path)
            let error = await #expect(throws: GateClientError.self) { try await client.listReaders() }
            let connection = accept(listener, nil, nil)
            var byte: UInt8 = 0
            let isSilent = recv(connection, &byte, 1, 0) == 0
            unlink(path)
            rmdir(String(path.dropLast("/gate".count)))
            exit(error?.code == .untrusted && isSilent ? 0 : 1)
        }
    }

    @Test("Losing the connection ends the running call, and the next call opens a new one")
    func reconnects() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let task = Task { try await client.authenticate(reason: try reason()) }
            let waiting = try await daemon.next("Authenticate")
            waiting.responder.client.close()
            let error = try await #require(throws: GateClientError.self) { try await task.value }
            #expect(error.code == .disconnected)
            #expect(try await daemon.nextClosed() == waiting.responder.client.id)
            async let next: Void = client.forgetAuthentication()
            try await daemon.next("ForgetAuthentication").responder.finish([:])
            try await next
        }
    }

    @Test("Releasing the client closes its connection")
    func letGo() async throws {
        try await ScriptedDaemon.serving { daemon, _ in
            let id = try await oneCall(daemon)
            #expect(try await daemon.nextClosed() == id)
        }
    }

    private func oneCall(_ daemon: ScriptedDaemon) async throws -> ConnectionID {
        let client = GateClient(socket: daemon.path)
        async let answer: Void = client.forgetAuthentication()
        let call = try await daemon.next("ForgetAuthentication")
        call.responder.finish([:])
        try await answer
        return call.responder.client.id
    }

    @Test("A closed client stays closed")
    func closed() async throws {
        try await ScriptedDaemon.serving { _, client in
            client.close()
            let error = try await #require(throws: GateClientError.self) { try await client.listReaders() }
            #expect(error.code == .disconnected)
        }
    }

    @Test("Bytes that are not an answer are a violation")
    func garbage() async throws {
        let daemon = try ScriptedDaemon()
        let server = try listening(daemon.path)
        defer {
            close(server)
            unlink(daemon.path)
        }
        let task = Task { try await GateClient(socket: daemon.path).listReaders() }
        try await NIOThreadPool.singleton.runIfActive {
            let connection = accept(server, nil, nil)
            try #require(connection >= 0)
            let garbage = Array("no answer".utf8) + [0]
            #expect(write(connection, garbage, garbage.count) == garbage.count)
            close(connection)
        }
        let error = try await #require(throws: GateClientError.self) { try await task.value }
        #expect(error.code == .protocolViolation)
    }

    private func listening(_ path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        try #require(UnixAddress(path: path)?.apply(bind, to: descriptor) == 0)
        try #require(listen(descriptor, 1) == 0)
        return descriptor
    }
}
