internal import Glibc

/// This process's use of the machine.
struct Consumption {
    /// The memory of this process alone.
    private let bytes: Int
    private let descriptors: Int

    /// Nil if `/proc` does not tell.
    ///
    /// Swift's runtime keeps a cancelled timer until its time, and the sensor gives a cancelled reader 5 s, so those
    /// pass first.
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
        // "." and "..", and the descriptor that reads.
        return count - 3
    }

    /// Returns malloc's free memory to the machine, if the C library can (malloc_trim(3), which Swift's Glibc module
    /// lacks).
    private static func trim() {
        guard let address = unsafe dlsym(nil, "malloc_trim") else { return }
        // Its declaration is int malloc_trim(size_t).
        let function = unsafe unsafeBitCast(address, to: (@convention(c) (Int) -> Int32).self)
        _ = function(0)
    }

    /// proc_pid_statm(5): resident pages, less those shared with files.
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
