import BiometricGate
import GateModel
import GateSocket
import GateWire
import Testing

@Suite struct WatchTests {
    private let available = AvailabilityReport(.available, fallbacks: [], guidance: guidance)
    private let disabled = AvailabilityReport(.disabled, fallbacks: [.pin], guidance: guidance)

    @Test("Each change brings the availability, and ending the stream closes its connection")
    func availability() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            try await listenTwice(daemon, client)
            _ = try await daemon.nextClosed()
        }
    }

    private func listenTwice(_ daemon: ScriptedDaemon, _ client: GateClient) async throws {
        var updates = client.availabilityUpdates().makeAsyncIterator()
        let call = try await daemon.next("WatchAvailability")
        #expect(call.more)
        for report in [available, disabled] {
            call.responder.send(.reply(["availability": .object(report.wire)], continues: true), as: .change)
            #expect(try await updates.next() == report)
        }
    }

    @Test("A refused watch throws the daemon's error")
    func refused() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            var updates = client.watchReaders().makeAsyncIterator()
            try await daemon.next("WatchReaders").responder.fail(.notPermitted(.administratorOnly))
            let error = try await #require(throws: GateClientError.self) { _ = try await updates.next() }
            #expect(error.gateError == .notPermitted(.administratorOnly))
        }
    }

    @Test("A watch ends with disconnected when the daemon stops")
    func daemonGone() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            var updates = client.watchRequests().makeAsyncIterator()
            try await daemon.next("WatchRequests").responder.client.close()
            let error = try await #require(throws: GateClientError.self) { _ = try await updates.next() }
            #expect(error.code == .disconnected)
        }
    }

    @Test("A watch does not delay the client's calls")
    func besides() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let updates = client.watchReaders()
            let watch = try await daemon.next("WatchReaders")
            async let answer: Void = client.forgetAuthentication()
            let call = try await daemon.next("ForgetAuthentication")
            #expect(call.responder.client.id != watch.responder.client.id)
            call.responder.finish([:])
            try await answer
            _ = updates
        }
    }

    @Test("A change unknown to this version is left out")
    func unknownChange() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            var updates = client.watchRequests().makeAsyncIterator()
            let responder = try await daemon.next("WatchRequests").responder
            let request = Request(
                id: RequestID(rawValue: "7"), processID: ProcessID(rawValue: 12), command: "git", executable: nil,
                unit: nil, operation: .sign, item: nil, reason: nil, factors: [.fingerprint], progress: nil)
            for change: WireValue in ["levitated", "ended"] {
                responder.send(
                    .reply(["change": change, "request": .object(request.wire())], continues: true), as: .change)
            }
            let update = try #require(try await updates.next())
            #expect(update.change == .ended)
            #expect(update.request == request)
        }
    }
}
