import GateModel
import GateSocket
import GateSystem
import GateTestSupport
import Testing

@testable import GateCore
@testable import GateDoor

/// A waiter is queued in a separate job, after what others do in the meantime.
@Suite("Turns of calls") struct TurnTests {
    private actor Desk {
        private nonisolated let loop: ManualLoop
        private let turns = CallTurns()
        private let places = Places(1)
        private(set) var hadTurns: [Bool] = []
        private(set) var entered = 0
        var isGone = false

        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

        init(on loop: ManualLoop) { self.loop = loop }

        /// Begins like a call that was read from a socket.
        func call(_ body: @escaping @Sendable (isolated Desk) async -> Void) {
            Task.immediate(executorPreference: loop.taskExecutor) { await body(self) }
        }

        func take(_ connection: UInt64) async {
            let claimant = Claimant.user(UserID(rawValue: 1000))
            hadTurns.append(await turns.begin(ConnectionID(rawValue: connection), of: claimant, unless: { isGone }))
        }

        func giveBack() { turns.end(of: Claimant.user(UserID(rawValue: 1000))) }

        func leave() { isGone = true }

        func enter() async {
            await places.enter()
            entered += 1
        }

        func exit() { places.leave() }
    }

    private static func desk() -> (ManualLoop, Desk) {
        let loop = ManualLoop(isInterleaving: true)
        return (loop, Desk(on: loop))
    }

    @Test("A turn returned while a call is being queued goes to that call, after any number of steps")
    func turn() {
        for steps in 0..<8 {
            let (loop, desk) = Self.desk()
            for connection in 1...4 { desk.assumeIsolated { $0.call { await $0.take(UInt64(connection)) } } }
            loop.drain()
            desk.assumeIsolated { $0.call { await $0.take(5) } }
            for _ in 0..<steps { loop.step() }
            desk.assumeIsolated { desk in for _ in 0..<4 { desk.giveBack() } }
            loop.drain()
            #expect(desk.assumeIsolated { $0.hadTurns } == [true, true, true, true, true], "\(steps)")
        }
    }

    @Test("A client that left while its call was being queued gets no turn")
    func gone() {
        let (loop, desk) = Self.desk()
        for connection in 1...4 { desk.assumeIsolated { $0.call { await $0.take(UInt64(connection)) } } }
        loop.drain()
        desk.assumeIsolated { $0.call { await $0.take(5) } }
        desk.assumeIsolated { $0.leave() }
        loop.drain()
        #expect(desk.assumeIsolated { $0.hadTurns } == [true, true, true, true, false])
    }

    @Test("A place returned while a waiter is being queued goes to that waiter")
    func place() {
        for steps in 0..<8 {
            let (loop, desk) = Self.desk()
            desk.assumeIsolated { $0.call { await $0.enter() } }
            loop.drain()
            desk.assumeIsolated { $0.call { await $0.enter() } }
            for _ in 0..<steps { loop.step() }
            desk.assumeIsolated { $0.exit() }
            loop.drain()
            #expect(desk.assumeIsolated { $0.entered } == 2, "\(steps)")
        }
    }
}
