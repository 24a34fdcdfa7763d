// What the prompt reads of the process that asks.

import GateModel
import GateScreen
import GateWindows
import GateWire
import Glibc

extension AskerFacts {
    /// The service may not read which file another user's process runs; this user's own programs may.
    init(of request: Request, _ entry: DesktopEntry?) {
        self.init()
        appName = entry?.name
        if request.executable == nil { executable = Self.file(of: request.processID) }
    }

    /// Nil where it is not this user's process, or none any more.
    private static func file(of process: ProcessID) -> String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        // The array's own size is given, and no NUL is written.
        let count = unsafe readlink("/proc/\(process.rawValue)/exe", &path, path.count)
        guard count > 0 else { return nil }
        return String(decoding: path.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
