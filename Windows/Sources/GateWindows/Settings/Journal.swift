// The system's journal, as `biogate log` reads it.

internal import CAdwaita
public import GateScreen
internal import Glibc

/// What the journal has of the user, as far as the user may read it.
public enum Journal {
    /// As accounts have it.
    public static var userName: String {
        // Never NULL: it says "somebody" where nobody knows.
        guard let name = unsafe g_get_user_name() else { return "" }
        return unsafe String(cString: name)
    }

    /// The newest lines that the service wrote of the user; what other programs write under its names is left out.
    public static func activity() async -> Activity {
        guard let program = unsafe g_find_program_in_path("journalctl") else { return .noJournal }
        // The text is ours to free.
        unsafe g_free(program)
        if isForbidden { return .forbidden }
        let fields = ActivityEntry.fields.joined(separator: ",")
        let said = await output(of: [
            "journalctl", "--output=export", "--output-fields=\(fields)", "--no-pager", "--quiet", "--reverse",
            "--lines=30", "BIOGATE_UID=\(getuid())", "_SYSTEMD_UNIT=biogated.service",
        ])
        return said.map { .entries(ActivityEntry.read($0)) } ?? .forbidden
    }

    /// Whether there is a journal of the system's that the user may not read (systemd-journald.service(8)); journalctl then
    /// reads the user's own, which has none of the service's lines.
    private static var isForbidden: Bool {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe g_file_get_contents("/etc/machine-id", &text, nil, nil) != 0, let text = unsafe text else {
            return false
        }
        let machine = unsafe String(cString: text).prefix { !$0.isWhitespace }
        // The text is ours to free; it was copied.
        unsafe g_free(text)
        let files = ["/var/log/journal", "/run/log/journal"].map { "\($0)/\(machine)/system.journal" }
        return !files.contains { unsafe access($0, R_OK) == 0 }
            && files.contains { unsafe access($0, R_OK) != 0 && errno == EACCES }
    }

    /// What a program writes, which is ended where the task is cancelled; nil where it fails.
    private static func output(of command: [String]) async -> [UInt8]? {
        // A vector as C has it, made by GLib, and copied by what is started.
        let words = unsafe g_strsplit(command.joined(separator: "\n"), "\n", -1)
        let started = unsafe gate_start_reading(words)
        unsafe g_strfreev(words)
        guard let started = unsafe started else { return nil }
        let process = unsafe Object(started)
        // Its maker held a reference besides.
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
