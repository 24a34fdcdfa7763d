import GateModel
import GateReader
import GateTestSupport
import GateWire
import Synchronization
import Testing

@testable import GateCore
@testable import GateDoor
@testable import GateReaders

/// The daemon's end of the line to the reader process, whatever that process sends and however it ends.
@Suite("The line to the reader process") struct RemoteSensorTests {
    @Test("A scan is armed once its record is on disk, reported as it goes, and judged with the print's own name")
    func scan() {
        let scene = LineScene()
        scene.identify()
        #expect(scene.told == ["Identify 1", "Arm 1"])
        for report: ReaderReport in [.waitingForFinger, .fingerPresent, .retry(.tooShort), .judged(.matched(index: 1))]
        {
            #expect(scene.says(report, in: 1))
        }
        let matched = ScanOutcome.matched(PrintID(rawValue: "right"))
        #expect(scene.events == [.waitingForFinger, .fingerPresent, .retry(.tooShort), .judged(matched)])
        #expect(scene.ends == ["\(matched)"])
    }

    @Test(
        "A scan that may not be armed, or whose call is cancelled, is cancelled, and ends when the process says so")
    func cancelling() {
        let scene = LineScene()
        scene.identify { false }
        let task = scene.identify()
        task.cancel()
        scene.loop.drain()
        #expect(scene.told == ["Identify 1", "Cancel 1", "Identify 2", "Arm 2", "Cancel 2"])
        #expect(scene.ends.isEmpty)
        scene.says(.failed(.cancelled), in: 2)
        scene.says(.judged(.noMatch), in: 1)
        #expect(scene.ends == ["cancelled", "noMatch"])
    }

    @Test(
        "An invalid message is never an answer: it ends the process, and the call with a fault",
        arguments: [
            ReaderReport.judged(.matched(index: 2)).message(in: 1), ReaderReport.done([]).message(in: 1),
            ReaderReport.done([ScriptedSensor.template(of: "left")]).message(in: 1),
            ReaderReport.compared(isSame: true).message(in: 1), ReaderReport.stagePassed(1, of: 2).message(in: 1),
            ReaderReport.judged(.matched(index: 0)).message(in: 2), ReaderReport.waitingForFinger.message(in: 0),
            ReaderReport.readers([]).message(in: 1), OperationMessage(operation: 1, name: "Open"),
            ReaderRequest.arm.message(in: 1),
        ])
    func impossible(_ message: OperationMessage) {
        let scene = LineScene()
        scene.identify()
        let life = scene.program.life
        #expect(!scene.says(message))
        #expect(scene.ends == ["driverLost"])
        #expect(life.hasEnded.withLock { $0 })
        // A match that arrives after the end counts for no call.
        #expect(!life.listener.received(ReaderReport.judged(.matched(index: 0)).message(in: 1)))
        scene.loop.advance(by: .seconds(1))
        #expect(scene.program.starts == 2)
    }

    @Test("An answer counts once")
    func twice() {
        let scene = LineScene()
        scene.identify()
        #expect(scene.says(.judged(.noMatch), in: 1))
        #expect(!scene.says(.judged(.matched(index: 0)), in: 1))
        #expect(scene.ends == ["noMatch"])
    }

    @Test("A process that answers everything but a cancellation is ended")
    func neverEnding() {
        let scene = LineScene()
        let task = scene.identify()
        task.cancel()
        scene.loop.drain()
        for _ in 0..<20 where scene.program.starts == 1 {
            scene.loop.advance(by: .seconds(1))
            if let ping = scene.program.life.said.withLock({ $0.last }), ping.name == "Ping" {
                scene.says(.done([]), in: ping.operation)
            }
        }
        #expect(scene.ends == ["driverLost"])
    }

    @Test(
        "A finger that a process felt and could not report before it ended counts for the operation that felt it",
        arguments: [(felt: 2, told: 0, reports: 1), (2, 2, 1), (1 + 2, 0, 2), (1 + 2, 2, 2), (0, 0, 0)])
    func feltAtTheEnd(felt: UInt64, told: UInt32, reports: Int) {
        let scene = LineScene()
        scene.identify()
        scene.identify()
        if told > 0 { scene.says(.fingerPresent, in: told) }
        scene.program.life.felt.withLock { $0 = felt }
        scene.dies()
        #expect(scene.ends == ["driverLost", "driverLost"])
        #expect(scene.events == Array(repeating: .fingerPresent, count: reports))
    }

    @Test("An operation that waits for no finger has a time limit")
    func silent() {
        let scene = LineScene()
        let id = LineScene.reader.id
        scene.call { sensor in "\(await sensor.unfinishedPrint(on: id) == nil)" }
        scene.call { sensor in "\(await sensor.takeUnfinishedPrints(of: id).count)" }
        scene.call { sensor throws(SensorError) in "\(try await sensor.storedPrints(on: id).count)" }
        scene.loop.advance(by: .seconds(30))
        #expect(Set(scene.ends) == ["true", "0", "driverLost"])
        scene.loop.advance(by: .seconds(1))
        #expect(scene.program.starts == 2)
    }

    @Test("Prints that the process does not compare are not reported as different")
    func uncompared() {
        let scene = LineScene()
        let print = ScriptedSensor.template(of: "print")
        scene.call { sensor throws(SensorError) in "\(try await sensor.isSamePrint(print, print))" }
        scene.loop.advance(by: .seconds(30))
        #expect(scene.ends == ["faulted"])
    }

    @Test("Of the prints that a cut-off enrolment may have left on a chip, one is believed")
    func leftovers() {
        let scene = LineScene()
        scene.call { sensor in "\(await sensor.takeUnfinishedPrints(of: LineScene.reader.id).count)" }
        scene.says(.done(["a", "b", "c"].map(ScriptedSensor.template(of:))), in: 1)
        #expect(scene.ends == ["1"])
    }

    @Test("A process that is slow to end while the machine sleeps and wakes is followed by one, not by two")
    func slowEnd() {
        let scene = LineScene(holdsEnds: true)
        scene.dies()
        scene.run { await $0.suspend(within: .zero) }
        scene.run { await $0.resume() }
        scene.loop.advance(by: .seconds(1))
        #expect(scene.program.starts == 1)
        scene.program.release()
        scene.loop.advance(by: .seconds(10))
        #expect(scene.program.starts == 2)
    }

    @Test("Endless events, and readers that change endlessly, end the process")
    func floods() {
        let scene = LineScene()
        scene.identify()
        var taken = 0
        while scene.says(.retry(.poorScan), in: 1) { taken += 1 }
        #expect(taken == 2000)
        scene.loop.advance(by: .seconds(1))
        taken = 0
        while scene.says(.readers(taken.isMultiple(of: 2) ? [] : [LineScene.reader]), in: 0) { taken += 1 }
        // One reader in every other list.
        #expect((26_650...26_670).contains(taken))
    }

    /// So many combining marks that normalising them takes long.
    private static let marks = String(repeating: "\u{344}\u{334}", count: 60)

    @Test(
        "Texts that take long to compare are not accepted",
        arguments: [
            ["id": .string("a\(marks)")], ["driver": .string("a\(marks)")],
            WireObject((0..<20).map { .init(key: "\($0)\(marks)", value: .null) }),
            ["capabilities": .array(Array(repeating: .string(marks), count: 20))],
        ] as [WireObject])
    func slowTexts(change: WireObject) {
        let scene = LineScene()
        let members = LineScene.reader.wire.members.filter { change[$0.key] == nil } + change.members
        let readers = WireValue.array([.object(WireObject(members))])
        #expect(!scene.says(OperationMessage(operation: 0, name: "Readers", parameters: ["readers": readers])))
        #expect(scene.states == [.faulted])
    }

    @Test("When the process dies, operations fail, readers are faulted, and it restarts ever more slowly")
    func dying() {
        let scene = LineScene()
        scene.identify()
        scene.dies()
        #expect(scene.ends == ["driverLost"])
        #expect(scene.states == [.faulted])
        scene.identify()
        #expect(scene.ends == ["driverLost", "driverLost"])
        var delays: [Duration] = []
        for _ in 0..<8 {
            let starts = scene.program.starts
            let before = scene.loop.now
            while scene.program.starts == starts { scene.loop.advance(by: .milliseconds(50)) }
            delays.append(scene.loop.now - before)
            scene.dies()
        }
        #expect(delays.first == .milliseconds(50))
        #expect(
            delays.dropFirst().prefix(3).elementsEqual([.milliseconds(100), .milliseconds(200), .milliseconds(400)]))
        #expect(delays.last == .seconds(5))
        // A judged finger resets the delay; an answer that needs no reader does not.
        scene.loop.advance(by: .seconds(5))
        scene.says(.readers([LineScene.reader]), in: 0)
        #expect(scene.states == [.ready])
        scene.run { await $0.ping() }
        scene.says(.done([]), in: 3)
        var starts = scene.program.starts
        scene.dies()
        scene.loop.advance(by: .zero)
        #expect(scene.program.starts == starts)
        scene.loop.advance(by: .seconds(5))
        scene.says(.readers([LineScene.reader]), in: 0)
        scene.identify()
        scene.says(.judged(.noMatch), in: 4)
        starts = scene.program.starts
        scene.dies()
        scene.loop.advance(by: .zero)
        #expect(scene.program.starts == starts + 1)
    }

    @Test("A process that ends before its line is open is followed by another")
    func stillborn() {
        let scene = LineScene()
        scene.program.isStillborn.withLock { $0 = true }
        scene.dies()
        scene.loop.advance(by: .seconds(1))
        #expect(scene.program.starts == 3)
        scene.says(.readers([LineScene.reader]), in: 0)
        #expect(scene.states == [.ready])
    }

    @Test("A process that cannot be started is tried again")
    func unstartable() {
        let scene = LineScene()
        scene.program.cannotStart.withLock { $0 = 2 }
        scene.dies()
        scene.loop.advance(by: .seconds(1))
        scene.says(.readers([LineScene.reader]), in: 0)
        #expect(scene.states == [.ready])
    }

    @Test("A process that hangs is ended")
    func hanging() {
        let scene = LineScene()
        scene.identify()
        scene.loop.advance(by: .seconds(10))
        #expect(scene.told.last == "Ping 2")
        scene.says(.done([]), in: 2)
        scene.loop.advance(by: .seconds(10))
        #expect(scene.told.last == "Ping 3")
        scene.loop.advance(by: .seconds(30))
        #expect(scene.ends == ["driverLost"])
        // It may still have the reader open.
        #expect(scene.program.starts == 1)
        scene.loop.advance(by: .seconds(1))
        #expect(scene.program.starts == 2)
    }

    @Test("The print of an enrolment during which the process dies may be on the chip")
    func leftover() {
        let scene = LineScene()
        let (id, print) = (LineScene.reader.id, ScriptedSensor.template(of: "named"))
        let enrolment: @Sendable (isolated RemoteSensor) async throws(SensorError) -> String = {
            sensor throws(SensorError) in
            _ = try await sensor.enroll(
                .leftIndex, label: nil, user: UserName(rawValue: "mina"), on: id, report: { _ in })
            return "enrolled"
        }
        scene.call(enrolment)
        scene.call { sensor in "\(await sensor.unfinishedPrint(on: id) != nil)" }
        scene.says(.done([print]), in: 2)
        scene.dies()
        scene.loop.advance(by: .zero)
        scene.call { sensor in await sensor.takeUnfinishedPrints(of: id).map(\.description).joined() }
        scene.says(.done([]), in: 3)
        #expect(scene.ends == ["true", "driverLost", print.description])
    }

    @Test("The process is told neither whose print it enrols nor its label")
    func names() throws {
        let scene = LineScene()
        scene.call { sensor throws(SensorError) in
            _ = try await sensor.enroll(
                .leftIndex, label: Label("secret name"), user: UserName(rawValue: "mina"), on: LineScene.reader.id,
                report: { _ in })
            return "enrolled"
        }
        let message = try #require(scene.program.life.said.withLock { $0.last })
        #expect(message.parameters == ["reader": "goodix", "finger": "leftIndex"])
    }

    @Test("Before sleep the process has its time and no more, and is not started while the machine sleeps")
    func sleep() {
        let scene = LineScene()
        scene.call { sensor in
            await sensor.suspend(within: .seconds(2))
            return "asleep"
        }
        #expect(scene.told == ["Suspend 1"])
        scene.loop.advance(by: .seconds(3))
        #expect(scene.ends == ["asleep"])
        // Late, but valid.
        #expect(scene.says(.done([]), in: 1))
        scene.dies()
        scene.loop.advance(by: .seconds(60))
        #expect(scene.program.starts == 1)
        scene.call { sensor in
            await sensor.resume()
            return "awake"
        }
        scene.loop.advance(by: .zero)
        #expect(scene.program.starts == 2)
    }

    @Test("A process that ends while it is told to stop has no successor")
    func endedByStop() {
        let scene = LineScene()
        scene.call { sensor in
            await sensor.stop()
            return "stopped"
        }
        scene.dies()
        scene.loop.advance(by: .seconds(60))
        #expect(scene.ends == ["stopped"])
        #expect(scene.program.starts == 1)
    }

    @Test("A stop ends the process, and every call after it finds no reader")
    func stop() {
        let scene = LineScene()
        scene.identify()
        let life = scene.program.life
        scene.call { sensor in
            await sensor.stop()
            return "stopped"
        }
        scene.says(.failed(.cancelled), in: 1)
        scene.says(.done([]), in: 2)
        #expect(life.hasEnded.withLock { $0 })
        scene.identify()
        #expect(scene.ends == ["cancelled", "stopped", "readerNotFound"])
        scene.loop.advance(by: .seconds(60))
        #expect(scene.program.starts == 1)
    }
}
