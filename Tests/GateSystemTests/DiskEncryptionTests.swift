import FoundationEssentials
import Glibc
import Testing

@testable import GateSystem

@Suite("Whether a disk is encrypted")
struct DiskEncryptionTests {
    /// A tree with the kernel's files, as proc(5) and sysfs have them.
    private final class Tree {
        let root: String

        init() throws {
            var template = Array("/tmp/biogate-disk-XXXXXX".utf8CString)
            root = String(cString: try #require(mkdtemp(&template)))
        }

        deinit { try? FileManager.default.removeItem(atPath: root) }

        func write(_ path: String, _ text: String) throws {
            let file = "\(root)/\(path)"
            let directory = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(filePath: file))
        }

        func mounts(_ lines: String...) throws {
            try write("proc/self/mountinfo", lines.joined(separator: "\n") + "\n")
        }

        /// A device on others: a device mapper's if it has an identifier.
        func device(_ number: String, _ uuid: String? = nil, on slaves: [String] = []) throws {
            try write("sys/dev/block/\(number)/size", "1")
            if let uuid { try write("sys/dev/block/\(number)/dm/uuid", uuid) }
            for slave in slaves {
                let link = "\(root)/sys/dev/block/\(number)/slaves/\(slave)"
                try write("sys/dev/block/\(number)/slaves/.keep", "")
                try FileManager.default.removeItem(atPath: "\(root)/sys/dev/block/\(number)/slaves/.keep")
                try FileManager.default.createSymbolicLink(
                    atPath: link, withDestinationPath: "\(root)/sys/dev/block/\(slave)")
            }
        }

        func covers(_ directory: String = "/var/lib/biogate") -> Bool { DiskEncryption(root: root).covers(directory) }
    }

    private static let root = "22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/mapper/root rw"

    @Test("A file system on dm-crypt is encrypted, also through LVM, and one on a bare disk is not")
    func layers() throws {
        let tree = try Tree()
        try tree.mounts(Self.root)
        try tree.device("254:0", "CRYPT-LUKS2-0123-root")
        #expect(tree.covers())
        try tree.device("254:0", "LVM-abc", on: ["254:9"])
        try tree.device("254:9", "CRYPT-LUKS2-0123-pv")
        #expect(tree.covers())
        // One of two disks below the volume is open to its thief.
        try tree.device("254:0", "LVM-abc", on: ["8:1"])
        try tree.device("8:1")
        #expect(!tree.covers())
    }

    @Test("The mount that holds the directory counts, and the last one of the same place")
    func mounts() throws {
        let tree = try Tree()
        try tree.device("254:0", "CRYPT-LUKS2-0123-root")
        try tree.device("8:2")
        try tree.mounts(Self.root, "30 22 8:2 / /var rw - ext4 /dev/sda2 rw", "31 22 254:0 / /variety rw - ext4 x rw")
        #expect(!tree.covers())
        #expect(tree.covers("/srv"))
        try tree.mounts(Self.root, "30 22 8:2 / /var rw - ext4 x rw", "31 30 254:0 / /var rw - ext4 x rw")
        #expect(tree.covers())
    }

    @Test("A directory counts where its links lead, and one whose link leads nowhere is not encrypted")
    func links() throws {
        let tree = try Tree()
        try tree.device("254:0", "CRYPT-LUKS2-0123-root")
        try tree.device("8:2")
        try tree.mounts(Self.root, "30 22 8:2 / /srv/plain rw - ext4 /dev/sda2 rw")
        try tree.write("srv/plain/.keep", "")
        try tree.write("var/lib/.keep", "")
        try FileManager.default.createSymbolicLink(
            atPath: "\(tree.root)/var/lib/biogate", withDestinationPath: "\(tree.root)/srv/plain/state")
        #expect(!tree.covers())
        try tree.write("srv/plain/state/.keep", "")
        #expect(!tree.covers())
        #expect(!tree.covers("/var/lib/biogate/deeper"))
        #expect(tree.covers("/var/lib/other"))
    }

    @Test("What cannot be found out is not encrypted")
    func unknown() throws {
        let tree = try Tree()
        #expect(!tree.covers())
        try tree.mounts("22 1 0:33 / / rw - btrfs /dev/mapper/root rw")
        #expect(!tree.covers())
        try tree.mounts(Self.root)
        #expect(!tree.covers())
        // Devices on top of each other without an end.
        try tree.device("254:0", "LVM-abc", on: ["254:0"])
        #expect(!tree.covers())
    }
}
