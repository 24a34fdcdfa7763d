import GateSensor
import Synchronization
import Testing

/// An actor that counts on the sensor thread.
private actor Counter {
    let executor: MainContextExecutor
    private(set) var order: [Int] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(on executor: MainContextExecutor) {
        self.executor = executor
    }

    func append(_ number: Int, _ body: @Sendable () -> Void = {}) {
        order.append(number)
        body()
    }

    nonisolated func isOnSensorThread() -> Bool? { executor.isIsolatingCurrentContext() }

    func isOnSensorThreadWithin() -> Bool? { executor.isIsolatingCurrentContext() }
}

/// Each test runs in a separate process, because a process has one sensor thread.
@Suite("The sensor thread")
struct MainContextExecutorTests {
    @Test("Jobs run on the thread one at a time and in order, and it recognises itself")
    func jobs() async {
        await #expect(processExitsWith: .success) {
            let executor = MainContextExecutor()
            let counter = Counter(on: executor)
            #expect(counter.isOnSensorThread() == false)
            #expect(await counter.isOnSensorThreadWithin() == true)
            for number in 0..<1000 { await counter.append(number) }
            #expect(await counter.order == Array(0..<1000))
            await withTaskGroup { group in
                for number in 0..<1000 { group.addTask { await counter.append(number) } }
            }
            #expect(await counter.order.count == 2000)
            executor.shutdown()
        }
    }

    @Test("What a job has left to do is done before the thread waits", .timeLimit(.minutes(1)))
    func beforeWaiting() async {
        await #expect(processExitsWith: .success) {
            let (done, doing) = AsyncStream.makeStream(of: Int.self)
            let left = Mutex(0)
            let executor = MainContextExecutor { doing.yield(left.withLock { $0 }) }
            let counter = Counter(on: executor)
            await counter.append(1) { left.withLock { $0 = 1 } }
            #expect(await done.first { $0 == 1 } == 1)
            executor.shutdown()
        }
    }

    @Test("Shutting down runs the queued jobs, and another thread may follow")
    func shutdown() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<20 {
                let executor = MainContextExecutor()
                let counter = Counter(on: executor)
                await counter.append(1)
                executor.shutdown()
                executor.shutdown()
            }
        }
    }

    @Test("A second thread beside the first traps")
    func second() async {
        await #expect(processExitsWith: .failure) {
            let executor = MainContextExecutor()
            let other = MainContextExecutor()
            other.shutdown()
            executor.shutdown()
        }
    }

    @Test("Code that wrongly claims to be on the thread traps")
    func notOnIt() async {
        await #expect(processExitsWith: .failure) {
            let executor = MainContextExecutor()
            executor.checkIsolated()
        }
    }
}
