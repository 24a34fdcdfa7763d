import GateSystem
import Glibc

/// The machine's setup as any user can see it: opens nothing that only the service may open.
struct Machine {
    /// The prefix of every path, for another system's files.
    let root: String
    /// The name of the group that owns the readers' device files.
    static let readerGroupName = "biogate-reader"

    /// That group, if it exists.
    let readerGroup: gid_t?
    let isServiceInTPMGroup: Bool
    /// The file system of a path; nil if the caller may not look.
    let fileSystem: @Sendable (String) -> FileSystem?

    init(
        root: String, readerGroup: gid_t?, isServiceInTPMGroup: Bool,
        fileSystem: @escaping @Sendable (String) -> FileSystem? = FileSystem.init(path:)
    ) {
        self.root = root
        self.readerGroup = readerGroup
        self.isServiceInTPMGroup = isServiceInTPMGroup
        self.fileSystem = fileSystem
    }

    /// The running machine.
    static func current() -> Machine {
        let tpm = Group(named: "tss")
        return Machine(
            root: "", readerGroup: Group(named: readerGroupName)?.id,
            isServiceInTPMGroup: tpm?.members.contains("biogate") == true)
    }

    /// Only the package installs that file.
    var isPackaged: Bool { exists("/usr/share/doc/biogate/copyright") }

    /// The masks of the service or its socket in systemd (`systemctl mask`: a link to /dev/null); nil without one.
    var mask: ServiceMask? {
        ServiceMask.allCases.first { mask in
            ["service", "socket"].contains { kind in
                status("\(mask.folder)/biogated.\(kind)").map { $0.st_mode & S_IFMT == S_IFCHR } == true
            }
        }
    }

    /// Whether a running service locks its secrets in memory, by what the kernel shows everybody of its process.
    ///
    /// Nil for another process: before the service runs, systemd accepts connections.
    func memory(of process: pid_t) -> Finding? {
        guard text("/proc/\(process)/comm")?.word == "biogated",
            let line = text("/proc/\(process)/status")?.split(separator: "\n").first(where: { $0.hasPrefix("VmLck:") })
        else { return nil }
        // A running service always locks its root key, so zero means that locking failed.
        return line.split(whereSeparator: \.isWhitespace).dropFirst().first == "0" ? .memoryUnlocked : nil
    }

    /// The service's configuration, as far as the caller may read it.
    var settings: ServiceSettings { ServiceSettings(text(ServiceConfiguration.path)) }

    /// If the files are correct, the service's own answer about passwords counts.
    func findings(behind service: ServiceReport = ServiceReport()) -> [Finding] {
        let settings = settings
        let place = RootKeyPlace(settings, isServed: service.isServed, isSealed: service.isSealed)
        let found = passwords(settings)
        let checked = found == .passwordsChecked ? service.passwords ?? found : found
        return [disk(settings), permissions(), tpm(place, settings), checked, logind()].compactMap { $0 }
    }

    // MARK: Data

    /// Nil if the state directory does not exist yet, or the caller may not look.
    private func disk(_ settings: ServiceSettings) -> Finding? {
        let path = settings.stateDirectory
        guard let found = fileSystem(root + path) else { return nil }
        if found.isMissing {
            // The unit creates the standard one at the first start.
            return path == ServiceSettings.standardStateDirectory ? nil : .stateDirectoryMissing(path)
        }
        if found.isReadOnly { return .diskReadOnly(path) }
        return found.isFull ? .diskFull(path) : .diskWritable
    }

    // MARK: Readers

    private static let ruleFiles = ["/etc/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d"]
        .map { $0 + "/70-biogate.rules" }

    private func permissions() -> Finding {
        guard let readerGroup else { return .noReaderGroup }
        guard let rules = Self.ruleFiles.lazy.compactMap({ text($0) }).first else { return .rulesMissing }
        let known = USBModel.named(inRules: rules)
        for node in usbNodes(of: known) {
            // Read and write for the group, as the rule sets.
            guard let status = status(node), status.st_gid == readerGroup, status.st_mode & 0o060 == 0o060 else {
                return .readerForbidden(node)
            }
        }
        return exists("/run/biogate/reader") ? .readersPermitted : .readerSocketMissing
    }

    /// The device files of USB readers known to the rules.
    private func usbNodes(of known: Set<USBModel>) -> [String] {
        let devices = "/sys/bus/usb/devices"
        return names(devices).sorted().compactMap { name in
            let device = "\(devices)/\(name)/"
            guard let vendor = text(device + "idVendor")?.word, let product = text(device + "idProduct")?.word,
                known.contains(USBModel(vendor: vendor, product: product)),
                let bus = text(device + "busnum")?.word, let number = text(device + "devnum")?.word
            else { return nil }
            return "/dev/bus/usb/\(bus.padded)/\(number.padded)"
        }
    }

    // MARK: TPM, passwords and logind

    private func tpm(_ place: RootKeyPlace, _ settings: ServiceSettings) -> Finding {
        // The default is the kernel's own node.
        if let named = settings.tcti, !named.hasSuffix("/dev/tpmrm0") { return .tpmNamed(named) }
        guard exists("/sys/class/tpm/tpm0") else { return .noTPM(place) }
        guard text("/sys/class/tpm/tpm0/tpm_version_major")?.word != "1", exists("/dev/tpmrm0") else {
            return .oldTPM(place)
        }
        return isServiceInTPMGroup ? .tpmPermitted : .tpmForbidden
    }

    private func passwords(_ settings: ServiceSettings) -> Finding {
        guard settings.arePasswordsChecked else { return .passwordsOff }
        guard exists("/etc/pam.d/biogate") else { return .pamFileMissing }
        return exists("/run/biogate/password") ? .passwordsChecked : .helperMissing
    }

    private func logind() -> Finding {
        guard exists("/run/systemd/system") else { return .noSystemd }
        // sd_booted(3) and sd_login_monitor_new(3) check the same paths.
        return exists("/run/systemd/seats") ? .logind : .noLogind
    }

    // MARK: Files

    private func status(_ path: String) -> stat? {
        var status = stat()
        // The structure is a local that the call fills in.
        return unsafe stat(root + path, &status) == 0 ? status : nil
    }

    private func exists(_ path: String) -> Bool { status(path) != nil }

    private func text(_ path: String) -> String? {
        guard let file = try? Descriptor.open(root + path, O_RDONLY), let bytes = try? file.readAll() else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func names(_ path: String) -> [String] { (try? Descriptor.names(in: root + path)) ?? [] }
}

/// How long a mask in systemd lasts.
enum ServiceMask: Hashable, CaseIterable, Sendable {
    case lasting
    /// Until the machine stops, as the documents have it for a backup.
    case runtime

    var folder: String { (self == .lasting ? "/etc" : "/run") + "/systemd/system" }

    private static let units = "biogated.socket biogated-face.socket biogated.service"

    /// The command that stops the service and keeps it stopped, as the documents have it.
    static let stop = "sudo systemctl mask --runtime --now \(units)"

    /// The commands that end it.
    var end: String {
        let option = self == .lasting ? "" : " --runtime"
        return "sudo systemctl unmask\(option) \(Self.units) && sudo systemctl start biogated.socket"
    }

    /// The commands that set the data aside, so that the service begins without any.
    static func beginning(without state: String) -> String {
        let word = state.shellWord
        let remade =
            state == ServiceSettings.standardStateDirectory
            ? "" : " && sudo install --directory --owner=biogate --group=biogate --mode=700 \(word)"
        return "\(stop) && sudo mv \(word) \((state + ".lost").shellWord)\(remade) && \(runtime.end)"
    }
}

/// The state of a file system, which statvfs(3) shows everybody.
struct FileSystem: Hashable, Sendable {
    var isMissing = false
    var isReadOnly = false
    /// Whether there is no room for a change: the database writes a journal first.
    var isFull = false

    init(isMissing: Bool = false, isReadOnly: Bool = false, isFull: Bool = false) {
        self.isMissing = isMissing
        self.isReadOnly = isReadOnly
        self.isFull = isFull
    }

    /// Nil if the caller may not look.
    init?(path: String) {
        var found = statvfs()
        // The path is a C string, and the structure a local, during the call.
        guard unsafe statvfs(path, &found) == 0 else {
            guard errno == ENOENT else { return nil }
            self.init(isMissing: true)
            return
        }
        let room = UInt64(found.f_bavail) * UInt64(found.f_frsize)
        self.init(
            isReadOnly: found.f_flag & UInt(ST_RDONLY) != 0,
            isFull: found.f_blocks > 0 && room < 262_144 || found.f_files > 0 && found.f_favail == 0)
    }
}

/// A model of USB device by its maker's numbers, in hexadecimal.
struct USBModel: Hashable {
    let vendor: String
    let product: String

    /// The models in a udev rule file written by `udev/generate-rules.py`.
    static func named(inRules text: String) -> Set<USBModel> {
        var models: Set<USBModel> = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let vendor = value("ATTR{idVendor}==", in: line), let products = value("ATTR{idProduct}==", in: line)
            else { continue }
            for product in products.split(separator: "|") {
                models.insert(USBModel(vendor: vendor, product: String(product)))
            }
        }
        return models
    }

    private static func value(_ key: String, in line: Substring) -> String? {
        guard
            let assignment = line.split(separator: ",").map({ $0.drop { $0 == " " } }).first(where: {
                $0.hasPrefix(key)
            })
        else { return nil }
        return assignment.dropFirst(key.count).split(separator: "\"").first.map(String.init)
    }
}

/// A group of this machine.
private struct Group {
    let id: gid_t
    let members: [String]

    /// Nil if the group database does not have the name.
    init?(named name: String) {
        var entry = unsafe group()
        var found: UnsafeMutablePointer<group>?
        var room = [CChar](repeating: 0, count: 65_536)
        // Every buffer belongs to the call alone, with its size; the result is in `entry` and `room`, which are read
        // before they are freed.
        guard unsafe getgrnam_r(name, &entry, &room, room.count, &found) == 0, unsafe found != nil else { return nil }
        id = unsafe entry.gr_gid
        var members: [String] = []
        var next = unsafe entry.gr_mem
        while let member = unsafe next?.pointee {
            unsafe members.append(String(cString: member))
            unsafe next = next.map { unsafe $0 + 1 }
        }
        self.members = members
    }
}

extension String {
    /// Without the line end.
    fileprivate var word: String { String(prefix { !$0.isWhitespace }) }

    /// Three digits, as in the kernel's device files.
    fileprivate var padded: String { String(repeating: "0", count: max(0, 3 - count)) + self }
}
