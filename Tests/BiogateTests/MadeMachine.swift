import GateSandbox
import GateSystem
import Glibc
import SpawnedProcess

@testable import biogate

/// A machine's files, below a temporary directory.
struct MadeMachine: ~Copyable {
    let directory: TemporaryDirectory

    init() throws {
        directory = try .make(in: ProcessEnvironment())
    }

    deinit { directory.remove() }

    func make(_ path: String, _ text: String = "", mode: mode_t = 0o644) throws {
        var parent = directory.path
        for name in path.split(separator: "/").dropLast() {
            parent += "/" + name
            mkdir(parent, 0o755)
        }
        try Descriptor.open(directory.path + path, O_WRONLY | O_CREAT | O_TRUNC, mode: mode).write(text)
        chmod(directory.path + path, mode)
        if mode & 0o100 != 0 { awaitRunnable(directory.path + path) }
    }

    func remove(_ path: String) { unlink(directory.path + path) }

    func machine(
        group: gid_t? = getgid(), inTPMGroup: Bool = true, disk: FileSystem? = FileSystem()
    ) -> Machine {
        Machine(root: directory.path, readerGroup: group, isServiceInTPMGroup: inTPMGroup) { _ in disk }
    }

    func finding(_ checkup: Checkup, group: gid_t? = getgid(), inTPMGroup: Bool = true) -> Finding? {
        machine(group: group, inTPMGroup: inTPMGroup).findings().first { $0.checkup == checkup }
    }

    /// A reader that the rule knows, a keyboard that it does not, and everything that a machine should have.
    func makeSound() throws {
        try make("/usr/lib/udev/rules.d/70-biogate.rules", try MadeMachine.rules())
        for (name, vendor, product, number) in [("1-1", "27c6", "6094", "4"), ("1-2", "046d", "c31c", "12")] {
            try make("/sys/bus/usb/devices/\(name)/idVendor", vendor + "\n")
            try make("/sys/bus/usb/devices/\(name)/idProduct", product + "\n")
            try make("/sys/bus/usb/devices/\(name)/busnum", "1\n")
            try make("/sys/bus/usb/devices/\(name)/devnum", number + "\n")
        }
        try make("/dev/bus/usb/001/004", mode: 0o660)
        try make("/sys/class/tpm/tpm0/tpm_version_major", "2\n")
        try make("/dev/tpmrm0")
        try make("/etc/pam.d/biogate")
        try make("/run/biogate/password")
        try make("/run/biogate/reader")
        try make("/run/systemd/system/x")
        try make("/run/systemd/seats/x")
    }

    /// The shipped rule.
    static func rules() throws -> String {
        let path = CommandLineBench.sources + "/udev/70-biogate.rules"
        return String(decoding: try Descriptor.open(path, O_RDONLY).readAll(), as: UTF8.self)
    }
}
