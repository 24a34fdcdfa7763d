import GateModel
import GatePolicy
import GateVault

/// Chooses the readers of a call, and the errors for readers that cannot be used.
extension Situations {
    /// The readers whose judgement counts for a call: the named one, otherwise all uncovered readers with prints of the
    /// user, the one that matched last first.
    func readers(for ask: Ask, of account: Account) throws(GateError) -> (first: Reader, others: [Reader]) {
        let homes = Set(account.kept.vouchedPrints.map(\.reader))
        if let id = ask.reader {
            guard let reader = readers[id] else { throw .readerNotFound(id) }
            guard homes.contains(id) else {
                throw .notEnrolled(printsVanished: false, fallbacks: fallbacks(ask, account))
            }
            guard !readers.isCovered(reader) else {
                throw .hardwareUnavailable(.notInteractive, retryAfter: nil, fallbacks: fallbacks(ask, account))
            }
            return (reader, [])
        }
        guard let first = readers.preferred(last: account.lastReader, homes: homes) else {
            let isCovered = readers.facts(for: homes) == .covered
            throw .hardwareUnavailable(
                isCovered ? .notInteractive : .disconnected, retryAfter: nil, fallbacks: fallbacks(ask, account))
        }
        return (first, readers.all.filter { $0.id != first.id && homes.contains($0.id) && !readers.isCovered($0) })
    }

    /// The error of a call whose wait was ended from outside.
    func refusal(_ interruption: Interruption, _ presence: PresenceRequest, _ account: Account) -> GateError {
        interruption.error(fallbacks: fallbacks(presence, account))
    }

    /// Maps the sensor's errors to the contract's.
    func refusal(_ error: SensorError, fallbacks: [Factor], on reader: Reader) -> GateError {
        switch error {
        case .readerNotFound, .disconnected:
            return .hardwareUnavailable(.disconnected, retryAfter: nil, fallbacks: fallbacks)
        case .cancelled: return .cancelled(by: .shutdown)
        case .busy: return .hardwareUnavailable(.busy, retryAfter: nil, fallbacks: fallbacks)
        case .inUse: return .hardwareUnavailable(.inUse, retryAfter: nil, fallbacks: fallbacks)
        case .suspended: return .cancelled(by: .suspend)
        case .overheated(let retryAfter):
            overheated(reader.id, for: retryAfter)
            return .hardwareUnavailable(.overheated, retryAfter: retryAfter, fallbacks: fallbacks)
        case .storageFull: return .readerFull(reader.id)
        case .duplicate: return .fingerKnownToReader(reader.id)
        case .faulted, .protocolBroken, .driverLost, .notSupported, .invalidTemplate, .printNotStored, .unknown:
            return .hardwareUnavailable(.faulted, retryAfter: nil, fallbacks: fallbacks)
        }
    }

    /// Maps the sensor's errors to the face interface's failures.
    func faced(_ error: SensorError, on reader: ReaderID) -> FaceFailure {
        switch error {
        case .readerNotFound, .disconnected: return .failed(.disconnected)
        case .cancelled: return .failed(.cancelled)
        case .suspended: return .failed(.suspended)
        case .busy, .inUse: return .failed(.inUse)
        case .overheated(let time):
            overheated(reader, for: time)
            return .failed(.overheated)
        case .printNotStored: return .failed(.notStored)
        case .protocolBroken: return .failed(.protocolBroken)
        case .faulted, .driverLost, .notSupported, .storageFull, .duplicate, .invalidTemplate, .unknown:
            return .failed(.faulted)
        }
    }

    /// The uncovered readers with prints of the user's, vouched for or not, the one that matched last first.
    func readersBesidePassword(of account: Account) throws(FaceFailure) -> (first: Reader, others: [Reader]) {
        let homes = Set(account.kept.prints.filter { account.isEnrolled($0.id) }.map(\.reader))
        guard !homes.isEmpty else { throw .notEnrolled }
        guard let first = readers.preferred(last: account.lastReader, homes: homes) else {
            throw .failed(readers.facts(for: homes) == .covered ? .covered : .disconnected)
        }
        return (first, readers.all.filter { $0.id != first.id && homes.contains($0.id) && !readers.isCovered($0) })
    }

    /// Throws if the caller is not in front of the machine.
    func requireInFront(_ caller: Caller) throws(FaceFailure) {
        // That helper serves any session, also a remote one.
        guard isInteractive(caller), !caller.program.isPolkitHelper else { throw .failed(.absent) }
    }

    /// Throws if no finger may be asked for at the face interface, regardless of misses.
    func requireChangeable(_ account: Account) throws(FaceFailure) {
        guard !account.isErased else { throw .failed(.cancelled) }
        guard isAllowedByAdministrator else { throw .failed(.administrator) }
        guard !isSuspending else { throw .failed(.suspended) }
    }

    /// Throws if no finger may be verified at the face interface now.
    ///
    /// - Parameter isLogin: whether it would log the user in.
    func requireVerifiable(_ account: Account, isLogin: Bool) throws(FaceFailure) {
        guard !account.isErased else { throw .failed(.cancelled) }
        let refusal = verificationRefusal(of: account) ?? (isLogin ? loginRefusal(of: account) : nil)
        switch refusal {
        case nil: break
        case .lockedOut: throw .failed(.lockedOut)
        case .administrator: throw .failed(.administrator)
        case .suspending: throw .failed(.suspended)
        case .passwordFirst: throw .failed(.passwordFirst)
        }
    }
}
