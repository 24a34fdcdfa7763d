import CGateShims
import GateModel
import GateSecret
import GateSystem
import Glibc
import Synchronization

/// Asks the password helper, the only process that talks to PAM; one connection per question.
package struct PasswordHelper: PasswordChecker {
    /// A socket that a service manager serves, or the helper's program, to be started for each question.
    let path: String
    /// The PAM service, for a helper started here.
    let service: String

    /// The limit for one question; PAM delays a wrong password by two or three seconds.
    let limit: Duration
    /// How many questions run at a time, each on its own thread; more wait in order of arrival.
    ///
    /// A user has at most as many at a time as turns in `CallTurns`, and the throttle soon pauses one who guesses
    /// wrong. The number is below `MaxConnections` of biogate-password.socket, because a helper's process outlives its
    /// answer a little.
    static let questions = 24
    private static let places = Places(questions)

    package init(path: String, service: String, limit: Duration = .seconds(10)) {
        self.path = path
        self.service = service
        self.limit = limit
    }

    func hasPassword(_ user: User) async throws(PasswordUnavailable) -> Bool {
        switch try await ask(.exists, user, unsafe SecretBytes(count: 0) { _ in }) {
        case .yes: true
        case .no, .refused: false
        }
    }

    func check(_ password: borrowing SecretBytes, of user: User) async throws(PasswordUnavailable) -> PasswordVerdict {
        switch try await ask(.check, user, password.duplicate()) {
        case .yes: .right
        case .no: .wrong
        case .refused: .refused
        }
    }

    func digest(of user: User, under key: [UInt8]) async throws(PasswordUnavailable) -> PasswordDigest {
        let answer = try await answer(
            .digest, user, unsafe SecretBytes(count: key.count) { unsafe $0.copyBytes(from: key) })
        switch Verdict(rawValue: answer[0]) {
        case .yes where answer.count == 1 + Self.digestBytes: return .set(Array(answer.dropFirst()))
        case .no: return .notSet
        case .yes, .refused, nil: throw .noAnswer
        }
    }

    private enum Kind: UInt8 {
        case exists = 0x48
        case check = 0x43
        case digest = 0x44
    }

    private static let digestBytes = 32

    private enum Verdict: UInt8 {
        case yes = 0x79
        case no = 0x6E
        case refused = 0x72
    }

    private func ask(
        _ kind: Kind, _ user: User, _ password: consuming SecretBytes
    ) async throws(PasswordUnavailable) -> Verdict {
        guard password.count <= 4096 else { return .no }
        guard let answer = Verdict(rawValue: try await answer(kind, user, password)[0]) else { throw .noAnswer }
        return answer
    }

    /// The helper's answer: a byte, and with it a digest if that was asked for and there is one.
    private func answer(
        _ kind: Kind, _ user: User, _ password: consuming SecretBytes
    ) async throws(PasswordUnavailable) -> [UInt8] {
        let message = Handoff(Self.message(kind, user.id, password))
        let deadline = ContinuousClock.now + limit
        await Self.places.enter()
        return try await onThread {
            defer { Self.places.leave() }
            return exchange(message, until: deadline)
        }.get()
    }

    /// Blocks the thread until the helper answers or time is up.
    private func exchange(
        _ message: Handoff<SecretBytes>, until deadline: ContinuousClock.Instant
    ) -> Result<[UInt8], PasswordUnavailable> {
        // A question whose whole time passed in the queue is not sent, so the password is not compared.
        guard deadline > .now else { return .failure(.noAnswer) }
        guard let message = message.take(),
            var helper = HelperConnection(path: path, service: service, until: deadline)
        else { return .failure(.missing) }
        return helper.exchange(message, until: deadline)
    }

    /// The layout: one byte for the kind, four for the user number and two for the password's length, both
    /// little-endian, then the password.
    private static func message(_ kind: Kind, _ user: UserID, _ password: consuming SecretBytes) -> SecretBytes {
        let count = password.count
        let header =
            [kind.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: user.rawValue >> (8 * $0)) }
            + [UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8)]
        // The buffer fits the header and the password exactly.
        return unsafe SecretBytes(count: header.count + count) { room in
            unsafe room.copyBytes(from: header)
            unsafe password.withBytes { bytes in
                unsafe UnsafeMutableRawBufferPointer(rebasing: room[header.count...]).copyMemory(from: bytes)
            }
        }
    }
}

/// One question to the helper; the connection, and a helper started for it, end with this value.
private struct HelperConnection: ~Copyable {
    private let socket: Descriptor
    /// Only set for a helper started here.
    private let process: ChildProcess?
    private var hasAnswered = false

    /// How long a helper may take to exit after its answer.
    private static let leave: Duration = .seconds(1)

    init?(path: String, service: String, until deadline: ContinuousClock.Instant) {
        var status = stat()
        // The path is a C string for the length of the call (stat(2)).
        guard unsafe stat(path, &status) == 0 else { return nil }
        if status.st_mode & S_IFMT == S_IFSOCK {
            guard let socket = Self.connect(to: path, until: deadline) else { return nil }
            self.socket = socket
            process = nil
        } else {
            var pair: [Int32] = [-1, -1]
            // Room for the two descriptors (socketpair(2)).
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            guard unsafe socketpair(AF_UNIX, type, 0, &pair) == 0 else { return nil }
            let theirs = Descriptor(owning: pair[1], path: path)
            let ours = Descriptor(owning: pair[0], path: path)
            guard let process = Self.start(path, service: service, with: theirs) else { return nil }
            socket = ours
            self.process = process
        }
    }

    deinit {
        guard let process else { return }
        // A helper that has answered unloads PAM's modules and exits, which closes its end of the socket. One that did
        // not answer, or takes too long to exit, is killed.
        shutdown(socket.number, Int32(SHUT_WR))
        if !hasAnswered || !socket.awaitsInput(until: .now + Self.leave) { process.send(SIGKILL) }
        process.wait()
    }

    /// The longest answer: a byte and a digest.
    private static let answerBytes = 33

    /// Sends the question and waits for the answer, which the helper writes in one piece: at least one byte.
    mutating func exchange(
        _ message: borrowing SecretBytes, until deadline: ContinuousClock.Instant
    ) -> Result<[UInt8], PasswordUnavailable> {
        let isSent = unsafe message.withBytes { bytes in
            // A question is far smaller than the socket's buffer, so one send takes all of it (send(2)).
            unsafe send(socket.number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
        }
        guard isSent else { return .failure(.noAnswer) }
        guard socket.awaitsInput(until: deadline) else { return .failure(.timeOver) }
        var answer = [UInt8](repeating: 0, count: Self.answerBytes)
        // The buffer is valid for the bytes passed (recv(2)).
        let count = unsafe answer.withUnsafeMutableBytes { unsafe recv(socket.number, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { return .failure(.noAnswer) }
        hasAnswered = true
        return .success(Array(answer.prefix(count)))
    }

    private static func connect(to path: String, until deadline: ContinuousClock.Instant) -> Descriptor? {
        guard let address = UnixAddress(path: path) else { return nil }
        let number = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return nil }
        let socket = Descriptor(owning: number, path: path)
        // connect(2) also blocks while a listener's queue is full, for at most the send timeout (unix(7), socket(7)).
        let left = max(1, (deadline - .now).millisecondsRoundedUp)
        var limit = timeval(tv_sec: Int(left / 1000), tv_usec: Int(left % 1000) * 1000)
        // The pointer is to a local of the size passed.
        unsafe setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard unsafe address.apply(Glibc.connect, to: number) == 0 else { return nil }
        return socket
    }

    /// Hides the daemon's environment from PAM's modules.
    private static let environment = [Array("PATH=/usr/sbin:/usr/bin:/sbin:/bin".utf8)]

    /// Starts the helper with one end of a socket pair as standard input.
    private static func start(
        _ path: String, service: String, with input: borrowing Descriptor
    ) -> ChildProcess? {
        let number = input.number
        return try? unsafe ChildProcess.start(
            path, [path, "--service", service], environment: environment, inheriting: .nothing
        ) {
            actions in
            // `actions` is valid for the length of the call.
            unsafe posix_spawn_file_actions_adddup2(&actions, number, STDIN_FILENO)
        }
    }
}

/// Carries a value that is not copyable into a task, once.
private final class Handoff<Value: ~Copyable & Sendable>: Sendable {
    private let value: Mutex<Value?>

    init(_ value: consuming sending Value) {
        self.value = Mutex(value)
    }

    func take() -> Value? {
        value.withLock { $0.take() }
    }
}
