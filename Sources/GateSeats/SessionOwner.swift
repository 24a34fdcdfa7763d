import GateModel
import GateSystem
import Glibc

/// The owner of a login session, read from logind's file about it like sd_session_get_uid(3) does. No process is asked,
/// so none can delay the answer.
enum SessionOwner: Equatable {
    case user(UserID)
    /// The session has ended.
    case gone
    case unknown

    /// The user number comes before every field that the session's programs can make longer.
    private static let beginning = 256

    /// - Parameter path: the session's object path on the bus.
    init(ofSessionAt path: String, in directory: String = "/run/systemd/sessions") {
        guard let name = path.split(separator: "/").last.map(Self.unescaped), Self.isName(name) else {
            self = .unknown
            return
        }
        do throws(SystemCallFailure) {
            let bytes = try Descriptor.open("\(directory)/\(name)", O_RDONLY).readBeginning(Self.beginning)
            let lines = bytes.split(separator: UInt8(ascii: "\n"))
            let number = lines.first { $0.starts(with: "UID=".utf8) }?.dropFirst("UID=".utf8.count)
            let user = number.flatMap { UInt32(String(decoding: $0, as: UTF8.self)) }
            self = user.map { .user(UserID(rawValue: $0)) } ?? .unknown
        } catch {
            // The path is a C string for the length of the call.
            self = unsafe error.errno == ENOENT && access(directory, F_OK) == 0 ? .gone : .unknown
        }
    }

    /// A bus path encodes a leading digit as `_3` followed by the digit (sd_bus_path_encode(3)).
    private static func unescaped(_ label: Substring) -> Substring {
        label.hasPrefix("_3") ? label.dropFirst(2) : label
    }

    /// logind's own rule for session names: they cannot lead out of the directory.
    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: false
                }
            }
    }
}
