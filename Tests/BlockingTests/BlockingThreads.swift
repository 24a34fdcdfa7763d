import NIOPosix
public import Testing

/// Threads for tests that block: they wait for other processes with `poll` and `waitpid`.
///
/// The concurrency runtime has a thread a core, and a test that blocks one of them holds up every other test of the
/// process, so that what those await comes late, or after a time limit.
final class BlockingThreads: TaskExecutor {
    static let shared = BlockingThreads()

    private let threads = NIOThreadPool(numberOfThreads: 4)

    private init() {
        threads.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.submit { _ in unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// The tests of a suite block; see ``BlockingThreads``.
public struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        testCase == nil ? nil : self
    }

    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(BlockingThreads.shared) { try await function() }
    }
}

extension Trait where Self == BlockingTrait {
    /// The tests wait for other processes, each on a thread that may block.
    public static var blocking: Self { Self() }
}
