internal import Glibc

/// What this process has taken of the machine.
struct Consumption {
    /// In the machine's memory, of this process alone.
    private let bytes: Int
    private let descriptors: Int

    /// Nil where `/proc` does not tell.
    ///
    /// Swift's runtime keeps a timer that was cancelled until its time, and the sensor gives a cancelled reader 5 s: it
    /// lets those pass first.
    static func settled() async -> Consumption? {
        try? await Task.sleep(for: .seconds(6))
        trim()
        guard let descriptors = openDescriptors(), let bytes = privateBytes() else { return nil }
        return Consumption(bytes: bytes, descriptors: descriptors)
    }

    /// How much more it is now.
    static func - (now: Consumption, before: Consumption) -> Consumption {
        Consumption(bytes: now.bytes - before.bytes, descriptors: now.descriptors - before.descriptors)
    }

    private static func openDescriptors() -> Int? {
        guard let directory = unsafe opendir("/proc/self/fd") else { return nil }
        defer { unsafe closedir(directory) }
        var count = 0
        while unsafe readdir(directory) != nil { count += 1 }
        // "." and "..", and the one that reads.
        return count - 3
    }

    /// Gives what malloc keeps for later back to the machine, where the C library knows how (malloc_trim(3), which
    /// Swift's Glibc module lacks).
    private static func trim() {
        guard let address = unsafe dlsym(nil, "malloc_trim") else { return }
        // Its declaration is int malloc_trim(size_t).
        let function = unsafe unsafeBitCast(address, to: (@convention(c) (Int) -> Int32).self)
        _ = function(0)
    }

    /// proc_pid_statm(5): pages that are resident, less those that are shared with files.
    private static func privateBytes() -> Int? {
        guard let file = unsafe fopen("/proc/self/statm", "r") else { return nil }
        defer { unsafe fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard unsafe fgets(&line, Int32(line.count), file) != nil else { return nil }
        let pages = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(separator: " ").prefix(3).compactMap { Int($0) }
        return pages.count == 3 ? (pages[1] - pages[2]) * sysconf(Int32(_SC_PAGESIZE)) : nil
    }
}

extension Consumption: CustomStringConvertible {
    var description: String { "\(bytes / 1024) KiB and \(descriptors) descriptors" }
}
