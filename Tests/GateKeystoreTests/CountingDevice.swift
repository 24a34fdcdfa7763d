import GateModel
import GateSecret
import GateVault
import Synchronization

@testable import GateKeystore

/// A device that seals, counts like a TPM, and fails when told to.
final class CountingDevice: SealingDevice {
    private struct State {
        var counters: [UInt32: UInt64] = [:]
        var authorizations: [UInt32: [UInt8]] = [:]
        var raises = 0
        var isConnected = true
        /// For each of the next raises: whether it is carried out although it fails.
        var failures: [Bool] = []
        var held: [CheckedContinuation<Void, Never>]?
        var whenHeld: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// The number of raises so far.
    var raises: Int { state.withLock { $0.raises } }

    var standing: [UInt64] { state.withLock { Array($0.counters.values) } }

    /// Makes the next raises fail: each is refused, or carried out with its response lost.
    func failNext(_ count: Int = 1, carriedOut: Bool = false) {
        state.withLock { $0.failures += Array(repeating: carriedOut, count: count) }
    }

    /// Restores old counters. No TPM does this, so no test of a protection may begin with it.
    func restore(_ counters: [UInt32: UInt64]) { state.withLock { $0.counters = counters } }
    var counters: [UInt32: UInt64] { state.withLock { $0.counters } }

    /// Holds raises until `release`.
    func hold() { state.withLock { $0.held = [] } }

    func release() {
        let waiting = state.withLock { state in
            defer { state.held = nil }
            return state.held ?? []
        }
        for waiter in waiting { waiter.resume() }
    }

    /// Returns once a raise waits.
    func someRaiseWaits() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.held?.isEmpty == false { return true }
                state.whenHeld.append(continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    // MARK: SealingDevice

    func disconnect() { state.withLock { $0.isConnected = false } }

    var isConnected: Bool { state.withLock { $0.isConnected } }

    func seal(_ secret: borrowing SecretBytes) throws(SealingFailure) -> [UInt8] { secret.withBytes { [7] + $0 } }

    func unseal(_ sealed: [UInt8]) throws(SealingFailure) -> SecretBytes {
        SecretBytes(count: sealed.count - 1) { $0.copyBytes(from: sealed.dropFirst()) }
    }

    func makeCounter(_ counter: DeviceCounter) throws(SealingFailure) -> UInt64 {
        state.withLock { state in
            let standing = (state.counters.values.max() ?? 0) + 1
            state.counters[counter.number] = standing
            state.authorizations[counter.number] = counter.authorization
            return standing
        }
    }

    func value(of counter: DeviceCounter) throws(SealingFailure) -> UInt64? {
        let (standing, authorization) = state.withLock {
            ($0.counters[counter.number], $0.authorizations[counter.number])
        }
        guard standing == nil || authorization == counter.authorization else {
            throw SealingFailure(.policyFailed, detail: "AUTH_FAIL")
        }
        return standing
    }

    func raise(_ counter: DeviceCounter, to target: UInt64) async throws(SealingFailure) -> UInt64 {
        await withCheckedContinuation { continuation in
            let (isHeld, waiting) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
                guard state.held != nil else { return (false, []) }
                state.held?.append(continuation)
                defer { state.whenHeld = [] }
                return (true, state.whenHeld)
            }
            if !isHeld { continuation.resume() }
            for waiter in waiting { waiter.resume() }
        }
        let standing: UInt64? = state.withLock { state in
            let failure = state.failures.isEmpty ? nil : state.failures.removeFirst()
            guard failure != false, let standing = state.counters[counter.number] else { return nil }
            if standing < target {
                state.raises += 1
                state.counters[counter.number] = standing + 1
            }
            return failure == nil ? state.counters[counter.number] : nil
        }
        guard let standing else { throw SealingFailure(.busy, detail: "NV_RATE") }
        return standing
    }

    func remove(_ counter: DeviceCounter) throws(SealingFailure) {
        state.withLock { $0.counters[counter.number] = nil }
    }

    func makeKey(authorization: borrowing SecretBytes) throws(SealingFailure) -> DeviceKey { throw Self.noKeys }

    func sign(
        digest: [UInt8], with key: borrowing SecretBytes, authorization: borrowing SecretBytes
    ) throws(SealingFailure) -> [UInt8] { throw Self.noKeys }

    func changeAuthorization(
        of key: borrowing SecretBytes, from old: borrowing SecretBytes, to new: borrowing SecretBytes
    ) throws(SealingFailure) -> SecretBytes { throw Self.noKeys }

    private static let noKeys = SealingFailure(.faulted, detail: "it makes no keys")
}
