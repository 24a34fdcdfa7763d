import NIOPosix
public import Testing

/// The threads of one blocking test, which waits for other processes with `poll` and `waitpid`.
///
/// The concurrency runtime has one thread per core. A test that blocks one of them delays every other test of the
/// process, so that their events come late, or after a time limit. Threads shared by blocking tests would do the same:
/// a test that awaits something would resume only after all tests that wait to begin.
private final class TestThreads: TaskExecutor {
    private let threads = NIOThreadPool(numberOfThreads: 4)

    init() {
        threads.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.submit { _ in unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    func end() async throws {
        try await threads.shutdownGracefully()
    }
}

/// Admits a few tests at a time, in order of arrival.
private actor Admission {
    static let shared = Admission(places: 6)

    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int) {
        self.places = places
    }

    func enter() async {
        if places > 0 {
            places -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func leave() {
        if waiting.isEmpty {
            places += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}

/// Marks a suite whose tests block: each has its own threads to block, and a few run at a time.
public struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        testCase == nil ? nil : self
    }

    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        await Admission.shared.enter()
        let threads = TestThreads()
        let result: Result<Void, any Error>
        do {
            result = .success(try await withTaskExecutorPreference(threads) { try await function() })
        } catch {
            result = .failure(error)
        }
        try await threads.end()
        await Admission.shared.leave()
        try result.get()
    }
}

extension Trait where Self == BlockingTrait {
    /// The tests wait for other processes, each on a thread that may block.
    public static var blocking: Self { Self() }
}
