import BlockingTests
import Testing

@Suite("Real readers, recorded", .blocking, .tags(.needsRecordings), .withRecordings)
struct RecordedReaderTests {
    @Test("The daemon finds the reader, with its driver's and the kernel's facts", arguments: RecordedReader.all)
    func found(recorded: RecordedReader) throws {
        try DaemonUnderTest.prepared([], ["readers.allowVirtual": false]) { daemon in
            try daemon.start(launcher: recorded.launcher)
            let readers = try daemon.client().result(of: "ListReaders")["readers"].elements
            #expect(readers.count == 1)
            let reader = try #require(readers.first)
            #expect(reader["name"].string == recorded.name)
            #expect(reader["driver"].string == recorded.driver)
            #expect(reader["bus"].string == recorded.bus && reader["state"] == "ready")
            #expect(reader["scanType"].string == recorded.scanType)
            #expect(reader["enrollStages"] == .integer(recorded.enrollStages))
            #expect(reader["matching"] == (recorded.capabilities.contains("storage") ? "onChip" : "onHost"))
            #expect(Set(reader["capabilities"].elements.compactMap(\.string)) == recorded.capabilities)
            // Not by a number that the next reader of this kind also has, but by its port or serial number.
            #expect(reader["id"].string?.hasPrefix("\(recorded.driver)-") == true)
            #expect(reader["id"].string != "\(recorded.driver)-0")
            try daemon.stop()
        }
    }

    @Test("The recorded traffic answers the sensor's calls, from opening to closing", arguments: RecordedReader.all)
    func replayed(recorded: RecordedReader) throws {
        let replay = try SensorSteps(
            ["--reader", recorded.driver] + recorded.flow, launcher: recorded.launcher)
        #expect(replay.ending == .exited(0), "\(replay.lines)")
        #expect(replay.steps == recorded.flow)
    }
}
