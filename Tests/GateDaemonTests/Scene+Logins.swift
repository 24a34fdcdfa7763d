import GateModel
import GatePolicy
import GateTestSupport
import GateWire
import Testing

@testable import GateCore

/// A program behind the face interface, and the answers to it.
final class Login: @unchecked Sendable {
    // Unchecked: it stays on its test's thread, like `ManualLoop`.
    fileprivate(set) var answers: [FaceAnswer] = []
    /// Nil while it goes on; otherwise the failure, if any.
    fileprivate(set) var end: FaceFailure??
    fileprivate(set) var call: Call?

    var isOver: Bool { end != nil }
}

/// Calls of programs behind the face interface, about alice.
extension Scene {
    private static let face = UserID(rawValue: 990)

    private func login(
        on connection: UInt64, about user: UserID,
        _ body: @escaping @Sendable (isolated Gatekeeper, Caller, Login) async throws(FaceFailure) -> Void
    ) -> Login {
        let login = Login()
        login.call = begin(on: connection, by: Self.face, about: user) { gatekeeper, caller, _ in
            let caller = Caller(
                connection: caller.connection, peer: caller.peer, program: caller.program, life: caller.life,
                about: nil,
                report: { progress, _ in
                    if progress.event == .waitingForFinger { login.answers.append(.waitingForFinger) }
                })
            do throws(FaceFailure) {
                try await body(gatekeeper, caller, login)
                login.end = .some(nil)
            } catch {
                login.end = error
            }
            return .done
        }
        return login
    }

    private static func asked(
        _ user: UserID, at reader: Reader, _ login: Login, for asker: FaceAsker = FaceAsker(user: nil, process: nil)
    ) -> FaceAsk {
        FaceAsk(
            user: user, reader: reader.id, finger: nil, asker: asker, report: { login.answers.append($0) })
    }

    func verify(
        _ user: UserID = alice.id, at reader: Reader = reader, on connection: UInt64 = 1,
        for asker: FaceAsker = FaceAsker(user: nil, process: nil)
    ) -> Login {
        login(on: connection, about: user) { gatekeeper, caller, login async throws(FaceFailure) in
            try await gatekeeper.verify(Self.asked(user, at: reader, login, for: asker), by: caller)
        }
    }

    func enroll(_ finger: Finger, on connection: UInt64) -> Login {
        login(on: connection, about: Self.alice.id) { gatekeeper, caller, login async throws(FaceFailure) in
            try await gatekeeper.enroll(finger, Self.asked(Self.alice.id, at: Self.reader, login), by: caller)
        }
    }

    func deleteFingers(on connection: UInt64 = 1) -> Login {
        login(on: connection, about: Self.alice.id) { gatekeeper, caller, login async throws(FaceFailure) in
            try await gatekeeper.deletePrints(Self.asked(Self.alice.id, at: Self.reader, login), by: caller)
        }
    }

    /// Keeps the first reader open.
    func keepOpen(on connection: UInt64 = 1) -> Login {
        login(on: connection, about: Self.alice.id) { gatekeeper, caller, login async throws(FaceFailure) in
            try await gatekeeper.keepOpen(Self.reader.id, for: caller) { login.answers.append(.opened) }
        }
    }

    /// The program leaves.
    func end(_ login: Login) throws {
        let connection = try #require(login.call?.connection)
        gatekeeper.assumeIsolated { $0.connectionClosed(connection, gone: []) }
        loop.drain()
    }
}
