import GateModel
import GateSecret
import GateSocket
import GateSystem
import Glibc
import Testing

@testable import GateCore
@testable import GateReaders
@testable import GateSeats

@Suite("Questions to the password helper") struct PasswordQuestionTests {
    private static let user = User(id: UserID(rawValue: 1000), name: UserName(rawValue: "alice"))

    /// Listens like systemd does for the helper.
    private final class Listener: Sendable {
        let path: String
        private let directory: String
        private let socket: Descriptor

        init() throws {
            var template = Array("/tmp/biogate-questions-XXXXXX".utf8CString)
            directory = String(cString: try #require(mkdtemp(&template)))
            path = "\(directory)/password"
            socket = Descriptor(
                owning: Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0), path: path)
            let address = try #require(UnixAddress(path: path))
            try #require(address.apply(Glibc.bind, to: socket.number) == 0)
            try #require(listen(socket.number, 64) == 0)
        }

        deinit {
            unlink(path)
            rmdir(directory)
        }

        /// Blocks until the next question arrives; nil once the listener is closed.
        func next() -> Descriptor? {
            let number = accept(socket.number, nil, nil)
            return number < 0 ? nil : Descriptor(owning: number, path: path)
        }

        var isWaiting: Bool {
            var question = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
            return poll(&question, 1, 0) > 0
        }

        func close() { shutdown(socket.number, Int32(SHUT_RDWR)) }

        /// Answers the questions, each only once the maximum number is open. Returns whether there were more.
        func answer(_ count: Int, atATime: Int) -> Bool {
            var wereMore = false
            var asked = 0
            var open: [Int32] = []
            while asked < count {
                guard let question = next() else { break }
                asked += 1
                open.append(dup(question.number))
                guard open.count == atATime else { continue }
                wereMore = wereMore || isWaiting
                Self.answer(open.removeFirst())
            }
            for question in open { Self.answer(question) }
            return wereMore
        }

        private static func answer(_ question: Int32) {
            // A new connection may not have asked yet. A question without a password has seven bytes.
            var asked = [UInt8](repeating: 0, count: 7)
            _ = recv(question, &asked, asked.count, Int32(MSG_WAITALL))
            _ = send(question, "y", 1, Int32(MSG_NOSIGNAL))
            Glibc.close(question)
        }
    }

    @Test("Up to the limit no question waits for another's answer; those beyond it wait, and are answered")
    func atATime() async throws {
        let listener = try Listener()
        // Long enough on any machine, however busy.
        let helper = PasswordHelper(path: listener.path, service: "biogate", limit: .seconds(3600))
        let count = PasswordHelper.questions + 8
        // On the loop, as in the daemon.
        let (answers, wereMore) = await withTaskExecutorPreference(ServingLoop.ofTests.taskExecutor) {
            async let wereMore = onThread { listener.answer(count, atATime: PasswordHelper.questions) }
            let answers = await Self.ask(helper, count)
            listener.close()
            return (answers, await wereMore)
        }
        #expect(answers == Array(repeating: .success(true), count: count))
        #expect(!wereMore)
    }

    private static func ask(_ helper: PasswordHelper, _ count: Int) async -> [Result<Bool, PasswordUnavailable>] {
        await withTaskGroup { group in
            for _ in 0..<count {
                group.addTask { () -> Result<Bool, PasswordUnavailable> in
                    do throws(PasswordUnavailable) {
                        return .success(try await helper.hasPassword(user))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}
