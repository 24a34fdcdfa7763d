import GateModel

/// The policy as bytes that the keystore authenticates and stores: a version, then fields in fixed order, integers as
/// eight bytes little-endian, texts after their length.
///
/// Version 1 had one count of misses, which is read as both: an update neither ends a lockout nor allows another guess.
extension UserPolicy {
    private static let version: Int64 = 2

    public var encoded: [UInt8] {
        var writer = FieldWriter()
        writer.put(Self.version)
        for lockout in [lockout, faceLockout] {
            writer.put(Int64(lockout.misses))
            writer.put(lockout.lastMiss)
        }
        for throttle in [pin, password] {
            writer.put(Int64(throttle.failures))
            writer.put(throttle.lastFailure)
        }
        writer.put(credentialAge == nil ? 0 : 1)
        if let credentialAge {
            writer.put(credentialAge.givenAt.millisecondsSinceEpoch)
            writer.put(credentialAge.givenInBoot.rawValue)
            writer.put(credentialAge.accumulated)
            writer.put(credentialAge.mark)
        }
        return writer.bytes
    }

    /// Nil unless this version or version 1 wrote the bytes.
    public init?(encoded bytes: [UInt8]) {
        var reader = FieldReader(bytes: bytes)
        guard let version = reader.integer(), (1...Self.version).contains(version),
            let lockout = reader.lockout(), let faceLockout = version == 1 ? lockout : reader.lockout(),
            let pinFailures = reader.count(), let pinWait = reader.optionalWait(),
            let passwordFailures = reader.count(), let passwordWait = reader.optionalWait(),
            let hasAge = reader.integer()
        else { return nil }
        self.lockout = lockout
        self.faceLockout = faceLockout
        pin = CredentialThrottle(failures: pinFailures, lastFailure: pinWait.wait)
        password = CredentialThrottle(failures: passwordFailures, lastFailure: passwordWait.wait)
        credentialAge = nil
        if hasAge == 1 {
            guard let givenAt = reader.integer(), let boot = reader.text(), let accumulated = reader.duration(),
                let mark = reader.optionalWait()?.wait
            else { return nil }
            credentialAge = CredentialAge(
                givenAt: WallTime(millisecondsSinceEpoch: givenAt), givenInBoot: BootID(rawValue: boot),
                accumulated: accumulated, mark: mark)
        }
        guard reader.isAtEnd else { return nil }
    }
}

private struct FieldWriter {
    var bytes: [UInt8] = []

    mutating func put(_ value: Int64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ text: String) {
        put(Int64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func put(_ duration: Duration) {
        put(duration.components.seconds)
        put(duration.components.attoseconds)
    }

    mutating func put(_ wait: Wait?) {
        put(wait == nil ? 0 : 1)
        guard let wait else { return }
        put(wait.boot.rawValue)
        put(wait.startedAt)
    }
}

private struct FieldReader {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func integer() -> Int64? {
        guard bytes.count - position >= 8 else { return nil }
        var value: UInt64 = 0
        for index in 0..<8 { value |= UInt64(bytes[position + index]) << (8 * UInt64(index)) }
        position += 8
        return Int64(bitPattern: value)
    }

    mutating func count() -> Int? {
        guard let value = integer(), value >= 0 else { return nil }
        return Int(value)
    }

    mutating func text() -> String? {
        guard let length = count(), length <= bytes.count - position else { return nil }
        defer { position += length }
        return String(validating: bytes[position..<position + length], as: UTF8.self)
    }

    /// Nil also if the parts are not those of a normalized duration, which might not be representable.
    mutating func duration() -> Duration? {
        guard let seconds = integer(), let attoseconds = integer(),
            attoseconds.magnitude < 1_000_000_000_000_000_000, seconds.signum() * attoseconds.signum() >= 0
        else { return nil }
        return Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
    }

    mutating func lockout() -> Lockout? {
        guard let misses = count(), let lastMiss = optionalWait() else { return nil }
        return Lockout(misses: misses, lastMiss: lastMiss.wait)
    }

    /// Nil if the bytes are wrong; the inner value is nil for an absent wait.
    mutating func optionalWait() -> (wait: Wait?, Void)? {
        switch integer() {
        case 0: return (nil, ())
        case 1:
            guard let boot = text(), let startedAt = duration() else { return nil }
            return (Wait(boot: BootID(rawValue: boot), startedAt: startedAt), ())
        case .some, nil: return nil
        }
    }
}
