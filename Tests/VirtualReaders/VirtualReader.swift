internal import GateSystem
internal import Glibc

/// The far end of a reader that libfprint plays over a socket: it puts fingers on it and breaks it.
///
/// The socket exists while the reader is open.
public struct VirtualReader: Hashable, Sendable {
    /// A command that could not be sent to the reader.
    public struct Failure: Error, Hashable, CustomStringConvertible {
        public let function: String
        public let code: Int32

        public var description: String { "\(function): errno \(code)" }
    }

    /// The driver, which determines the reader's commands.
    public enum Kind: String, CaseIterable, Sendable {
        /// Verifies only (1:1), no storage.
        case device = "FP_VIRTUAL_DEVICE"
        /// Identifies, has storage and lists it.
        case storage = "FP_VIRTUAL_DEVICE_STORAGE"
        /// The same without listing.
        case unlisted = "FP_VIRTUAL_DEVICE_STORAGE_NO_LIST"
        /// Takes images, matched on the host; it has its own protocol.
        case image = "FP_VIRTUAL_IMAGE"

        /// The environment variable that makes libfprint play it, set to the socket's path.
        public var variable: String { rawValue }
    }

    /// A line that the reader's driver obeys.
    public enum Command: Hashable, Sendable {
        /// Scans a finger; the same text is the same finger.
        case scan(String)
        /// A scan too poor to judge: general 0, too short 1, not centered 2, remove finger 3.
        case retry(Int)
        /// Ends the operation with this `FpDeviceError`.
        case error(Int)
        case finger(present: Bool)
        /// Milliseconds before the next command; after a scan, before the operation ends.
        case sleep(Int)
        case proceed
        case unplug
        case enrollStages(Int)
        case scanType(String)
        case cancellation(enabled: Bool)
        /// Whether the socket stays after the reader is closed.
        case keepAlive(Bool)
        /// Puts a print into the storage unnoticed; the plain reader aborts.
        case insert(String)
        case remove(String)
        case list

        var line: String {
            switch self {
            case .scan(let finger): "SCAN \(finger)"
            case .retry(let code): "RETRY \(code)"
            case .error(let code): "ERROR \(code)"
            case .finger(let present): "FINGER \(present ? 1 : 0)"
            case .sleep(let milliseconds): "SLEEP \(milliseconds)"
            case .proceed: "CONT "
            case .unplug: "UNPLUG"
            case .enrollStages(let count): "SET_ENROLL_STAGES \(count)"
            case .scanType(let nick): "SET_SCAN_TYPE \(nick)"
            case .cancellation(let enabled): "SET_CANCELLATION_ENABLED \(enabled ? 1 : 0)"
            case .keepAlive(let isKept): "SET_KEEP_ALIVE \(isKept ? 1 : 0)"
            case .insert(let finger): "INSERT \(finger)"
            case .remove(let finger): "REMOVE \(finger)"
            case .list: "LIST"
            }
        }
    }

    public let kind: Kind
    /// The socket.
    public let path: String

    public init(_ kind: Kind, path: String) {
        self.kind = kind
        self.path = path
    }

    /// Sends one command and waits until the driver has taken it, which it shows by closing the connection: a second
    /// connection before that would drop the first one unread.
    public func send(_ command: Command) throws(Failure) {
        _ = try exchange(command)
    }

    /// Sends the commands in order.
    public func send(_ commands: [Command]) throws(Failure) {
        for command in commands { try send(command) }
    }

    /// The fingers in the storage, in no order.
    public func storedFingers() throws(Failure) -> Set<String> {
        let bytes = try exchange(.list)
        return Set(bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) })
    }

    /// The driver's answer until it closes the connection.
    private func exchange(_ command: Command) throws(Failure) -> [UInt8] {
        let connection = try connected()
        defer { close(connection) }
        try write(Array(command.line.utf8), to: connection)
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(connection, $0.baseAddress, $0.count) }
            if count > 0 { answer += buffer.prefix(count) }
            // The driver closes after reading our bytes or without; either ends the exchange.
            if count == 0 || (count < 0 && errno == ECONNRESET) { return answer }
            if count < 0 && errno != EINTR { throw Failure(function: "read", code: errno) }
        }
    }

    /// A connection to the socket; the caller closes it.
    func connected() throws(Failure) -> Int32 {
        let connection = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard connection >= 0 else { throw Failure(function: "socket", code: errno) }
        let code = unsafe UnixAddress(path: path)?.apply(Glibc.connect, to: connection) ?? ENAMETOOLONG
        guard code == 0 else {
            close(connection)
            throw Failure(function: "connect", code: code)
        }
        return connection
    }

    func write(_ bytes: [UInt8], to connection: Int32) throws(Failure) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.send(
                    connection, bytes.baseAddress.map { unsafe $0 + written }, bytes.count - written,
                    Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno != EINTR { throw Failure(function: "send", code: errno) }
            written += max(0, count)
        }
    }
}
