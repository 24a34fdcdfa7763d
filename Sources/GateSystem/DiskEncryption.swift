internal import Glibc

/// Finds out by sysfs whether a directory's file system is on encrypted block devices (dm-crypt).
///
/// It sees no encryption above the block devices (ZFS, fscrypt) and none in a disk's own firmware.
package struct DiskEncryption {
    private let root: String
    /// The most devices on top of each other that are looked through.
    private static let depth = 16

    /// - Parameter root: the directory that has `proc` and `sys`.
    package init(root: String = "") {
        self.root = root
    }

    /// Whether every block device under the directory's file system is encrypted; false if that cannot be found out.
    package func covers(_ directory: String) -> Bool {
        guard let mounts = readFile("\(root)/proc/self/mountinfo"), let directory = resolved(directory),
            let device = Self.device(of: directory, in: mounts)
        else { return false }
        return isEncrypted("\(root)/sys/dev/block/\(device)", Self.depth)
    }

    /// The directory where its links lead, by which mounts are named. A part that does not exist yet stays; nil for a link
    /// that leads nowhere.
    private func resolved(_ directory: String) -> String? {
        var (existing, rest) = (directory, "")
        while !existing.isEmpty {
            // The result is a C string of the C library's, freed here (realpath(3)).
            if let found = unsafe realpath(root + existing, nil) {
                defer { unsafe free(found) }
                let path = unsafe String(cString: found)
                return (path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path) + rest
            }
            guard Descriptor.target(ofLink: root + existing) == nil, let end = existing.lastIndex(of: "/") else {
                return nil
            }
            rest = existing[end...] + rest
            existing = String(existing[..<end])
        }
        return directory
    }

    /// The device number of the last mount with the longest mount point above the directory (proc(5)). Nil for file
    /// systems of several devices, which have a number of their own.
    private static func device(of directory: String, in mounts: String) -> Substring? {
        var found: (point: Int, device: Substring)?
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 4, isAbove(fields[4], directory), fields[4].utf8.count >= found?.point ?? 0 else {
                continue
            }
            found = (fields[4].utf8.count, fields[2])
        }
        guard let device = found?.device, !device.hasPrefix("0:") else { return nil }
        return device
    }

    private static func isAbove(_ point: Substring, _ directory: String) -> Bool {
        point == "/" || directory == point || directory.hasPrefix("\(point)/")
    }

    private func isEncrypted(_ device: String, _ depth: Int) -> Bool {
        guard depth > 0 else { return false }
        if let kind = readFile("\(device)/dm/uuid"), kind.hasPrefix("CRYPT-") { return true }
        let below = (try? Descriptor.names(in: "\(device)/slaves")) ?? []
        if !below.isEmpty { return below.allSatisfy { isEncrypted("\(device)/slaves/\($0)", depth - 1) } }
        // A partition is on what its disk is on; sysfs has it inside the disk's directory.
        guard readFile("\(device)/partition") != nil else { return false }
        return isEncrypted("\(device)/..", depth - 1)
    }

    private func readFile(_ path: String) -> String? {
        do throws(SystemCallFailure) {
            guard let bytes = try Descriptor.open(path, O_RDONLY).readAll(atMost: 1 << 20) else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            return nil
        }
    }
}
