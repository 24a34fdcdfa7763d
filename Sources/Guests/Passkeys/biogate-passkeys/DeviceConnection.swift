import BiometricGate
import Crypto
import GateCTAP
import GateGuidance
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
    private var agreement = ClientAgreement()
    /// The rest of the list that a client reads.
    private var list: PasskeyList?
    /// The command under way.
    private var task: Task<Void, Never>?
    private var isOpen = true
    private let start = ContinuousClock.now

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

    /// The time that the machine sleeps counts: tokens end in it.
    private var age: Duration { start.duration(to: .now) }
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
                let channel = transport.channel ?? 0
                task = Task.immediate(executorPreference: loop) {
                    let answer = await self.answer(message, number, channel)
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

    private func answer(_ message: [UInt8], _ number: Int, _ channel: UInt32) async -> AuthenticatorAnswer {
        do throws(CTAPStatus) {
            switch try AuthenticatorRequest(message) {
            case .getInfo: return .info(gate.info)
            case .keyAgreement: return .keyAgreement(x: agreement.x, y: agreement.y)
            case .userVerificationTries: return .userVerificationTries(try await line.tries())
            case .token(let request): return .token(try await token(request, number, channel))
            case .manage(let command, let proof): return try await manage(command, proof, channel)
            case .next(let isSite): return .listed(try next(isSite: isSite, channel))
            case .touch(let status):
                transport.awaits(.user, number)
                try await line.touch(\.passkeyTouchReason, for: process)
                return status.map { .refused($0) } ?? .done
            case .makeCredential(let creation):
                try use(creation.proof, .make, creation.rpId, channel)
                transport.awaits(.user, number)
                let answer = try await line.make(creation, for: process)
                agreement.spend(creation.proof)
                return answer
            case .getAssertion(let request):
                try use(request.proof, .signIn, request.rpId, channel)
                if request.isSilent { return .signedIn(try await silent(request)) }
                let salts = try request.salts.map { (wanted) throws(CTAPStatus) in try agreement.open(wanted) }
                transport.awaits(.user, number)
                let signIn = try await line.signIn(request, salts, for: process)
                agreement.spend(request.proof)
                return .signedIn(signIn)
            }
        } catch {
            return .refused(error)
        }
    }

    /// A passkey that is there, without asking. Discoverable ones are not told of: their sites are the user's own matter.
    private func silent(_ request: SignInRequest) async throws(CTAPStatus) -> SignIn {
        let (ids, hash) = (request.allow ?? [], request.rpId.sha256)
        var known = try await line.probe(request.rpId, ids)
        if known.isEmpty, request.proof != nil {
            // With a token, also those of credProtect 3: clients that search first would never sign in with them.
            known = try await line.passkeys().filter { $0.rpIdHash == hash }.map(\.credentialId).filter(ids.contains)
        }
        guard let first = known.first else { throw .noCredentials }
        return .silent(first, rpIdHash: hash)
    }

    // MARK: Tokens

    /// A token for a site costs no touch: the command that it is for asks the user, who sees the account there. One that
    /// manages passkeys does, because its commands ask nobody.
    private func token(
        _ request: TokenRequest, _ number: Int, _ channel: UInt32
    ) async throws(CTAPStatus) -> [UInt8] {
        guard gate.info.verifiesUser else { throw .notAllowed }
        if request.permissions.contains(.manage) {
            transport.awaits(.user, number)
            try await line.touch(\.passkeyManagementReason, for: process)
        } else {
            guard try await line.canVerify() else { throw .uvBlocked }
        }
        let scope = TokenScope(request, rpIdHash: request.rpId?.sha256, on: channel, at: age)
        list = nil
        return try agreement.makeToken(for: request, scope)
    }

    /// Without a proof, a command asks the user all the same.
    private func use(
        _ proof: TokenProof?, _ permission: TokenPermissions, _ rpId: String, _ channel: UInt32
    ) throws(CTAPStatus) {
        guard let proof else { return }
        try agreement.use(proof, permission, for: rpId.sha256, on: channel, at: age)
    }

    private func manage(
        _ command: Management, _ proof: TokenProof, _ channel: UInt32
    ) async throws(CTAPStatus) -> AuthenticatorAnswer {
        let passkeys = try await line.passkeys().filter(\.isDiscoverable)
        func use(for rpIdHash: [UInt8]?) throws(CTAPStatus) {
            try agreement.use(proof, .manage, for: rpIdHash, on: channel, at: age)
            list = nil
        }
        switch command {
        case .count:
            try use(for: nil)
            return .count(passkeys.count, more: try await line.remaining())
        case .list(let rpIdHash):
            try use(for: rpIdHash)
            list = PasskeyList(of: passkeys, rpIdHash: rpIdHash)
            guard let first = list?.next(isSite: rpIdHash == nil) else { throw .noCredentials }
            return .listed(first)
        case .delete(let id):
            let passkey = passkeys.first { $0.credentialId == id }
            try use(for: passkey?.rpIdHash)
            guard passkey != nil else { throw .noCredentials }
            try await line.delete(id)
            return .done
        }
    }

    /// The next entry of the list that was begun, while its token may be used, which is its channel's.
    private func next(isSite: Bool, _ channel: UInt32) throws(CTAPStatus) -> CBOR {
        guard agreement.allowsManagement(on: channel, at: age), let entry = list?.next(isSite: isSite) else {
            throw .notAllowed
        }
        return entry
    }
}

extension String {
    var sha256: [UInt8] { Array(SHA256.hash(data: Array(utf8))) }
}
