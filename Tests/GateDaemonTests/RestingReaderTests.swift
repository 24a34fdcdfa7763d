import GateModel
import GateReader
import GateTestSupport
import Synchronization
import Testing

@testable import GateCore
@testable import GateDoor

/// While no reader is needed, the process that drives them does not run, and no client notices.
@Suite("The reader process at rest") struct RestingReaderTests {
    @Test("An unused process is asked once whether it may end, and returns when a reader is needed")
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
        // Two calls at once, before its readers are known.
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

    @Test("While a reader is held the process is not asked; once released, it rests as before")
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

    @Test("A reader whose process ended is no longer held, which releasing it reports")
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

    @Test("A reader unplugged during a rest disappears as if the process had run")
    func pulledOut() {
        let scene = LineScene()
        scene.loop.advance(by: .seconds(60))
        #expect(scene.devices.come())
        scene.says(.done([]), in: 1)
        // The process heard of that device itself, and will report it.
        #expect(scene.program.starts == 1)
        scene.loop.advance(by: .seconds(60))
        scene.says(.done([]), in: 2)
        #expect(scene.devices.come())
        scene.loop.drain()
        // udev has not given the device to the process's group yet.
        #expect(scene.program.starts == 1)
        scene.loop.advance(by: .milliseconds(500))
        #expect(scene.program.starts == 2)
        scene.says(.readers([]), in: 0)
        #expect(scene.states.isEmpty)
        #expect(!scene.devices.come())
    }

    @Test("An overlooked reader is searched for when it is needed, ever less often while there is none")
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
            // A running process is first asked whether it may end.
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

    @Test("A call for a missing reader does not disturb a running scan")
    func lookingBesideScan() {
        let scene = LineScene()
        scene.identify()
        scene.sensor.lookAgain()
        scene.loop.drain()
        #expect(scene.program.starts == 1)
        scene.says(.judged(.noMatch), in: 1)
        #expect(scene.ends == ["\(ScanOutcome.noMatch)"])
    }

    @Test("A process with something to lose keeps running, and so does one that is needed while it is asked")
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

    @Test("Sleep starts no resting process, and it returns if a device has appeared meanwhile")
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

    @Test("Sleep and a stop do not wait for a returning process that has not listed its readers")
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

    @Test("A process that cannot be restarted leaves its readers out of order, and is tried again")
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

    @Test("A stop during a rest ends every call")
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
