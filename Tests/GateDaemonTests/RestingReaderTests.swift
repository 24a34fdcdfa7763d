import GateModel
import GateReader
import GateTestSupport
import Synchronization
import Testing

@testable import GateDaemon

/// While nobody wants a reader, the process that drives it is not there, and nobody sees that.
@Suite("the reader's process at rest") struct RestingReaderTests {
    @Test("while nothing runs it is asked once whether it may go, and then is not there until a reader is wanted")
    func idle() {
        let scene = LineScene()
        scene.identify()
        scene.says(.judged(.noMatch), in: 1)
        scene.loop.advance(by: .seconds(60))
        #expect(scene.told == ["Identify 1", "Arm 1", "Rest 2"])
        let first = scene.program.life
        scene.says(.done([]), in: 2)
        #expect(first.hasEnded.withLock { $0 })
        scene.loop.advance(by: .seconds(600))
        #expect(scene.program.starts == 1)
        #expect(scene.states == [.ready])
        // Two at once, before its readers are known.
        scene.identify()
        scene.call { sensor throws(SensorError) in "\(try await sensor.storedPrints(on: LineScene.reader.id).count)" }
        #expect(scene.program.starts == 2)
        #expect(scene.told.isEmpty)
        scene.says(.readers([LineScene.reader]), in: 0)
        #expect(Set(scene.told) == ["Identify 3", "Arm 3", "List 4"])
        scene.says(.done([]), in: 4)
        scene.says(.judged(.matched(index: 0)), in: 3)
        #expect(Set(scene.ends.dropFirst()) == ["0", "\(ScanOutcome.matched(PrintID(rawValue: "left")))"])
    }

    @Test("while a reader is held nothing is asked, for however long; once it is let go, the process rests as before")
    func held() {
        let scene = LineScene()
        scene.call { sensor throws(SensorError) in
            try await sensor.hold(LineScene.reader.id)
            return "held"
        }
        scene.says(.done([]), in: 1)
        #expect(scene.ends == ["held"])
        scene.loop.advance(by: .seconds(7200))
        #expect(scene.told == ["Hold 1"])
        scene.call { sensor throws(SensorError) in
            try await sensor.letGo(of: LineScene.reader.id)
            return "let go"
        }
        scene.says(.done([]), in: 2)
        scene.loop.advance(by: .seconds(60))
        #expect(scene.told == ["Hold 1", "LetGo 2", "Rest 3"])
    }

    @Test("a reader whose process ended is held no more, which letting it go tells")
    func heldAndLost() {
        let scene = LineScene()
        scene.call { sensor throws(SensorError) in
            try await sensor.hold(LineScene.reader.id)
            return "held"
        }
        scene.says(.done([]), in: 1)
        scene.dies()
        scene.call { sensor throws(SensorError) in
            try await sensor.letGo(of: LineScene.reader.id)
            return "let go"
        }
        #expect(scene.ends == ["held", "\(SensorError.driverLost)"])
    }

    @Test("a reader that is pulled out while it rests is gone, as if it had stayed")
    func pulledOut() {
        let scene = LineScene()
        scene.loop.advance(by: .seconds(60))
        #expect(scene.devices.come())
        scene.says(.done([]), in: 1)
        // It heard of that device itself, and has to tell.
        #expect(scene.program.starts == 1)
        scene.loop.advance(by: .seconds(60))
        scene.says(.done([]), in: 2)
        #expect(scene.devices.come())
        scene.loop.drain()
        // udev has yet to give the device to the process's group.
        #expect(scene.program.starts == 1)
        scene.loop.advance(by: .milliseconds(500))
        #expect(scene.program.starts == 2)
        scene.says(.readers([]), in: 0)
        #expect(scene.states.isEmpty)
        #expect(!scene.devices.come())
    }

    @Test("a reader that was overlooked is looked for when somebody wants it, ever less often while there is none")
    func overlooked() {
        let scene = LineScene()
        scene.says(.readers([]), in: 0)
        scene.loop.advance(by: .seconds(60))
        scene.says(.done([]), in: 1)
        #expect(scene.program.starts == 1)
        var looks: [Int] = []
        for second in 0..<200 {
            let starts = scene.program.starts
            scene.sensor.lookAgain()
            scene.loop.advance(by: .seconds(1))
            // One that runs is asked first whether it may go.
            if let last = scene.told.last, last.hasPrefix("Rest "), scene.program.starts == starts,
                let number = UInt32(last.dropFirst(5))
            {
                scene.says(.done([]), in: number)
            }
            guard scene.program.starts > starts else { continue }
            looks.append(second)
            scene.says(.readers([]), in: 0)
        }
        #expect(looks == [0, 10, 30, 70, 150])
        scene.says(.readers([LineScene.reader]), in: 0)
        #expect(scene.states == [.ready])
    }

    @Test("nobody who scans is disturbed by somebody who misses a reader")
    func lookingBesideScan() {
        let scene = LineScene()
        scene.identify()
        scene.sensor.lookAgain()
        scene.loop.drain()
        #expect(scene.program.starts == 1)
        scene.says(.judged(.noMatch), in: 1)
        #expect(scene.ends == ["\(ScanOutcome.noMatch)"])
    }

    @Test("one that has something to lose stays, and so does one that is wanted while it is asked")
    func restless() {
        let scene = LineScene()
        scene.loop.advance(by: .seconds(60))
        scene.says(.failed(.busy), in: 1)
        scene.loop.advance(by: .seconds(60))
        #expect(scene.told == ["Rest 1", "Rest 2"])
        scene.identify()
        scene.says(.done([]), in: 2)
        scene.says(.judged(.noMatch), in: 3)
        #expect(scene.program.starts == 1)
        #expect(scene.ends == ["\(ScanOutcome.noMatch)"])
    }

    @Test("sleep starts none that rests, and it is back when a device has come meanwhile")
    func restingSleep() {
        let scene = LineScene()
        scene.loop.advance(by: .seconds(60))
        scene.says(.done([]), in: 1)
        scene.run { await $0.suspend(within: .seconds(2)) }
        scene.identify()
        #expect(scene.ends == ["suspended"])
        #expect(scene.devices.come())
        scene.loop.drain()
        #expect(scene.program.starts == 1)
        scene.run { await $0.resume() }
        #expect(scene.program.starts == 2)
    }

    @Test("sleep and a stop do not wait for one that is back and has not said what readers there are")
    func sleepAwakening() {
        let scene = LineScene()
        scene.loop.advance(by: .seconds(60))
        scene.says(.done([]), in: 1)
        scene.identify()
        scene.call { sensor in
            await sensor.suspend(within: .seconds(1))
            return "asleep"
        }
        scene.loop.advance(by: .seconds(2))
        #expect(scene.ends.contains("asleep"))
        scene.call { sensor in
            await sensor.stop()
            return "stopped"
        }
        scene.loop.advance(by: .seconds(4))
        #expect(scene.ends.contains("stopped"))
    }

    @Test("one that cannot be brought back leaves its readers out of order, and is tried again")
    func lost() {
        let scene = LineScene()
        scene.loop.advance(by: .seconds(60))
        scene.says(.done([]), in: 1)
        scene.program.cannotStart.withLock { $0 = 1 }
        scene.identify()
        #expect(scene.ends == ["driverLost"])
        #expect(scene.states == [.faulted])
        scene.loop.advance(by: .seconds(1))
        scene.says(.readers([LineScene.reader]), in: 0)
        #expect(scene.states == [.ready])
    }

    @Test("a stop while it rests ends every call")
    func stoppedAtRest() {
        let scene = LineScene()
        scene.loop.advance(by: .seconds(60))
        scene.says(.done([]), in: 1)
        scene.run { await $0.stop() }
        scene.identify()
        #expect(scene.ends == ["readerNotFound"])
        #expect(scene.program.starts == 1)
        #expect(!scene.devices.come())
    }
}
