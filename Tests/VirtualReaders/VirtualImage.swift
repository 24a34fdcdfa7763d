internal import Glibc

extension VirtualReader {
    /// A command to a virtual image reader: a header of two native 32-bit integers, and for an image its pixels.
    public enum ImageCommand: Hashable, Sendable {
        /// Eight-bit grey, row by row.
        case image(width: Int, pixels: [UInt8])
        case retry(Int)
        case error(Int)
        /// Whether each image includes putting a finger on and lifting it (the default).
        case automaticFinger(Bool)
        case finger(present: Bool)
        case unplug

        fileprivate var bytes: [UInt8] {
            switch self {
            case .image(let width, let pixels): Self.header(width, pixels.count / max(1, width)) + pixels
            case .retry(let code): Self.header(-1, code)
            case .error(let code): Self.header(-2, code)
            case .automaticFinger(let isOn): Self.header(-3, isOn ? 1 : 0)
            case .finger(let present): Self.header(-4, present ? 1 : 0)
            case .unplug: Self.header(-5, 0)
            }
        }

        private static func header(_ first: Int32, _ second: Int32) -> [UInt8] {
            var numbers = (first, second)
            return unsafe withUnsafeBytes(of: &numbers) { unsafe Array($0) }
        }

        private static func header(_ first: Int, _ second: Int) -> [UInt8] {
            header(Int32(truncatingIfNeeded: first), Int32(truncatingIfNeeded: second))
        }
    }

    /// The only connection that an image reader listens to; a new one ends the one before. It accepts commands while a
    /// scan is armed.
    public struct ImageConnection: ~Copyable {
        private let reader: VirtualReader
        private let connection: Int32

        fileprivate init(_ reader: VirtualReader, _ connection: Int32) {
            self.reader = reader
            self.connection = connection
        }

        deinit {
            close(connection)
        }

        public borrowing func send(_ command: ImageCommand) throws(Failure) {
            try reader.write(command.bytes, to: connection)
        }
    }

    /// Connects to an open image reader.
    public func connect() throws(Failure) -> ImageConnection {
        ImageConnection(self, try connected())
    }
}
