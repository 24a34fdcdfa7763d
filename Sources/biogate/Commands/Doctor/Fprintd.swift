import GateSystem
import Glibc

/// fprintd, which may run beside the service: on a reader with storage, both share that storage.
///
/// Asked over the system bus, which starts it if installed, through `dbus-send`: so this program links no D-Bus
/// library. It opens no reader to answer.
struct Fprintd {
    let environment: ProcessEnvironment
    /// A link to biogate-fprintd's unit, if that answers for fprintd with the service's fingers.
    var unit = "/etc/systemd/system/dbus-net.reactivated.Fprint.service"
    /// The directory of fprintd's fingers.
    var directory = FprintdFiles.systemDirectory

    /// Whether the service itself owns fprintd's name.
    var isOurs: Bool {
        guard let target = Descriptor.target(ofLink: unit) else { return false }
        return String(decoding: target, as: UTF8.self).hasSuffix("/biogate-fprintd.service")
    }

    /// A finding if fprintd has fingers while the service answers to its name: fingers not imported open no login.
    var fingersThatWait: Finding? {
        guard isOurs, unsafe access(directory, F_OK) == 0 else { return nil }
        // Only root may look.
        guard let entries = try? FprintdFiles(directory: directory).entries(of: nil) else {
            return .fprintdFingersWait(nil)
        }
        let prints = entries.count { if case .print = $0 { true } else { false } }
        return prints > 0 ? .fprintdFingersWait(prints) : nil
    }

    /// Which of the caller's fingers fprintd has enrolled on the readers of these names (`fp_device_get_name()`); empty
    /// without fprintd or dbus-send.
    func findings(on readers: Set<String>) async -> [Finding] {
        guard !isOurs, case .values(let devices) = await call("Manager", "net.reactivated.Fprint.Manager.GetDevices")
        else {
            return []
        }
        var findings: [Finding] = []
        for device in devices.compactMap({ $0.split(separator: "/").last }) {
            let path = "Device/\(device)"
            let property = ["string:net.reactivated.Fprint.Device", "string:name"]
            guard case .values(let names) = await call(path, "org.freedesktop.DBus.Properties.Get", property),
                let name = names.first, readers.contains(name)
            else { continue }
            // The empty name is the caller's.
            switch await call(path, "net.reactivated.Fprint.Device.ListEnrolledFingers", ["string:"]) {
            case .values(let fingers): findings.append(.fprintdHasFingers(name, count: fingers.count))
            case .refused("net.reactivated.Fprint.Error.NoEnrolledPrints"): findings.append(.fprintdHasNone(name))
            case .refused("net.reactivated.Fprint.Error.PermissionDenied"): findings.append(.fprintdKeepsQuiet(name))
            case .refused, .nothing: continue
            }
        }
        return findings
    }

    private func call(_ object: String, _ method: String, _ arguments: [String] = []) async -> Reply {
        guard let path = environment.path(ofProgram: "dbus-send") else { return .nothing }
        let words = [
            path, "--system", "--print-reply", "--reply-timeout=5000", "--dest=net.reactivated.Fprint",
            "/net/reactivated/Fprint/\(object)", method,
        ]
        guard let (status, said) = await ChildProcess.output(words + arguments, in: environment) else {
            return .nothing
        }
        return Reply(status: status, said: said)
    }

    /// The output of dbus-send(1) for a call.
    enum Reply: Equatable {
        /// The strings and object paths of the answer.
        case values([String])
        /// The D-Bus error's name.
        case refused(String)
        case nothing

        init(status: Int32, said: String) {
            if status == 0 {
                self = .values(
                    said.split(separator: "\n").compactMap { line in
                        guard let first = line.firstIndex(of: "\""), let last = line.lastIndex(of: "\""), first < last
                        else { return nil }
                        return String(line[line.index(after: first)..<last])
                    })
            } else if let error = said.split(separator: "\n").first(where: { $0.hasPrefix("Error ") }) {
                self = .refused(String(error.dropFirst("Error ".count).prefix { $0 != ":" }))
            } else {
                self = .nothing
            }
        }
    }
}
