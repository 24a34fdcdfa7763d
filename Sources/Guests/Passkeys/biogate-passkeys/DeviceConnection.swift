import BiometricGate
import Crypto
import GateCTAP
import GateModel
import GateSystem
import Glibc

/// A security key: a connection that carries its reports, one in each packet.
// Used only on its loop.
final class DeviceConnection: PollSource, @unchecked Sendable {
    /// The most reports that a client has not read: four of the longest messages.
    private static let unreadLimit = 4 * 129
    /// Reports that are read before others have their turn.
    private static let together = 64

    private let socket: Descriptor
    private let gate: PasskeyGate
    private let loop: PollLoop
    private let ended: () -> Void
    private let process: RunningProcess?
    private let line: PasskeyLine
    private var transport = HIDTransport(random: SystemRandomNumberGenerator())
    private var unread: ArraySlice<[UInt8]> = []
    private var agreement = SaltAgreement()
    /// The command under way.
    private var task: Task<Void, Never>?
    private var isOpen = true

    /// - Parameter ended: called once, when the connection has ended.
    init(
        _ socket: consuming Descriptor, of process: ProcessID, _ gate: PasskeyGate, _ loop: PollLoop,
        ended: @escaping () -> Void
    ) {
        (self.gate, self.loop, self.ended) = (gate, loop, ended)
        self.process = RunningProcess(process)
        line = gate.line()
        self.socket = socket
    }

    var descriptor: Int32 { socket.number }
    var events: Int16 { Int16(unread.isEmpty ? POLLIN : POLLIN | POLLOUT) }
    var deadline: UInt64? { transport.deadline.map { UInt64($0 / .microseconds(1)) } }

    private var now: Duration { .microseconds(PollLoop.now) }

    func ready(_ events: Int16) {
        for _ in 0..<Self.together {
            guard isOpen, let report = received() else { break }
            carryOut(transport.received(report, at: now))
        }
        carryOut(transport.elapsed(at: now))
    }

    /// The next report; nil without one. Anything else ends the connection.
    private func received() -> [UInt8]? {
        var report = [UInt8](repeating: 0, count: HIDTransport.reportSize)
        // The room belongs to the call, which is told its size, and tells the packet's own.
        let count = unsafe recv(socket.number, &report, report.count, Int32(MSG_DONTWAIT | MSG_TRUNC))
        if count == report.count { return report }
        if count >= 0 || ![EAGAIN, EINTR].contains(errno) { end() }
        return nil
    }

    private func carryOut(_ effects: [HIDTransport.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let report): unread.append(report)
            case .cancel: task?.cancel()
            case .perform(let message, let number):
                task = Task.immediate(executorPreference: loop) {
                    let answer = await self.answer(message, number)
                    self.carryOut(self.transport.answer(answer.message, to: number))
                }
            }
        }
        send()
    }

    private func send() {
        guard isOpen else { return }
        while let report = unread.first {
            // The bytes are lent to the call with their count.
            let count = unsafe Glibc.send(
                socket.number, report, report.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
            if count < 0 {
                guard errno == EAGAIN, unread.count <= Self.unreadLimit else { return end() }
                return
            }
            unread.removeFirst()
        }
    }

    /// Ends the call of the command under way, too.
    private func end() {
        guard isOpen else { return }
        isOpen = false
        loop.forget(self)
        task?.cancel()
        line.close()
        ended()
    }

    // MARK: Commands

    private func answer(_ message: [UInt8], _ number: Int) async -> AuthenticatorAnswer {
        do throws(CTAPStatus) {
            switch try AuthenticatorRequest(message) {
            case .getInfo: return .info(gate.info)
            case .keyAgreement: return .keyAgreement(x: agreement.x, y: agreement.y)
            case .userVerificationTries: return .userVerificationTries(try await line.tries())
            case .selection:
                transport.awaits(.user, number)
                try await line.touch(for: process)
                return .done
            case .touch:
                transport.awaits(.user, number)
                try await line.touch(for: process)
                // Clients take it for a touch: libfido2, Chromium and Firefox.
                return .refused(.pinNotSet)
            case .makeCredential(let creation):
                transport.awaits(.user, number)
                return try await line.make(creation, for: process)
            case .getAssertion(let request):
                if request.isSilent { return .signedIn(try await silent(request)) }
                let salts = try request.salts.map { (wanted) throws(CTAPStatus) in try agreement.open(wanted) }
                transport.awaits(.user, number)
                return .signedIn(try await line.signIn(request, salts, for: process))
            }
        } catch {
            return .refused(error)
        }
    }

    /// A passkey that is there, without asking. Discoverable ones are not told of: their sites are the user's own matter.
    private func silent(_ request: SignInRequest) async throws(CTAPStatus) -> SignIn {
        let known = try await line.probe(request.rpId, request.allow ?? [])
        guard let first = known.first else { throw .noCredentials }
        return .silent(first, rpIdHash: Array(SHA256.hash(data: Array(request.rpId.utf8))))
    }
}
