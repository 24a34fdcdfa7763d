import FoundationEssentials
import GateKeystore
import GateModel
import GateVault
import Trial

private let directory = makeDirectory()
private let user = UserID(rawValue: 1000)

/// Whatever the file contains, an armed scan is pending until it is settled, and found scans are forgotten once.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Trial(start, count).rest
    do {
        try Data(bytes).write(to: URL(filePath: "\(directory)/pending"))
        try finish {
            let before = try await armed()
            let found = try await cleared()
            require(found == before + 1, "an armed scan is found")
            require(try PendingScans(directory: directory).found.isEmpty, "what was cleared and settled is not found")
        }
    } catch {
        require(false, "the file can be used: \(error)")
    }
    return 0
}

/// Arms a scan that is never settled; returns how many were pending before.
private func armed() async throws -> Int {
    let pending = try PendingScans(directory: directory)
    _ = try await pending.arm(user)
    return pending.found[user, default: 0]
}

/// Arms and settles a scan, and clears the found ones; returns how many those were.
private func cleared() async throws -> Int {
    let pending = try PendingScans(directory: directory)
    let ticket = try await pending.arm(user)
    try await pending.settle(ticket)
    try await pending.clearFound()
    return pending.found[user, default: 0]
}
