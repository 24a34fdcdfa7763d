/// The cost of trying one PIN (RFC 7914): 128 * `rounds` * `blockSize` bytes of memory, and work in proportion.
public struct ScryptParameters: Hashable, Sendable {
    /// N, a power of two.
    public let rounds: Int
    /// r.
    public let blockSize: Int
    /// p.
    public let parallelism: Int

    public init(rounds: Int, blockSize: Int, parallelism: Int) {
        self.rounds = rounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// 64 MiB, the daemon's largest use of memory.
    public static let released = ScryptParameters(rounds: 1 << 16, blockSize: 8, parallelism: 1)

    #if DEBUG
    /// 1 MiB, because the tests of a debug build try hundreds of PINs.
    public static let standard = ScryptParameters(rounds: 1 << 10, blockSize: 8, parallelism: 1)
    #else
    public static let standard = released
    #endif
}
