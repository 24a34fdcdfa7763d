import GateModel
import GateSystem
import Glibc

/// Whose a login session is, by the file that logind keeps of it, as sd_session_get_uid(3) reads it: nobody is asked, so
/// nobody can delay the answer.
enum SessionOwner: Equatable {
    case user(UserID)
    /// There is no such session any more.
    case gone
    case unknown

    /// The user's number stands before all that the session's programs can lengthen the file with.
    private static let beginning = 256

    /// - Parameter path: of the session's object on the bus.
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
            // The path is lent to the call as a C string.
            self = unsafe error.errno == ENOENT && access(directory, F_OK) == 0 ? .gone : .unknown
        }
    }

    /// A digit in front is `_3` and itself in a path on the bus (sd_bus_path_encode(3)).
    private static func unescaped(_ label: Substring) -> Substring {
        label.hasPrefix("_3") ? label.dropFirst(2) : label
    }

    /// As logind names sessions: nothing that leads out of the directory.
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
