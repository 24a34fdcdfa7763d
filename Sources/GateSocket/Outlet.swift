import NIOCore

/// The answers of one connection that its client has not read yet.
struct Outlet {
    private enum Flow {
        case free
        /// The client reads too slowly: holds the newest progress.
        case stalled(ByteBuffer?)
    }

    private enum Deadline {
        case stopped
        case running
        /// Bytes were sent since it started.
        case stale
    }

    private let maximum: Int
    private var flow = Flow.free
    private var deadline = Deadline.stopped
    private(set) var unwrittenBytes = 0
    /// The part of `unwrittenBytes` that is not flushed yet.
    private(set) var unflushedBytes = 0

    /// - Parameter maximum: bytes that may wait, not counting the newest answer.
    init(maximum: Int) { self.maximum = maximum }

    var heldBytes: Int {
        switch flow {
        case .free: unwrittenBytes
        case .stalled(let progress): unwrittenBytes + (progress?.readableBytes ?? 0)
        }
    }

    /// Counts bytes that are to be written; false if too many wait already.
    mutating func mayWrite(_ bytes: Int) -> Bool {
        guard unwrittenBytes <= maximum else { return false }
        unwrittenBytes += bytes
        unflushedBytes += bytes
        return true
    }

    mutating func flushed() { unflushedBytes = 0 }

    mutating func wrote(_ bytes: Int) {
        unwrittenBytes -= bytes
        switch deadline {
        case .stopped, .stale: break
        case .running: deadline = .stale
        }
    }

    /// Returns the progress to write now; nil if it is held.
    mutating func passed(_ progress: ByteBuffer?) -> ByteBuffer? {
        switch flow {
        case .free: return progress
        case .stalled:
            flow = .stalled(progress)
            return nil
        }
    }

    mutating func dropProgress() { _ = passed(nil) }

    mutating func stalled() {
        switch flow {
        case .free: flow = .stalled(nil)
        case .stalled: break
        }
    }

    /// Returns the held progress, to be written now.
    mutating func freed() -> ByteBuffer? {
        switch flow {
        case .free: return nil
        case .stalled(let progress):
            flow = .free
            return progress
        }
    }

    /// True to restart the deadline, false to stop it, nil to leave it.
    mutating func nextOfDeadline() -> Bool? {
        switch deadline {
        case .running: return nil
        case .stopped: guard unwrittenBytes > 0 else { return nil }
        case .stale: break
        }
        deadline = unwrittenBytes > 0 ? .running : .stopped
        return unwrittenBytes > 0
    }
}
