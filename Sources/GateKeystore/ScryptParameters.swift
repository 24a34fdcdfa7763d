/// What trying one PIN costs (RFC 7914): 128 * `rounds` * `blockSize` bytes of memory, and as much work.
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

    /// 64 MiB, the most that the daemon spends at a time.
    public static let standard = ScryptParameters(rounds: 1 << 16, blockSize: 8, parallelism: 1)
}
