import GateFace
import GateModel
import GateSecret
import GateSystem
import Glibc

/// fprintd's files: `USER/DRIVER/DEVICE/FINGER` below a directory that only root can read.
///
/// Uses only files that belong to the caller, root, and that no other user can write, and follows no links: so no other
/// user can change the meaning of a path while it is in use.
struct FprintdFiles {
    static let systemDirectory = "/var/lib/fprint"
    /// The largest template in bytes, see org.biometricgate.Face.
    private static let templateBytes = 65_536

    let directory: String

    /// The place of a print.
    struct Place: Hashable {
        let user: String
        let origin: FaceClient.Origin
        var finger: Finger { origin.finger }

        /// Below the directory; fprintd names a finger by its number in libfprint.
        var path: String { "\(user)/\(origin.driver)/\(origin.device)/\(finger.fprintdName)" }
    }

    /// An entry below the directory.
    enum Entry: Hashable {
        case print(Place)
        /// The owner is not a user here.
        case noUser(String)
        /// Not left by fprintd: a link, another user's, or writable by others.
        case strange(path: String)
    }

    /// Sorted by name; only one user's, if named. Throws if the directory does not exist.
    func entries(of only: String?) throws(SystemCallFailure) -> [Entry] {
        guard try isSound("", S_IFDIR) else { return [.strange(path: directory)] }
        var entries: [Entry] = []
        for user in try names(in: "") where only == nil || user == only {
            if UserID(account: user) == nil {
                entries.append(.noUser(user))
            } else {
                try entries.append(contentsOf: prints(in: user, behind: []))
            }
        }
        return entries
    }

    /// `above`: the names of the enclosing directories below the user's.
    private func prints(in path: String, behind above: [String]) throws(SystemCallFailure) -> [Entry] {
        guard try isSound(path, S_IFDIR) else { return [.strange(path: path)] }
        var entries: [Entry] = []
        for name in try names(in: path) {
            if above.count < 2 {
                try entries.append(contentsOf: prints(in: "\(path)/\(name)", behind: above + [name]))
            } else if let finger = Finger(fprintdName: name), let user = path.split(separator: "/").first {
                let place = Place(
                    user: String(user), origin: .init(driver: above[0], device: above[1], finger: finger))
                entries.append(try isSound(place.path, S_IFREG) ? .print(place) : .strange(path: place.path))
            }
        }
        return entries
    }

    /// Whether it has that kind, belongs to the caller, and no other user can write it.
    private func isSound(_ path: String, _ kind: mode_t) throws(SystemCallFailure) -> Bool {
        var status = stat()
        let path = full(path)
        // The path is lent to the call as a C string.
        try checked("lstat", path) { unsafe lstat(path, &status) }
        return Self.isSound(status, kind)
    }

    private static func isSound(_ status: stat, _ kind: mode_t) -> Bool {
        status.st_mode & S_IFMT == kind && status.st_uid == geteuid() && status.st_mode & 0o022 == 0
    }

    private func names(in path: String) throws(SystemCallFailure) -> [String] {
        try Descriptor.names(in: full(path)).sorted()
    }

    private func full(_ path: String) -> String { path.isEmpty ? directory : "\(directory)/\(path)" }

    // MARK: One print

    /// The template; nil if it is too large, or the file changed since the listing.
    func read(_ place: Place) throws(SystemCallFailure) -> SecretBytes? {
        let file = try Descriptor.open(full(place.path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        guard Self.isSound(try file.status(), S_IFREG) else { return nil }
        guard let bytes = try file.readSecret(limit: Self.templateBytes), bytes.count > 0 else { return nil }
        return bytes
    }

    /// Deletes a print and the directories that become empty, up to the user's, as fprintd does.
    func remove(_ place: Place) throws(SystemCallFailure) {
        let path = full(place.path)
        // The paths are lent to the calls as C strings.
        try checked("unlink", path) { unsafe unlink(path) }
        for parent in [
            "\(place.user)/\(place.origin.driver)/\(place.origin.device)", "\(place.user)/\(place.origin.driver)",
            place.user,
        ] {
            guard unsafe rmdir(full(parent)) == 0 else { return }
        }
    }

    enum Written {
        case new
        /// The same print is there.
        case same
        /// Something else lies there, or on the way there, and stays.
        case inTheWay
    }

    /// Stores a print where fprintd looks for it.
    func write(_ template: borrowing SecretBytes, to place: Place) throws(SystemCallFailure) -> Written {
        let device = "\(place.user)/\(place.origin.driver)/\(place.origin.device)"
        for parent in ["", place.user, "\(place.user)/\(place.origin.driver)", device] {
            let path = full(parent)
            // Lent to the call as a C string.
            if unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
                throw SystemCallFailure(function: "mkdir", path: path, errno: errno)
            }
            guard try isSound(parent, S_IFDIR) else { return .inTheWay }
        }
        let path = full(place.path)
        let file: Descriptor
        do throws(SystemCallFailure) {
            file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644)
        } catch {
            guard error.errno == EEXIST else { throw error }
            guard try isSound(place.path, S_IFREG), let old = try read(place) else { return .inTheWay }
            return old.isEqual(to: template) ? .same : .inTheWay
        }
        do throws(SystemCallFailure) {
            try file.write(template)
            try file.checked("fsync", fsync)
        } catch {
            unsafe unlink(path)
            throw error
        }
        return .new
    }
}

extension Finger {
    /// libfprint's `FpFinger` as one hexadecimal digit.
    fileprivate var fprintdName: String { String(libfprintNumber, radix: 16) }

    fileprivate init?(fprintdName: String) {
        guard let finger = Self.allCases.first(where: { $0.fprintdName == fprintdName }) else { return nil }
        self = finger
    }
}
