/// Security keys' transport over reports of 64 bytes (CTAPHID, protocol 2), as a state machine without I/O and clock.
///
/// Several programs share a device by channels, and one of them at a time has a message under way. Others are told that
/// the device is busy.
package struct HIDTransport: Sendable {
    /// The consequence of a report, an answer or the passing of time; they are carried out in order.
    package enum Effect: Hashable, Sendable {
        /// A report for the other side.
        case send([UInt8])
        /// A command, to be answered by `answer` with this number.
        case perform([UInt8], Int)
        /// The command under way is not wanted any more. It is still to be answered.
        case cancel
    }

    /// The reason that a client is given for the time an answer takes.
    package enum Pending: UInt8, Sendable {
        case computing = 1
        /// The user has to act.
        case user = 2
    }

    /// The size of a report in bytes.
    package static let reportSize = 64
    /// The longest message: a first packet and 128 that continue it.
    package static let longest = 57 + 128 * 59
    /// The pause between two reports that a command is under way.
    static let keepAlive: Duration = .milliseconds(100)
    /// The longest pause between two packets of a message.
    static let patience: Duration = .milliseconds(500)
    /// A new one takes the place of the one that was used least recently.
    static let mostChannels = 64

    enum Command: UInt8 {
        case ping = 0x01
        case open = 0x06
        case message = 0x10
        case cancel = 0x11
        case keepAlive = 0x3B
        case error = 0x3F
    }

    enum Fault: UInt8 {
        case command = 1
        case length = 3
        case sequence = 4
        case timeout = 5
        case busy = 6
        case channel = 11
        case other = 0x7F
    }

    /// A message of which not all packets are there.
    private struct Assembly {
        let channel: UInt32
        let command: UInt8
        let count: Int
        var bytes: [UInt8]
        var sequence: UInt8 = 0
        var deadline: Duration
    }

    /// A command under way.
    private struct Work {
        let channel: UInt32
        let number: Int
        var pending = Pending.computing
        var isCancelled = false
        var deadline: Duration
    }

    /// For opening a channel.
    private static let broadcast: UInt32 = 0xFFFF_FFFF

    private var random: any RandomNumberGenerator & Sendable
    /// The one that was used last at the end.
    private var channels: [UInt32] = []
    private var assembly: Assembly?
    private var work: Work?
    private var lastNumber = 0

    /// - Parameter random: for channels' numbers, so that programs do not use each other's by accident.
    package init(random: any RandomNumberGenerator & Sendable) { self.random = random }

    /// The time at which to call `elapsed`; nil: never.
    package var deadline: Duration? { [assembly?.deadline, work?.deadline].compactMap(\.self).min() }

    /// The channel of the command under way.
    package var channel: UInt32? { work?.channel }

    /// The command under way, if there is one, waits for this.
    package mutating func awaits(_ pending: Pending, _ number: Int) {
        if work?.number == number { work?.pending = pending }
    }

    /// - Parameters:
    ///   - report: exactly `reportSize` bytes.
    ///   - now: the time since any fixed moment.
    package mutating func received(_ report: [UInt8], at now: Duration) -> [Effect] {
        guard report.count == Self.reportSize else { return [] }
        let channel = report[..<4].reduce(0) { $0 << 8 | UInt32($1) }
        guard report[4] & 0x80 != 0 else { return continued(channel, report, at: now) }
        let (code, count) = (report[4] & 0x7F, Int(report[5]) << 8 | Int(report[6]))
        let command = Command(rawValue: code)
        if command == .open { return opened(channel, report, count) }
        guard let place = channels.firstIndex(of: channel) else { return [fault(.channel, on: channel)] }
        channels.append(channels.remove(at: place))
        if command == .cancel { return cancelled(on: channel) }
        if assembly?.channel == channel {
            assembly = nil
            return [fault(.sequence, on: channel)]
        }
        guard assembly == nil, work == nil else { return [fault(.busy, on: channel)] }
        guard command == .ping || command == .message else { return [fault(.command, on: channel)] }
        guard count <= Self.longest, count > 0 || command == .ping else { return [fault(.length, on: channel)] }
        assembly = Assembly(
            channel: channel, command: code, count: count, bytes: Array(report[7...].prefix(count)),
            deadline: now + Self.patience)
        return completed(at: now)
    }

    /// The answer to a command; nothing happens if it is no longer under way.
    package mutating func answer(_ message: [UInt8], to number: Int) -> [Effect] {
        guard let work, work.number == number else { return [] }
        self.work = nil
        guard message.count <= Self.longest else { return [fault(.other, on: work.channel)] }
        return send(.message, message, on: work.channel)
    }

    /// Time has passed.
    package mutating func elapsed(at now: Duration) -> [Effect] {
        var effects: [Effect] = []
        if let late = assembly, late.deadline <= now {
            assembly = nil
            effects.append(fault(.timeout, on: late.channel))
        }
        if let work, work.deadline <= now {
            self.work?.deadline = now + Self.keepAlive
            effects += send(.keepAlive, [work.pending.rawValue], on: work.channel)
        }
        return effects
    }

    // MARK: Packets

    private mutating func opened(_ channel: UInt32, _ report: [UInt8], _ count: Int) -> [Effect] {
        guard count == 8 else { return [fault(.length, on: channel)] }
        var (own, effects): (UInt32, [Effect]) = (channel, [])
        if channel == Self.broadcast {
            own = newChannel()
        } else {
            guard channels.contains(channel) else { return [fault(.channel, on: channel)] }
            // The client begins again, and reads no answer of before.
            if assembly?.channel == channel { assembly = nil }
            if work?.channel == channel {
                effects = cancelled(on: channel)
                work = nil
            }
        }
        // The protocol's version, the device's in three bytes, and the abilities: CBOR, and no MSG.
        let answer = Array(report[7..<15]) + Self.bytes(own) + [2, 0, 0, 0, 0x04 | 0x08]
        return effects + send(.open, answer, on: channel)
    }

    private mutating func newChannel() -> UInt32 {
        var channel: UInt32
        repeat { channel = random.next() } while [0, Self.broadcast].contains(channel) || channels.contains(channel)
        if channels.count >= Self.mostChannels {
            let idle = channels.firstIndex { $0 != assembly?.channel && $0 != work?.channel }
            if let idle { channels.remove(at: idle) }
        }
        channels.append(channel)
        return channel
    }

    private mutating func continued(_ channel: UInt32, _ report: [UInt8], at now: Duration) -> [Effect] {
        guard var open = assembly, open.channel == channel else { return [] }
        assembly = nil
        guard report[4] == open.sequence else { return [fault(.sequence, on: channel)] }
        open.bytes += report[5...].prefix(open.count - open.bytes.count)
        (open.sequence, open.deadline) = (open.sequence + 1, now + Self.patience)
        assembly = open
        return completed(at: now)
    }

    private mutating func completed(at now: Duration) -> [Effect] {
        guard let whole = assembly, whole.bytes.count == whole.count else { return [] }
        assembly = nil
        guard whole.command == Command.message.rawValue else { return send(.ping, whole.bytes, on: whole.channel) }
        lastNumber += 1
        work = Work(channel: whole.channel, number: lastNumber, deadline: now + Self.keepAlive)
        return [.perform(whole.bytes, lastNumber)]
    }

    private mutating func cancelled(on channel: UInt32) -> [Effect] {
        guard let work, work.channel == channel, !work.isCancelled else { return [] }
        self.work?.isCancelled = true
        return [.cancel]
    }

    private func fault(_ fault: Fault, on channel: UInt32) -> Effect {
        .send(Self.report(channel, [Command.error.rawValue | 0x80, 0, 1, fault.rawValue]))
    }

    private func send(_ command: Command, _ message: [UInt8], on channel: UInt32) -> [Effect] {
        let count = [UInt8(message.count >> 8), UInt8(message.count & 0xFF)]
        var effects: [Effect] = [.send(Self.report(channel, [command.rawValue | 0x80] + count + message.prefix(57)))]
        for (sequence, start) in stride(from: 57, to: message.count, by: 59).enumerated() {
            effects.append(.send(Self.report(channel, [UInt8(sequence)] + message[start...].prefix(59))))
        }
        return effects
    }

    private static func report(_ channel: UInt32, _ content: [UInt8]) -> [UInt8] {
        let bytes = bytes(channel) + content
        return bytes + [UInt8](repeating: 0, count: reportSize - bytes.count)
    }

    private static func bytes(_ channel: UInt32) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: channel >> (8 * $0)) }
    }
}
