import GateCipher
import GateModel
import GateSocket
import GateSystem
import GateWire
import GateTestSupport
import Glibc
import Logging
import Synchronization
import Testing

@testable import GateCore
@testable import GateDaemon
@testable import GateDoor
@testable import GateSeats

@Suite("The service, on a socket") struct ServiceTests {
    @Test("A watch waits for the user's other calls until the user is known")
    func unknownUsers() async throws {
        let accounts = HeldAccounts()
        let path = "/tmp/biogate-service-\(getpid())"
        let listener = try await listen(path, accounts)
        defer { unlink(path) }
        let clients = try (1...12).map { _ in try Client(path) }
        for client in clients {
            try client.send(#"{"method":"org.biometricgate.Gate.WatchAvailability","more":true}"#)
        }
        await accounts.untilAsked(4)
        // A connection accepted after the others is read after them; a look-up runs behind the call that wants it, so
        // that one too many would be asked before the second answer.
        for _ in 1...2 {
            let last = try Client(path)
            try last.send(#"{"method":"org.biometricgate.Gate.ListReaders"}"#)
            #expect(try last.receive().contains("readers"))
        }
        #expect(accounts.asked == 4)
        accounts.release()
        for client in clients { #expect(try client.receive().contains("availability")) }
        await listener.close(grace: .zero)
    }

    @Test("A call answered from memory does not wait, even if the user's turns are all taken")
    func fromMemory() async throws {
        let accounts = HeldAccounts()
        let path = "/tmp/biogate-memory-\(getpid())"
        let listener = try await listen(path, accounts)
        defer { unlink(path) }
        let waiting = try (1...4).map { _ in try Client(path) }
        for client in waiting { try client.send(#"{"method":"org.biometricgate.Gate.ListItems"}"#) }
        let client = try Client(path)
        for (method, answer) in [
            ("ListReaders", "readers"), ("GetLastAuthentication", #"{"authentication":null}"#),
            ("ForgetAuthentication", "{}"),
        ] {
            try client.send(#"{"method":"org.biometricgate.Gate.\#(method)"}"#)
            #expect(try client.receive().contains(answer))
        }
        await accounts.untilAsked(4)
        #expect(accounts.asked == 4)
        accounts.release()
        for client in waiting { #expect(try client.receive().contains("items")) }
        await listener.close(grace: .zero)
    }

    private func listen(_ path: String, _ accounts: HeldAccounts) async throws -> GateListener {
        let loop = ServingLoop()
        let silent = Logger(label: "service") { _ in SwiftLogNoOpLogHandler() }
        let gatekeeper = Gatekeeper(
            on: loop, rules: Configuration().rules(isLoginSealed: true), sensor: ScriptedSensor(),
            keystore: MemoryKeystore(),
            pendingScans: MemoryScanLedger(), passwords: nil, accounts: accounts, clock: GateClock(),
            audit: Audit(logger: silent, clock: GateClock(), timers: loop), isFaceServed: false)
        try await gatekeeper.start()
        let entrance = Entrance()
        let door = Door(
            gatekeeper: gatekeeper, sessions: LogindWatch(interactiveOnly: false, timers: loop, logger: silent),
            clock: GateClock(),
            rules: Configuration().doorRules, cryptography: SwiftCryptography(),
            lockNotice: LockNotice(logger: silent))
        entrance.open(door)
        return try await GateListener.start(
            GateListenerConfiguration(source: .path(path)), on: loop, handler: entrance.side(of: .gate, connections: 64)
        )
    }
}

/// Name services that answer when a test lets them.
private final class HeldAccounts: AccountLookUp {
    private struct State {
        var asked = 0
        var isHeld = true
        var waiting: [CheckedContinuation<Void, Never>] = []
        var awaited: (count: Int, waiter: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())

    var asked: Int { state.withLock { $0.asked } }

    /// Returns once so many look-ups have begun. One caller at a time.
    func untilAsked(_ count: Int) async {
        await withCheckedContinuation { waiter in
            let isReached = state.withLock { state in
                if state.asked < count { state.awaited = (count, waiter) }
                return state.asked >= count
            }
            if isReached { waiter.resume() }
        }
    }

    func number(of name: UserName) async -> UserID? { nil }

    func user(_ id: UserID) async throws(LookUpFailed) -> (user: User, hasAccount: Bool) {
        await withCheckedContinuation { call in
            let (isHeld, waiter) = state.withLock { state in
                state.asked += 1
                if state.isHeld { state.waiting.append(call) }
                let waiter = state.awaited.flatMap { state.asked >= $0.count ? $0.waiter : nil }
                if waiter != nil { state.awaited = nil }
                return (state.isHeld, waiter)
            }
            waiter?.resume()
            if !isHeld { call.resume() }
        }
        return (User(id: id, name: UserName(rawValue: "somebody")), true)
    }

    func release() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isHeld = false
            return state.waiting
        }
        for call in waiting { call.resume() }
    }
}

/// A client whose reads wait for at most 30 s, so that only a failing test takes longer.
private final class Client {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let address = try #require(UnixAddress(path: path))
        let number = descriptor
        try #require(address.apply(connect, to: number) == 0)
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ message: String) throws {
        let bytes = Array(message.utf8) + [0]
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    }

    /// One message.
    func receive() throws -> String {
        var message: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            try #require(read(descriptor, &byte, 1) == 1)
            if byte == 0 { return String(decoding: message, as: UTF8.self) }
            message.append(byte)
        }
    }
}
