import Foundation
import GateModel
import Glibc
import Testing

@testable import GateSocket

/// One user may have thousands of numbers, but gets no more room for that.
@Suite("Ranges of subordinate users") struct SubordinateRangeTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.path + "/gate"
    }

    private func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path), options: .atomic) }

    private func claimants(_ users: UInt32...) -> [Claimant] {
        let ranges = SubordinateRanges(path: path)
        return users.map { ranges.claimant(UserID(rawValue: $0)) }
    }

    private func user(_ number: UInt32) -> Claimant { .user(UserID(rawValue: number)) }

    @Test("The numbers of a range share one place, and all others have their own")
    func shares() throws {
        try write("ann:100000:65536\nbob:165536:65536\n")
        #expect(
            claimants(1000, 99_999, 100_000, 165_535, 165_536, 231_071, 231_072) == [
                user(1000), user(99_999), .subordinates(from: 100_000), .subordinates(from: 100_000),
                .subordinates(from: 165_536), .subordinates(from: 165_536), user(231_072),
            ])
    }

    @Test("Of overlapping ranges, the first counts")
    func overlap() throws {
        try write("ann:100000:65536\nbob:90000:20000\n")
        #expect(
            claimants(100_000, 109_999, 99_999) == [
                .subordinates(from: 100_000), .subordinates(from: 100_000), .subordinates(from: 90_000),
            ])
    }

    @Test(
        "A line of another form is skipped, and those around it count",
        arguments: [
            "", ":", "::", ":::", "ann", "ann:1000", "ann:1000:", "ann::1", "ann:1000:0", "ann:1000:1:1", "ann:-1:5000",
            "ann:1000:-1", "ann:4294967296:1", "ann:1000:18446744073709551616", "ann:x:y", "ann:1000 :1", "\0",
            "é:\u{1F600}:1",
        ])
    func foreign(line: String) throws {
        try write("bob:5:1\n\(line)\ncid:7:1")
        #expect(claimants(5, 1000, 7) == [.subordinates(from: 5), user(1000), .subordinates(from: 7)])
    }

    @Test(
        "A range ends with the largest number that exists",
        arguments: ["4294967295", "18446744073709551615", "4294962296"])
    func end(count: String) throws {
        try write("ann:5000:\(count)")
        #expect(claimants(4999, UInt32.max) == [user(4999), .subordinates(from: 5000)])
    }

    @Test("Bytes that are not text are skipped")
    func bytes() throws {
        try Data([0xFF, 0xFE, 0x3A, 0x80, 0x3A, 0xC3, 0x0A] + Array("ann:5:1".utf8)).write(to: URL(filePath: path))
        #expect(claimants(5) == [.subordinates(from: 5)])
    }

    @Test("Without a readable file there are no ranges", arguments: ["none", "directory", "pipe"])
    func unreadable(kind: String) throws {
        switch kind {
        case "directory": try #require(mkdir(path, 0o700) == 0)
        case "pipe": try #require(mkfifo(path, 0o600) == 0)
        default: break
        }
        defer { rmdir(path) }
        #expect(claimants(100_000) == [user(100_000)])
    }

    @Test("A file that changes, disappears or returns counts as it is now")
    func change() throws {
        let ranges = SubordinateRanges(path: path)
        let number = UserID(rawValue: 100_000)
        #expect(ranges.claimant(number) == .user(number))
        for start in [100_000 as UInt32, 99_000, 98_000] {
            try write("ann:\(start):65536")
            #expect(ranges.claimant(number) == .subordinates(from: start))
        }
        unlink(path)
        #expect(ranges.claimant(number) == .user(number))
        try write("ann:90000:65536")
        #expect(ranges.claimant(number) == .subordinates(from: 90_000))
    }

    @Test("Connections of one range's numbers are counted together, even if the range is removed meanwhile")
    func connections() throws {
        try write("ann:100000:65536\n")
        let table = ConnectionTable(
            maximum: 512, maximumPerUser: 64, refusalsPerUser: 0, ranges: SubordinateRanges(path: path))
        func admit(_ number: UInt32) -> ConnectionID? { table.admit(UserID(rawValue: number))?.id }
        let admitted = (0..<512).compactMap { admit(100_000 + $0) }
        #expect(admitted.count == 64)
        #expect(admit(1000) != nil)
        table.release(admitted[0])
        #expect(admit(165_535) != nil)
        #expect(admit(165_535) == nil)
        unlink(path)
        for id in admitted { table.release(id) }
        try write("ann:100000:65536\n")
        let again = (0..<512).compactMap { admit(100_000 + $0) }
        // One is still there.
        #expect(again.count == 63)
    }
}
