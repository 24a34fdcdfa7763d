import GateSocket
import GateWire
import Glibc
import Synchronization
import Testing

@testable import GateCore
@testable import GateDoor

extension ServingLoop {
    /// Shared by all tests, because a loop is never shut down.
    static let ofTests = ServingLoop()
}

@Suite("Replies that are lists") struct ListWriterTests {
    /// Runs on the sockets' loop, like the Gatekeeper.
    private actor OnLoop {
        private let threads = Mutex<Set<pthread_t>>([])

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            ServingLoop.ofTests.executor.asUnownedSerialExecutor()
        }

        /// The message, and for each thread that wrote part of it whether it was the loop's.
        func list(_ count: Int) async -> (message: [UInt8], areLoop: Set<Bool>) {
            let own = pthread_self()
            let frame = await ListWriter().reply(count) {
                self.threads.withLock { _ = $0.insert(pthread_self()) }
                return ["numbers": .array((0..<count).map { .integer(Int64($0)) })]
            }
            #expect(pthread_self() == own)
            return (frame.withBytes { Array($0) }, Set(threads.withLock { $0 }.map { $0 == own }))
        }
    }

    @Test("A long list is written on another thread than the loop's", arguments: [(1, true), (32, true), (33, false)])
    func thread(count: Int, isLoop: Bool) async {
        let actor = OnLoop()
        let (message, areLoop) = await Task(executorPreference: ServingLoop.ofTests.taskExecutor) {
            await actor.list(count)
        }.value
        #expect(areLoop == [isLoop])
        let expected = "{\"parameters\":{\"numbers\":[\((0..<count).map(String.init).joined(separator: ","))]}}\0"
        #expect(String(decoding: message, as: UTF8.self) == expected)
    }
}
