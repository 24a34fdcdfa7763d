import GateModel
import Testing
import VirtualReaders

@testable import GateSensor

/// All tests that need libfprint's virtual readers, one after the other.
@Suite(.serialized, .timeLimit(.minutes(2)))
enum LibfprintSensorTests {}

extension LibfprintSensorTests {
    @Suite struct Readers {
        @Test("The present readers are found, with the driver's facts about them")
        func found() async throws {
            try await SensorBench.with { bench in
                let readers = bench.sensor.readers()
                #expect(Set(readers.map(\.id)) == Set(VirtualReader.Kind.allCases.map { bench.id($0) }))
                let device = try #require(readers.first { $0.id == bench.id(.device) })
                #expect(device.driver == "virtual_device" && device.bus == .virtual)
                #expect(device.name == "Virtual device for debugging")
                #expect(device.capabilities == [.verify] && device.matching == .onHost)
                #expect(device.enrollStages == 5 && device.scanType == .swipe && device.state == .ready)
                let storage = try #require(readers.first { $0.id == bench.id(.storage) })
                #expect(storage.matching == .onChip)
                #expect(
                    storage.capabilities == [
                        .identify, .verify, .storage, .storageList, .storageDelete, .storageClear, .duplicatesCheck,
                    ])
                let unlisted = try #require(readers.first { $0.id == bench.id(.unlisted) })
                #expect(unlisted.capabilities == storage.capabilities.subtracting([.storageList]))
                let image = try #require(readers.first { $0.id == bench.id(.image) })
                #expect(
                    image.capabilities == [.capture, .identify, .verify, .updatePrint] && image.matching == .onHost)
            }
        }

        @Test("Virtual readers do not exist unless they are allowed")
        func virtualRefused() async throws {
            let bench = try await SensorBench(allowVirtual: false)
            #expect(bench.sensor.readers().isEmpty)
            await #expect(throws: SensorError.readerNotFound) {
                try await bench.sensor.storedPrints(on: bench.id(.storage))
            }
            await bench.sensor.stop()
        }

        @Test("Unplugging a reader ends its scan, is reported, and removes the reader")
        func unplugged() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                var changes = await bench.sensor.changes().makeAsyncIterator()
                let log = ScanLog()
                let scan = bench.identify([print], on: .storage, log)
                #expect(await log.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send(.unplug)
                await #expect(throws: SensorError.disconnected) { try await scan.value }
                var seen: [ReaderChange] = []
                while let change = await changes.next() {
                    seen.append(change)
                    if case .removed(let reader) = change {
                        #expect(reader.id == bench.id(.storage))
                        break
                    }
                }
                #expect(await bench.state(.storage) == nil)
                await #expect(throws: SensorError.readerNotFound) {
                    try await bench.sensor.storedPrints(on: bench.id(.storage))
                }
            }
        }

        @Test("An idle reader that is unplugged is forgotten")
        func unpluggedIdle() async throws {
            try await SensorBench.with { bench in
                _ = try await bench.enroll("index", on: .device)
                var changes = await bench.sensor.changes().makeAsyncIterator()
                try bench.reader(.device).send(.unplug)
                guard case .removed(let reader)? = await changes.next() else {
                    Issue.record("no removal told")
                    return
                }
                #expect(reader.id == bench.id(.device))
                #expect(await bench.state(.device) == nil)
            }
        }

        @Test("Facts that the driver changes are reported")
        func factsChange() async throws {
            try await SensorBench.with { bench in
                _ = try await bench.enroll("index", on: .device)
                var changes = await bench.sensor.changes().makeAsyncIterator()
                try bench.reader(.device).send(.enrollStages(3))
                guard case .changed(let reader)? = await changes.next() else {
                    Issue.record("no change told")
                    return
                }
                #expect(reader.enrollStages == 3 && reader.scanType == .swipe)
                try bench.reader(.device).send(.scanType("press"))
                guard case .changed(let reader)? = await changes.next() else {
                    Issue.record("no change told")
                    return
                }
                #expect(reader.enrollStages == 3 && reader.scanType == .press)
            }
        }
    }
}
