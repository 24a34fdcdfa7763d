import GateSystem
import Glibc
import Testing

@Suite("The log's writer") struct LogWriterTests {
    @Test("Writing a log never waits for a slow reader, and the lines arrive in order")
    func readerBehind() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        // Filled, so that the next write(2) blocks.
        try #require(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
        var filling = 0
        while true {
            let count = write(ends[1], [UInt8](repeating: 0, count: 4096), 4096)
            guard count > 0 else { break }
            filling += count
        }
        try #require(fcntl(ends[1], F_SETFL, 0) == 0)
        let writer = LogWriter(journal: nil, output: ends[1])
        // Returns here, where a single thread would hang for good.
        for number in 1...3 { writer.write(LogWriter.Entry(fields: [], line: "line \(number)\n")) }
        var text: [UInt8] = []
        while text.count < filling + 21 {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(ends[0], &bytes, bytes.count)
            try #require(count > 0)
            text += bytes.prefix(count)
        }
        #expect(String(decoding: text.dropFirst(filling), as: UTF8.self) == "line 1\nline 2\nline 3\n")
    }
}
