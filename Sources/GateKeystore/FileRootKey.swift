internal import GateSystem
internal import Glibc
public import GateModel
public import GateSecret

/// A root key in a file of exactly 32 random bytes that only the daemon's user can read.
///
/// Without a header, ordinary tools can make it, move it or turn it into a systemd credential.
public struct FileRootKey: MovableRootKey {
    public let path: String

    public init(path: String) {
        self.path = path
    }

    public var sealing: Item.Sealing { .file }

    /// Reads the file, or creates it; concurrent creators get the same key. Blocks.
    public func rootKey(mayCreate: Bool) async throws(RootKeyError) -> SecretBytes {
        do {
            return try readRootKey(path, access: .ownerOnly)
        } catch {
            guard case .missing = error, mayCreate else { throw error }
        }
        try placeRootKeyFile(randomRootKey(), at: path)
        return try readRootKey(path, access: .ownerOnly)
    }

    public func replace(with key: borrowing SecretBytes) async throws(RootKeyError) {
        try placeRootKeyFile(key, at: path, replacing: true)
    }

    public func destroy() throws(RootKeyError) { try destroyRootKeyFile(at: path) }
}

/// A root key that systemd passes to the service (`LoadCredential=`, `LoadCredentialEncrypted=`): exactly 32 bytes.
public struct CredentialRootKey: RootKeyProvider {
    /// The credential's path in `$CREDENTIALS_DIRECTORY`.
    public let path: String

    public init(path: String) {
        self.path = path
    }

    public var sealing: Item.Sealing { .credential }

    /// Reads the file; never creates it.
    public func rootKey(mayCreate: Bool) async throws(RootKeyError) -> SecretBytes {
        try readRootKey(path, access: .notForEverybody)
    }
}

let rootKeyLength = 32

func randomRootKey() -> SecretBytes {
    unsafe SecretBytes(count: rootKeyLength) { bytes in
        var source = SystemRandomNumberGenerator()
        for index in bytes.indices { unsafe bytes[index] = .random(in: .min ... .max, using: &source) }
    }
}

/// Puts a complete and durable file in place. Unless `replacing`, keeps a file that another process put there
/// meanwhile.
func placeRootKeyFile(
    _ content: borrowing SecretBytes, at path: String, replacing: Bool = false
) throws(RootKeyError) {
    do throws(SystemCallFailure) {
        let temporary = "\(path).\(randomBytes(8).hexadecimal)"
        let file = try Descriptor.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        defer { unsafe unlink(temporary) }
        try unsafe content.withBytes { bytes throws(SystemCallFailure) in
            try unsafe file.write(bytes, at: 0)
        }
        try file.checked("fsync", fsync)
        do throws(SystemCallFailure) {
            // Unlike rename, link fails on an existing file.
            try checked("link", path) { unsafe replacing ? rename(temporary, path) : link(temporary, path) }
        } catch {
            guard error.errno == EEXIST else { throw error }
        }
        try Descriptor.synchronizeDirectory(Descriptor.parent(of: path))
    } catch {
        throw .unreadable(path: path, errno: error.errno)
    }
}

/// Overwrites and removes a file, if it exists. Flash storage and copy-on-write file systems may keep the old content.
func destroyRootKeyFile(at path: String) throws(RootKeyError) {
    do throws(SystemCallFailure) {
        let file = try Descriptor.open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK)
        let size = Int(try file.status().st_size)
        let zeros = unsafe SecretBytes(count: min(size, 1 << 16)) { _ in }
        try unsafe zeros.withBytes { bytes throws(SystemCallFailure) in
            try unsafe file.write(bytes, at: 0)
        }
        try file.checked("fsync", fsync)
        try checked("unlink", path) { unsafe unlink(path) }
        try Descriptor.synchronizeDirectory(Descriptor.parent(of: path))
    } catch {
        guard error.errno != ENOENT else { return }
        throw .unreadable(path: path, errno: error.errno)
    }
}

/// The readers that a root key's file may admit.
enum RootKeyAccess {
    /// Only its owner.
    case ownerOnly
    /// systemd keeps credentials as root's own and admits the service by an ACL, whose mask appears as the group's
    /// bits.
    case notForEverybody
}

/// Reads a file of exactly 32 bytes, or of a length in `sizes`.
func readRootKey(
    _ path: String, access: RootKeyAccess, sizes: ClosedRange<Int> = rootKeyLength...rootKeyLength
) throws(RootKeyError) -> SecretBytes {
    do {
        let file = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
        let status = try file.status()
        guard status.st_mode & S_IFMT == S_IFREG else { throw RootKeyError.damaged(path: path) }
        let isPrivate =
            switch access {
            case .ownerOnly: status.st_uid == geteuid() && status.st_mode & 0o077 == 0
            case .notForEverybody: status.st_mode & 0o007 == 0
            }
        guard isPrivate else { throw RootKeyError.exposed(path: path, mode: status.st_mode & 0o7777) }
        let size = Int(status.st_size)
        guard sizes.contains(size) else { throw RootKeyError.damaged(path: path) }
        return try unsafe SecretBytes(count: size) { bytes in
            let count = try unsafe file.read(into: bytes)
            // A file system that lost a file's data may show zeros.
            guard count == size, unsafe bytes.contains(where: { $0 != 0 }) else {
                throw RootKeyError.damaged(path: path)
            }
        }
    } catch let error as RootKeyError {
        throw error
    } catch let error as SystemCallFailure {
        throw error.errno == ENOENT ? .missing(path: path) : .unreadable(path: path, errno: error.errno)
    } catch {
        throw .unreadable(path: path, errno: EIO)
    }
}
