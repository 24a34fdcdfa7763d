public import GateModel

/// A device that keeps keys which nobody reads out: a TPM 2.0.
///
/// What it hands out as bytes only the same device can use again. A call takes as long as the device takes, up to
/// seconds, and may be made again after it failed.
public protocol SealingDevice: Sendable {
    /// Seals at most 128 bytes.
    func seal(_ secret: borrowing SecretBytes) async throws(SealingFailure) -> [UInt8]

    func unseal(_ sealed: [UInt8]) async throws(SealingFailure) -> SecretBytes

    /// Makes a P-256 key that signs for whoever has `authorization`, 32 bytes, and the key's own.
    func makeKey(authorization: borrowing SecretBytes) async throws(SealingFailure) -> DeviceKey

    /// An ECDSA signature of a SHA-256 digest: r and s, 32 bytes each. The key is loaded for it and for nothing more.
    func sign(
        digest: [UInt8], with key: borrowing SecretBytes, authorization: borrowing SecretBytes
    ) async throws(SealingFailure) -> [UInt8]

    /// The same key for another authorization; what it was before stays usable to whoever kept it.
    func changeAuthorization(
        of key: borrowing SecretBytes, from old: borrowing SecretBytes, to new: borrowing SecretBytes
    ) async throws(SealingFailure) -> SecretBytes

    /// Makes a counter that never goes back, in the place of any that has its number, and returns where it stands: above
    /// all that were there before.
    func makeCounter(_ counter: DeviceCounter) async throws(SealingFailure) -> UInt64

    /// Where a counter stands; nil where there is none. Throws `policyFailed` where its number is another one's.
    func value(of counter: DeviceCounter) async throws(SealingFailure) -> UInt64?

    /// Raises a counter until it stands where it is to stand, unless it does already, and returns where it stands.
    func raise(_ counter: DeviceCounter, to target: UInt64) async throws(SealingFailure) -> UInt64

    /// Removes a counter; one that is not there is no failure.
    func remove(_ counter: DeviceCounter) async throws(SealingFailure)

    /// Lets go of the device, and takes out of it what was put there for the time of its use.
    func disconnect() async
}

/// A key of a `SealingDevice`.
public struct DeviceKey: ~Copyable, Sendable {
    /// The public point, uncompressed (SEC 1, section 2.3.3): 65 bytes.
    public let point: [UInt8]
    /// What the device needs to use the key again; of no use without the authorization.
    public let key: SecretBytes

    public init(point: [UInt8], key: consuming SecretBytes) {
        self.point = point
        self.key = key
    }
}

/// One of a device's counters, and what lets it be read and raised.
public struct DeviceCounter: Sendable {
    /// 22 bits that tell it from others'.
    public let number: UInt32
    /// 32 bytes; a barrier against mischief, not a secret that anything else hangs on.
    public let authorization: [UInt8]

    public init(number: UInt32, authorization: [UInt8]) {
        self.number = number
        self.authorization = authorization
    }
}

/// A sealing device refused, or there is none; nothing has changed.
public struct SealingFailure: Error, Hashable, Sendable {
    public let reason: SealingReason
    /// For an administrator: what was tried, and what came back.
    public let detail: String

    public init(_ reason: SealingReason, detail: String) {
        self.reason = reason
        self.detail = detail
    }
}
