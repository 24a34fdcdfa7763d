public import GateModel

/// A device whose keys cannot be read out: a TPM 2.0.
///
/// Only the same device can use the bytes that it returns. A call takes as long as the device, up to seconds, and may
/// be repeated after a failure.
public protocol SealingDevice: Sendable {
    /// Seals at most 128 bytes.
    func seal(_ secret: borrowing SecretBytes) async throws(SealingFailure) -> [UInt8]

    func unseal(_ sealed: [UInt8]) async throws(SealingFailure) -> SecretBytes

    /// Makes a P-256 key; signing needs both its blob and `authorization`, 32 bytes.
    func makeKey(authorization: borrowing SecretBytes) async throws(SealingFailure) -> DeviceKey

    /// Signs a SHA-256 digest by ECDSA: r and s, 32 bytes each. The key is loaded only for this call.
    func sign(
        digest: [UInt8], with key: borrowing SecretBytes, authorization: borrowing SecretBytes
    ) async throws(SealingFailure) -> [UInt8]

    /// Returns the same key with another authorization; the old blob stays usable with the old one.
    func changeAuthorization(
        of key: borrowing SecretBytes, from old: borrowing SecretBytes, to new: borrowing SecretBytes
    ) async throws(SealingFailure) -> SecretBytes

    /// Makes a counter that never decreases, replacing any with its number, and returns its value: above all earlier
    /// counters'.
    func makeCounter(_ counter: DeviceCounter) async throws(SealingFailure) -> UInt64

    /// A counter's value; nil if there is none. Throws `policyFailed` if another counter has its number.
    func value(of counter: DeviceCounter) async throws(SealingFailure) -> UInt64?

    /// Raises a counter to `target`, unless it is there already, and returns its value.
    func raise(_ counter: DeviceCounter, to target: UInt64) async throws(SealingFailure) -> UInt64

    /// Removes a counter, if it exists.
    func remove(_ counter: DeviceCounter) async throws(SealingFailure)

    /// Disconnects from the device, and removes the objects that were loaded for use.
    func disconnect() async
}

/// A key of a `SealingDevice`.
public struct DeviceKey: ~Copyable, Sendable {
    /// The public point, uncompressed (SEC 1, section 2.3.3): 65 bytes.
    public let point: [UInt8]
    /// The blob that the device needs to use the key; useless without the authorization.
    public let key: SecretBytes

    public init(point: [UInt8], key: consuming SecretBytes) {
        self.point = point
        self.key = key
    }
}

/// One of a device's counters, with the authorization to read and raise it.
public struct DeviceCounter: Sendable {
    /// A number of 22 bits, unique on the device.
    public let number: UInt32
    /// 32 bytes. It deters mischief; nothing else depends on its secrecy.
    public let authorization: [UInt8]

    public init(number: UInt32, authorization: [UInt8]) {
        self.number = number
        self.authorization = authorization
    }
}

/// A sealing device refused, or there is none; nothing has changed.
public struct SealingFailure: Error, Hashable, Sendable {
    public let reason: SealingReason
    /// For administrators: the attempted step and its result.
    public let detail: String

    public init(_ reason: SealingReason, detail: String) {
        self.reason = reason
        self.detail = detail
    }
}
