import GateModel
import Testing

@testable import GatePolicy

@Suite("Lockout")
struct LockoutTests {
    let limits = PolicyLimits()

    private func missed(_ count: Int, at now: Moment = moment(100)) -> UserPolicy {
        var policy = credentialed()
        for _ in 0..<count { policy.scanMissed(at: now) }
        return policy
    }

    @Test("Four misses in a row lock nothing, and the fifth locks for 30 seconds")
    func fifthMissLocks() {
        #expect(missed(4).lockout.state(limits, at: moment(100)) == .open)
        #expect(missed(5).lockout.state(limits, at: moment(100)) == .waiting(.seconds(30)))
        #expect(missed(5).lockout.state(limits, at: moment(129)) == .waiting(.seconds(1)))
        #expect(missed(5).lockout.state(limits, at: moment(130)) == .open)
    }

    @Test(
        "Every further miss doubles the wait, up to an hour",
        arguments: [(6, 60), (7, 120), (8, 240), (9, 480), (10, 960), (11, 1920), (12, 3600), (19, 3600)])
    func waitsDouble(misses: Int, seconds: Int) {
        #expect(missed(misses).lockout.state(limits, at: moment(100)) == .waiting(.seconds(seconds)))
    }

    @Test("The twentieth miss locks until a credential is given, and a match does not help")
    func permanent() {
        var policy = missed(20)
        #expect(policy.lockout.state(limits, at: moment(1_000_000)) == .permanent)
        policy.scanMatched(isVouched: true, limits)
        #expect(policy.lockout.state(limits, at: moment(1_000_000)) == .permanent)
        #expect(policy.faceLockout.state(limits, at: moment(1_000_000)) == .permanent)
        policy.credentialGiven(.password, at: moment(1_000_001))
        #expect(policy.lockout.state(limits, at: moment(1_000_001)) == .open)
        #expect(policy.faceLockout.misses == 0)
    }

    @Test("A match clears the count below the permanent mark")
    func matchClears() {
        var policy = missed(19)
        policy.scanMatched(isVouched: true, limits)
        #expect(policy.lockout.misses == 0)
        #expect(policy.faceLockout.misses == 0)
        #expect(policy.lockout.attemptsBeforeLock(limits) == 5)
    }

    @Test("A miss counts for items and for logins, and an unvouched finger clears it for logins alone")
    func twoCounts() {
        var policy = missed(19)
        #expect(policy.faceLockout == policy.lockout)
        policy.scanMatched(isVouched: false, limits)
        #expect(policy.faceLockout.misses == 0)
        #expect(policy.lockout.misses == 19)
        policy.scanMissed(at: moment(200))
        #expect(policy.faceLockout.attemptsBeforeLock(limits) == 4)
        #expect(policy.lockout.state(limits, at: moment(1_000_000)) == .permanent)
        // Above the mark of one count, a match still clears the other.
        policy.scanMatched(isVouched: true, limits)
        #expect(policy.faceLockout.misses == 0)
        #expect(policy.lockout.misses == 20)
    }

    @Test(
        "An unvouched finger clears nothing above the permanent mark of logins, and a credential does",
        arguments: CredentialKind.allCases)
    func faceMark(credential: CredentialKind) {
        var policy = missed(20)
        policy.scanMatched(isVouched: false, limits)
        #expect(policy.faceLockout.state(limits, at: moment(1_000_000)) == .permanent)
        policy.credentialGiven(credential, at: moment(1_000_001))
        #expect(policy.faceLockout.misses == 0 && policy.lockout.misses == 0)
    }

    @Test("A restart shortens no wait, and a reboot restarts it")
    func restartsShortenNothing() throws {
        var policy = try #require(UserPolicy(encoded: missed(5).encoded))
        policy.resume(at: moment(120))
        #expect(policy.lockout.state(limits, at: moment(120)) == .waiting(.seconds(10)))
        policy.resume(at: moment(2, boot: "second"))
        #expect(policy.lockout.state(limits, at: moment(2, boot: "second")) == .waiting(.seconds(30)))
        #expect(policy.faceLockout.state(limits, at: moment(2, boot: "second")) == .waiting(.seconds(30)))
    }

    @Test("A wait of another boot counts in full until resumed")
    func foreignWait() {
        #expect(missed(5).lockout.state(limits, at: moment(500, boot: "second")) == .waiting(.seconds(30)))
    }

    @Test("Setting the wall clock changes no wait")
    func wallClock() {
        let later = moment(110, wall: 4_000_000_000_000)
        #expect(missed(5).lockout.state(limits, at: later) == .waiting(.seconds(20)))
    }

    @Test("The attempts are those left before the lock, and one at a time after it")
    func attemptsBeforeLock() {
        #expect((0...6).map { missed($0).lockout.attemptsBeforeLock(limits) } == [5, 4, 3, 2, 1, 1, 1])
        #expect(missed(20).lockout.attemptsBeforeLock(limits) == 0)
    }

    @Test("Without a delay nothing waits")
    func noDelay() {
        var limits = limits
        limits.lockoutBaseDelay = .zero
        #expect(missed(7).lockout.state(limits, at: moment(100)) == .open)
    }
}

@Suite("Credential throttle")
struct CredentialThrottleTests {
    let limits = PolicyLimits()

    private func wrong(_ count: Int, _ credential: CredentialKind = .pin) -> UserPolicy {
        var policy = UserPolicy()
        for _ in 0..<count { policy.credentialTried(credential, at: moment(50)) }
        return policy
    }

    @Test("Four wrong PINs are free, the fifth waits 30 seconds, and the twentieth blocks")
    func curve() {
        #expect(wrong(4).throttle(.pin, limits, at: moment(50)) == .open)
        #expect(wrong(5).throttle(.pin, limits, at: moment(50)) == .waiting(.seconds(30)))
        #expect(wrong(19).throttle(.pin, limits, at: moment(79)) == .waiting(.seconds(1)))
        #expect(wrong(20).throttle(.pin, limits, at: moment(9_999)) == .blocked)
    }

    @Test("A password is slowed down and never blocked; its wait doubles every ten tries from the thirtieth on")
    func password() {
        #expect(wrong(29, .password).throttle(.password, limits, at: moment(50)) == .waiting(.seconds(30)))
        #expect(wrong(40, .password).throttle(.password, limits, at: moment(50)) == .waiting(.seconds(60)))
        #expect(wrong(250, .password).throttle(.password, limits, at: moment(50)) == .waiting(.seconds(86_400)))
        #expect(wrong(2, .password).attemptsRemaining(.password, limits) == 3)
    }

    @Test("The remaining tries count down to the wait, then to the block")
    func remaining() {
        #expect((0...5).map { wrong($0).attemptsRemaining(.pin, limits) } == [5, 4, 3, 2, 1, 0])
        #expect(wrong(20).attemptsRemaining(.pin, limits) == 0)
    }

    @Test("A right PIN clears its own count, and the password clears both")
    func given() {
        var policy = wrong(20)
        policy.credentialTried(.password, at: moment(60))
        policy.credentialGiven(.password, at: moment(61))
        #expect(policy.pin.failures == 0 && policy.password.failures == 0)
        policy = wrong(3)
        policy.credentialGiven(.pin, at: moment(61))
        #expect(policy.pin.failures == 0)
    }

    @Test("A try without a comparison is taken back, unless another was counted meanwhile")
    func notCompared() {
        for credential in CredentialKind.allCases {
            var policy = wrong(2, credential)
            let before = policy
            policy.credentialTried(credential, at: moment(70))
            var raced = policy
            policy.credentialNotCompared(credential, restoring: before)
            #expect(policy == before)
            raced.credentialTried(credential, at: moment(71))
            let both = raced
            raced.credentialNotCompared(credential, restoring: before)
            #expect(raced == both)
        }
    }

    @Test("The answer to a wrong credential says what comes next")
    func answers() {
        for (count, remaining) in [(1, 4), (2, 3), (3, 2), (4, 1)] {
            #expect(
                wrong(count).wrong(.pin, limits, at: moment(50))
                    == .credentialWrong(.pin, attemptsRemaining: remaining, retryAfter: nil))
        }
        for count in [5, 6, 19] {
            #expect(
                wrong(count).wrong(.pin, limits, at: moment(50))
                    == .credentialWrong(.pin, attemptsRemaining: 0, retryAfter: .seconds(30)))
        }
        #expect(
            wrong(20).wrong(.pin, limits, at: moment(50))
                == .credentialWrong(.pin, attemptsRemaining: 0, retryAfter: nil))
    }

    @Test("An uncounted try leaves the remaining tries unchanged, even the one after a wait")
    func uncounted() {
        #expect(
            wrong(0).wrong(.pin, limits, at: moment(50))
                == .credentialWrong(.pin, attemptsRemaining: 5, retryAfter: nil))
        #expect(
            wrong(5).wrong(.pin, limits, at: moment(500))
                == .credentialWrong(.pin, attemptsRemaining: 1, retryAfter: nil))
    }

    @Test("Without waits the tries are those before the block, and without a block there is no number")
    func noWaits() {
        var limits = limits
        limits.credentialBaseDelay = .zero
        #expect(wrong(6).attemptsRemaining(.pin, limits) == 14)
        #expect(wrong(6, .password).attemptsRemaining(.password, limits) == nil)
    }

    @Test("A possible PIN has 1 to 64 digits", arguments: ["1", "824917", String(repeating: "1", count: 64)])
    func possiblePINs(text: String) {
        #expect(PINRule.couldBePIN(Array(text.utf8)))
        for other in ["", "12345x", " 824917", "８２４９１７", String(repeating: "1", count: 65)] {
            #expect(!PINRule.couldBePIN(Array(other.utf8)))
        }
    }

    @Test("A credential that may not be tried is refused with the way out")
    func refusals() {
        let now = moment(50)
        #expect(wrong(0).refusal(of: .pin, onlyPIN, limits, at: now) == nil)
        #expect(wrong(0).refusal(of: .password, onlyPIN, limits, at: now) == .credentialNotSet(.password))
        #expect(
            wrong(5).refusal(of: .pin, onlyPIN, limits, at: now) == .credentialThrottled(.pin, retryAfter: .seconds(30))
        )
        #expect(wrong(20).refusal(of: .pin, onlyPIN, limits, at: now) == .signInRequired)
        #expect(
            wrong(20).refusal(of: .pin, pinAndPassword, limits, at: now) == .credentialRequired(accepted: [.password]))
    }

    @Test("With a blocked PIN, a call without a password learns what unblocks the PIN")
    func blockedWithoutPassword() {
        let now = moment(50)
        let expected = GateError.credentialRequired(accepted: [], clearedBy: [.password])
        #expect(wrong(20).refusal(of: .pin, among: [.pin], pinAndPassword, limits, at: now) == expected)
        #expect(wrong(20).wanted([.pin], pinAndPassword, limits, at: now) == expected)
    }

    @Test("If the system does not say whether there is a password, a blocked PIN is no reason for a reset")
    func unknownPassword() {
        let now = moment(50)
        let unknown = CredentialFacts(isPINSet: true, isPasswordAvailable: false, isPasswordUnknown: true)
        #expect(wrong(20).refusal(of: .pin, unknown, limits, at: now) == .credentialUnavailable(.password))
        #expect(wrong(20).wanted([.password, .pin], unknown, limits, at: now) == .credentialUnavailable(.password))
        #expect(wrong(0).refusal(of: .password, unknown, limits, at: now) == .credentialUnavailable(.password))
    }

    @Test("Fallbacks are the password, then the PIN, and only usable ones")
    func fallbacks() {
        let now = moment(50)
        let all = Factor.allCases
        #expect(wrong(0).fallbacks(among: all, pinAndPassword, limits, at: now) == [.password, .pin])
        #expect(wrong(5).fallbacks(among: all, pinAndPassword, limits, at: now) == [.password])
        #expect(wrong(0).fallbacks(among: [.fingerprint, .password], pinAndPassword, limits, at: now) == [.password])
        #expect(wrong(0).fallbacks(among: all, onlyPIN, limits, at: now) == [.pin])
        #expect(wrong(5).lockoutClearedBy(pinAndPassword, limits, at: now) == [.password, .pin])
        #expect(wrong(20).lockoutClearedBy(pinAndPassword, limits, at: now) == [.password])
    }
}

@Suite("Credential age")
struct CredentialAgeTests {
    let limits = PolicyLimits()
    let threeDays = 72.0 * 3600

    @Test("After 72 hours a finger alone opens nothing")
    func expires() {
        let policy = credentialed()
        #expect(policy.credentialNeeded(limits, at: moment(threeDays - 1)) == nil)
        #expect(policy.credentialNeeded(limits, at: moment(threeDays)) == .credentialAge)
        #expect(policy.credentialAgesIn(limits, at: moment(threeDays - 5)) == .seconds(5))
        #expect(policy.credentialAgesIn(limits, at: moment(threeDays + 5)) == nil)
    }

    @Test("Setting the wall clock back makes no credential younger")
    func clockBack() {
        #expect(credentialed().credentialNeeded(limits, at: moment(threeDays, wall: 0)) == .credentialAge)
    }

    @Test("Running time adds up over boots, and the wall clock counts the time switched off")
    func boots() throws {
        var policy = credentialed()
        policy.resume(at: moment(threeDays / 2, wall: 1_700_000_000_000))
        policy = try #require(UserPolicy(encoded: policy.encoded))
        let stopped = moment(threeDays / 2, boot: "second", wall: 1_700_000_000_000)
        #expect(policy.credentialNeeded(limits, at: stopped) == .credentialAge)
        let off = moment(1, boot: "second", wall: 1_700_000_000_000 + Int64(threeDays) * 1000)
        #expect(credentialed().credentialNeeded(limits, at: off) == .credentialAge)
    }

    @Test("If configured, every boot asks once")
    func afterBoot() {
        var limits = limits
        limits.credentialAfterBoot = true
        #expect(credentialed().credentialNeeded(limits, at: moment(5)) == nil)
        #expect(credentialed().credentialNeeded(limits, at: moment(5, boot: "second")) == .boot)
        #expect(UserPolicy().credentialNeeded(limits, at: moment(5)) == .boot)
    }

    @Test("A finger never counts before any credential was given, unless age does not matter")
    func never() {
        var limits = limits
        #expect(UserPolicy().credentialNeeded(limits, at: moment(5)) == .credentialAge)
        limits.credentialMaximumAge = nil
        #expect(UserPolicy().credentialNeeded(limits, at: moment(5)) == nil)
        #expect(credentialed().credentialAgesIn(limits, at: moment(5)) == nil)
    }
}

@Suite("Policy on disk")
struct PolicyEncodingTests {
    @Test("A policy is read back as written")
    func roundTrip() {
        var policy = credentialed()
        #expect(UserPolicy(encoded: policy.encoded) == policy)
        #expect(UserPolicy(encoded: UserPolicy().encoded) == UserPolicy())
        policy.scanMissed(at: moment(3))
        policy.scanMatched(isVouched: false, PolicyLimits())
        policy.scanMissed(at: moment(4))
        policy.credentialTried(.pin, at: moment(4))
        policy.credentialTried(.password, at: moment(5))
        #expect(policy.lockout.misses == 2 && policy.faceLockout.misses == 1)
        #expect(UserPolicy(encoded: policy.encoded) == policy)
    }

    @Test("The one count of version 1 is read as both, so that an update ends no lockout")
    func versionOne() throws {
        // 17 misses, the last one at 9 s of the boot "", and no wrong PIN, wrong password or credential.
        let old = bytes([1, 17, 1, 0, 9, 0, 0, 0, 0, 0, 0])
        let policy = try #require(UserPolicy(encoded: old))
        #expect(policy.lockout.misses == 17)
        #expect(policy.faceLockout == policy.lockout)
        #expect(policy.faceLockout.state(PolicyLimits(), at: moment(10, boot: "")) == .waiting(.seconds(3599)))
        #expect(UserPolicy(encoded: policy.encoded) == policy)
        for length in 0..<old.count { #expect(UserPolicy(encoded: Array(old[..<length])) == nil) }
        for version in [0, 3] as [Int64] { #expect(UserPolicy(encoded: bytes([version]) + old.dropFirst(8)) == nil) }
    }

    private func bytes(_ numbers: [Int64]) -> [UInt8] {
        numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
    }

    @Test("Bytes of another form are not a policy")
    func malformed() {
        var policy = credentialed()
        policy.scanMissed(at: moment(3))
        policy.credentialTried(.pin, at: moment(4))
        let bytes = policy.encoded
        for length in 0..<bytes.count { #expect(UserPolicy(encoded: Array(bytes[..<length])) == nil) }
        #expect(UserPolicy(encoded: bytes + [0]) == nil)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x80
            // The bytes are refused or give another policy, and never trap.
            _ = UserPolicy(encoded: changed)
        }
        #expect(UserPolicy(encoded: [UInt8](repeating: 0xFF, count: bytes.count)) == nil)
    }

    @Test(
        "Bytes with numbers that no duration has are no policy", arguments: [(Int64.max, Int64.max), (1, -1), (-1, 1)])
    func durations(seconds: Int64, attoseconds: Int64) {
        func bytes(_ seconds: Int64, _ attoseconds: Int64) -> [UInt8] {
            // A miss in the boot "", none for the face interface, and no wrong PIN, wrong password or credential.
            self.bytes([2, 1, 1, 0, seconds, attoseconds, 0, 0, 0, 0, 0, 0, 0])
        }
        let sound = bytes(9, 5)
        #expect(UserPolicy(encoded: sound)?.encoded == sound)
        #expect(UserPolicy(encoded: bytes(seconds, attoseconds)) == nil)
    }
}
