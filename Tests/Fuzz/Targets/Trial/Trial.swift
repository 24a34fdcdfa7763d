internal import Dispatch
internal import Glibc
internal import Synchronization

/// The bytes of one trial, taken from the front; after the end come zeros.
public struct Trial {
    public private(set) var rest: ArraySlice<UInt8>

    /// The arguments of `LLVMFuzzerTestOneInput`.
    public init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        rest = unsafe Array(UnsafeBufferPointer(start: start, count: count))[...]
    }

    public var isAtEnd: Bool { rest.isEmpty }

    public mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// At most `count` bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    public mutating func integer() -> Int64 {
        (0..<8).reduce(0) { number, _ in number << 8 | Int64(byte()) }
    }
}

/// Ends the process if a property does not hold, so that libFuzzer keeps the trial.
public func require(_ holds: Bool, _ property: @autoclosure () -> String) {
    guard !holds else { return }
    print("The property does not hold: \(property())")
    // libFuzzer knows no findings but crashes.
    abort()
}

/// Runs waiting work to its end while the calling thread stands still, as libFuzzer requires.
public func finish<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let ending = Ending<Value>()
    Task {
        do {
            ending.come(.success(try await work()))
        } catch {
            ending.come(.failure(error))
        }
    }
    return try ending.wait().get()
}

private final class Ending<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func come(_ result: Result<Value, any Error>) {
        self.result.withLock { $0 = result }
        isThere.signal()
    }

    func wait() -> Result<Value, any Error> {
        while true {
            isThere.wait()
            if let result = result.withLock({ $0 }) { return result }
        }
    }
}

/// This process's own directory in `TMPDIR`, which `fuzz.sh` removes.
public func makeDirectory() -> String {
    // Nothing here changes the environment, and the copy is made at once.
    let place = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    let path = "\(place)/biogate-fuzz-\(getpid())"
    require(unsafe mkdir(path, 0o700) == 0, "\(path) can be made")
    return path
}
