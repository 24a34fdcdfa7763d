// The system's journal, read like by `biogate log`.

internal import CAdwaita
public import GateScreen
internal import Glibc

/// The journal's lines about the user, as far as the user may read them.
public enum Journal {
    /// As in the accounts.
    public static var userName: String {
        // Never NULL: it is "somebody" if the name is unknown.
        guard let name = unsafe g_get_user_name() else { return "" }
        return unsafe String(cString: name)
    }

    /// The newest lines that the service wrote about the user; lines that other programs write under its names are left
    /// out.
    public static func activity() async -> Activity {
        guard let program = unsafe g_find_program_in_path("journalctl") else { return .noJournal }
        // The caller frees the text.
        unsafe g_free(program)
        if isForbidden { return .forbidden }
        guard let said = await lines(30, of: ActivityEntry.fields, with: ["BIOGATE_UID=\(getuid())"]) else {
            return .forbidden
        }
        let entries = ActivityEntry.read(said)
        if !entries.isEmpty { return .entries(entries) }
        // A journal without a line of the service, or no journal at all, does not tell that nothing was asked for.
        let any = await lines(1, of: ["_PID"], with: [])
        return any?.isEmpty == false ? .entries([]) : .noJournal
    }

    /// The newest lines of the service in the export format; nil if they cannot be read.
    private static func lines(_ count: Int, of fields: [String], with matches: [String]) async -> [UInt8]? {
        let command = [
            "journalctl", "--output=export", "--output-fields=\(fields.joined(separator: ","))", "--no-pager",
            "--quiet",
            "--reverse", "--lines=\(count)",
        ]
        return await output(of: command + matches + ["_SYSTEMD_UNIT=biogated.service"])
    }

    /// Whether there is a system journal that the user may not read (systemd-journald.service(8)); journalctl then
    /// reads the user's own, which has no lines of the service.
    private static var isForbidden: Bool {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe g_file_get_contents("/etc/machine-id", &text, nil, nil) != 0, let text = unsafe text else {
            return false
        }
        let machine = unsafe String(cString: text).prefix { !$0.isWhitespace }
        // The caller frees the text, which was copied.
        unsafe g_free(text)
        let files = ["/var/log/journal", "/run/log/journal"].map { "\($0)/\(machine)/system.journal" }
        return !files.contains { unsafe access($0, R_OK) == 0 }
            && files.contains { unsafe access($0, R_OK) != 0 && errno == EACCES }
    }

    /// A program's output; the program is ended if the task is cancelled. Nil if it fails.
    private static func output(of command: [String]) async -> [UInt8]? {
        // A C vector, made by GLib, and copied by the started program.
        let words = unsafe g_strsplit(command.joined(separator: "\n"), "\n", -1)
        let started = unsafe gate_start_reading(words)
        unsafe g_strfreev(words)
        guard let started = unsafe started else { return nil }
        let process = unsafe Object(started)
        // The function that created it held a reference, too.
        unsafe g_object_unref(started)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let handler = Handler<@MainActor ([UInt8]?) -> Void> { continuation.resume(returning: $0) }
                // Released by the callback, which GLib calls once.
                let data = unsafe Unmanaged.passRetained(handler).toOpaque()
                unsafe gate_read_all(
                    process.pointer,
                    { bytes, count, data in
                        // They are lent for this call, and copied.
                        let said = unsafe bytes.map { start in
                            unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: Int(count)))
                        }
                        unsafe Handler<@MainActor ([UInt8]?) -> Void>.run(data) { $0(said) }
                        guard let data = unsafe data else { return }
                        unsafe Unmanaged<AnyObject>.fromOpaque(data).release()
                    }, data)
            }
        } onCancel: {
            Task { @MainActor in unsafe gate_end(process.pointer) }
        }
    }
}
