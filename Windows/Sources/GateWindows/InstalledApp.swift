// The app that a program file belongs to, as root installed it.

internal import CAdwaita
internal import Glibc

/// The name and the icon of an app, from a desktop entry that only root can have written, for the very file that it
/// starts.
///
/// A unit's, a sandbox's or a process's own name proves nothing: any program can take it.
@MainActor
public final class InstalledApp {
    /// As in the desktop's menus, in the desktop's language.
    public let name: String
    /// Nil if the desktop's icon theme has no such icon: GTK would draw a missing image.
    let icon: Object?

    private init?(entry path: String) {
        guard let found = unsafe gate_desktop_entry(path) else { return nil }
        let entry = unsafe Object(found)
        // The function that created it held a reference, too.
        unsafe g_object_unref(found)
        guard unsafe gate_app_is_listed(entry.pointer) != 0, let name = unsafe gate_app_name(entry.pointer) else {
            return nil
        }
        self.name = unsafe String(cString: name)
        icon = unsafe gate_app_icon(entry.pointer).map { unsafe Object($0) }
    }

    /// The app whose desktop entry starts the file behind `link`, such as `/proc/PID/exe`; nil if the file, the entry or a
    /// directory above one of them can be written by another user than root, if entries of several names start it, or if
    /// the file runs other programs: then it says nothing about which one asks.
    public static func started(from link: String, in directories: [String] = directories) -> InstalledApp? {
        guard let running = ProgramFile(link), running.belongsToRoot else { return nil }
        var found: [String: InstalledApp] = [:]
        for directory in directories where isRoots(directory) {
            for entry in entries(in: directory) {
                guard let program = unsafe gate_entry_program(entry) else { continue }
                defer { unsafe g_free(program) }
                let path = unsafe String(cString: program)
                guard ProgramFile(path) == running, isRoots(path), !runsOthers(path), isRoots(entry),
                    let app = InstalledApp(entry: entry)
                else { continue }
                found[app.name] = app
            }
        }
        return found.count == 1 ? found.values.first : nil
    }

    /// Where systems install desktop entries. `XDG_DATA_DIRS` is the user's to set.
    public static let directories = ["/usr/share/applications", "/usr/local/share/applications"]

    private static func entries(in directory: String) -> [String] {
        guard let listing = unsafe opendir(directory) else { return [] }
        defer { unsafe closedir(listing) }
        var names: [String] = []
        while let entry = unsafe readdir(listing) {
            // The name ends with a NUL within the entry.
            let name = unsafe String(cString: gate_entry_name(entry))
            if name.hasSuffix(".desktop") { names.append("\(directory)/\(name)") }
        }
        return names
    }

    /// Whether only root can replace what the path leads to: the file, each link and each directory on the way.
    private static func isRoots(_ path: String) -> Bool { unsafe gate_is_roots(path) != 0 }

    /// Programs that run what others wrote, and our own command line, by the beginnings of their files' names.
    private static let runners = [
        "ash", "bash", "biogate", "bun", "busybox", "bwrap", "csh", "dash", "deno", "electron", "env", "fish",
        "flatpak", "gjs", "gjs-console", "guile", "java", "julia", "ksh", "lua", "mono", "node", "octave", "perl",
        "php", "pkexec", "python", "R", "ruby", "run-parts", "script", "sh", "snap", "sudo", "systemd-run", "tclsh",
        "toybox", "wine", "wish", "xargs", "zsh",
    ]

    /// Also of a version, such as `python3.11`.
    private static func runsOthers(_ path: String) -> Bool {
        guard let real = unsafe realpath(path, nil) else { return true }
        defer { unsafe free(real) }
        return [path, unsafe String(cString: real)].contains { path in
            let name = path.split(separator: "/").last ?? ""
            return runners.contains { runner in
                name.hasPrefix(runner) && name.dropFirst(runner.count).allSatisfy { !$0.isLetter }
            }
        }
    }
}

/// A regular file by device and inode, with its owner.
private struct ProgramFile: Equatable {
    private let device, inode: UInt64
    let belongsToRoot: Bool

    init?(_ path: String) {
        var status = stat()
        // The path is a C string, and the structure a local, for the length of the call.
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        belongsToRoot = status.st_uid == 0 && status.st_mode & 0o022 == 0
    }
}
