import GateModel
import GateWire
import Testing

@testable import BiometricGate
@testable import biogate

@Suite("Exit statuses")
struct ExitStatusTests {
    private static let now = WallTime(millisecondsSinceEpoch: 0)
    private static let print = Print(
        id: PrintID(rawValue: "p"), finger: .rightIndex, label: nil, reader: ReaderID(rawValue: "r"), enrolledAt: now)

    @Test(
        "Every refusal ends with the status that the command line promises",
        arguments: [
            (GateError.noHardware(fallbacks: []), 10), (.notEnrolled(printsVanished: false, fallbacks: []), 11),
            (.disabled(fallbacks: []), 12), (.lockout(retryAfter: .seconds(1), clearedBy: [], fallbacks: []), 13),
            (.lockoutPermanent(.attempts, clearedBy: [], fallbacks: []), 14),
            (.hardwareUnavailable(.busy, retryAfter: nil, fallbacks: []), 15),
            (.authenticationFailed(fallbacks: []), 20), (.timedOut(fallbacks: []), 21),
            (.timedOut(waitedFor: .reader, fallbacks: []), 26), (.cancelled(by: .user), 22),
            (.credentialWrong(.pin, attemptsRemaining: nil, retryAfter: nil), 23),
            (.credentialThrottled(.pin, retryAfter: .seconds(1)), 23), (.credentialRequired(accepted: [.pin]), 24),
            (.credentialNotSet(.pin), 24), (.userNeeded(fallbacks: []), 24), (.credentialUnavailable(.password), 24),
            (.factorNotAllowed(allowed: [.fingerprint, .pin]), 24), (.factorNotAllowed(allowed: [.fingerprint]), 64),
            (.signInRequired, 25), (.printNotFound(PrintID(rawValue: "p")), 30),
            (.readerNotFound(ReaderID(rawValue: "r")), 30), (.requestNotFound(RequestID(rawValue: "r")), 30),
            (.fingerAlreadyEnrolled(print), 31), (.fingerKnownToReader(ReaderID(rawValue: "r")), 31),
            (.pinUnacceptable(.tooShort, minimumLength: 6), 64), (.readerFull(ReaderID(rawValue: "r")), 1),
            (.signatureRefused(.notSSHData), 77),
            (.limitExceeded(Limit(name: "l", maximum: 1)), 1), (.sealingUnavailable(.busy), 1), (.storageFailed, 1),
            (.notPermitted(.administratorOnly), 77),
        ] as [(GateError, Int32)])
    func refusal(error: GateError, status: Int32) {
        #expect(ExitStatus(error).rawValue == status)
    }

    @Test("Items that are missing, already there or destroyed have their own statuses")
    func items() throws {
        let name = try #require(ItemName("github"))
        #expect(ExitStatus(GateError.itemNotFound(name)) == .notFound)
        #expect(ExitStatus(GateError.itemExists(name)) == .exists)
        #expect(ExitStatus(GateError.itemInvalidated(name, by: .enrollmentChanged)) == .invalidated)
    }

    @Test("A missing answer is not confused with a daemon's refusal")
    func library() {
        #expect(ExitStatus(GateClientError(.notRunning, "")) == .noDaemon)
        #expect(ExitStatus(GateClientError(.disconnected, "")) == .noDaemon)
        #expect(ExitStatus(GateClientError(.untrusted, "")) == .noDaemon)
        #expect(ExitStatus(GateClientError(.taskCancelled, "")) == .interrupted)
        #expect(ExitStatus(GateClientError(.protocolViolation, "")) == .unexpected)
        #expect(
            ExitStatus(GateClientError(wireName: "org.varlink.service.InvalidParameter", parameters: [:])) == .usage)
        #expect(
            ExitStatus(GateClientError(wireName: "org.varlink.service.PermissionDenied", parameters: [:]))
                == .notPermitted)
        #expect(
            ExitStatus(GateClientError(wireName: "org.biometricgate.Gate.FromTheFuture", parameters: [:]))
                == .unexpected)
    }

    @Test("The exit statuses are the documented ones, each once")
    func numbers() {
        let documented: [Int32] = [
            0, 1, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 26, 30, 31, 32, 64, 66, 69, 77, 126, 127, 130,
        ]
        #expect(ExitStatus.allCases.map(\.rawValue) == documented)
    }
}
