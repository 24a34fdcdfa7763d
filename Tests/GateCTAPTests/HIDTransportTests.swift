import SeededRandom
import Testing

@testable import GateCTAP

/// A client's side: makes reports, and reads those of the device.
private struct Device {
    var transport = HIDTransport(random: SplitMix(seed: 7))
    var now: Duration = .zero

    mutating func receive(_ content: [UInt8]) -> [HIDTransport.Effect] {
        transport.received(content + [UInt8](repeating: 0, count: 64 - content.count), at: now)
    }

    mutating func open() throws -> [UInt8] {
        let nonce: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        let sent = receive(broadcast + [0x86, 0, 8] + nonce)
        guard case .send(let report)? = sent.first else { throw CBOR.Fault() }
        #expect(Array(report[..<15]) == broadcast + [0x86, 0, 17] + nonce && sent.count == 1)
        #expect(Array(report[19..<24]) == [2, 0, 0, 0, 0x0C])
        return Array(report[15..<19])
    }

    /// Sends a message in all its packets.
    mutating func send(_ message: [UInt8], _ command: UInt8 = 0x90, on channel: [UInt8]) -> [HIDTransport.Effect] {
        var effects = receive(
            channel + [command, UInt8(message.count >> 8), UInt8(message.count & 255)] + message.prefix(57))
        for (sequence, start) in stride(from: 57, to: message.count, by: 59).enumerated() {
            effects += receive(channel + [UInt8(sequence)] + message[start...].prefix(59))
        }
        return effects
    }

    mutating func pass(_ time: Duration) -> [HIDTransport.Effect] {
        now += time
        return transport.elapsed(at: now)
    }
}

private let broadcast: [UInt8] = [255, 255, 255, 255]

private func report(_ content: [UInt8]) -> HIDTransport.Effect {
    .send(content + [UInt8](repeating: 0, count: 64 - content.count))
}

private func error(_ code: UInt8, on channel: [UInt8]) -> HIDTransport.Effect { report(channel + [0xBF, 0, 1, code]) }

@Suite("Reports of a security key")
struct HIDTransportTests {
    @Test("A ping comes back as it is, whatever its length", arguments: [0, 1, 57, 58, 116, 117, 7609])
    func ping(count: Int) throws {
        var device = Device()
        let channel = try device.open()
        let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var reading = Device()
        // The device's own reports, sent to another device with that channel, come back again.
        while try reading.open() != channel {}
        let echo = device.send(message, 0x81, on: channel)
        var again: [HIDTransport.Effect] = []
        for case .send(let report) in echo { again += reading.transport.received(report, at: .zero) }
        #expect(again == echo && echo.count == 1 + (max(0, count - 57) + 58) / 59)
    }

    @Test("A command is performed once all of it is there, and its answer is sent")
    func command() throws {
        var device = Device()
        let channel = try device.open()
        let message = [UInt8](repeating: 5, count: 60)
        #expect(device.send(message, on: channel) == [.perform(message, 1)])
        #expect(device.transport.answer([0], to: 7) == [])
        #expect(device.transport.answer([0], to: 1) == [report(channel + [0x90, 0, 1, 0])])
        #expect(device.transport.answer([0], to: 1) == [] && device.transport.deadline == nil)
    }

    @Test("While a command is under way, the client hears of it ten times a second")
    func keepAlive() throws {
        var device = Device()
        let channel = try device.open()
        _ = device.send([4], on: channel)
        #expect(device.pass(.milliseconds(99)) == [])
        #expect(device.pass(.milliseconds(1)) == [report(channel + [0xBB, 0, 1, 1])])
        device.transport.awaits(.user, 1)
        #expect(device.transport.deadline == .milliseconds(200))
        #expect(device.pass(.milliseconds(100)) == [report(channel + [0xBB, 0, 1, 2])])
        _ = device.transport.answer([0], to: 1)
        #expect(device.pass(.seconds(9)) == [])
    }

    @Test("Another channel's command hears that the device is busy, and leaves the first alone")
    func busy() throws {
        var device = Device()
        let (first, second) = (try device.open(), try device.open())
        #expect(first != second)
        // Its message is not whole.
        #expect(device.receive(first + [0x90, 0, 60] + [UInt8](repeating: 9, count: 57)) == [])
        #expect(device.send([4], on: second) == [error(6, on: second)])
        #expect(device.receive(first + [0, 9, 9, 9]) == [.perform([UInt8](repeating: 9, count: 60), 1)])
        #expect(device.send([4], on: second) == [error(6, on: second)])
        #expect(device.receive(second + [0x91]) == [])
        #expect(device.send([4], on: first) == [error(6, on: first)])
        #expect(device.transport.answer([0], to: 1) == [report(first + [0x90, 0, 1, 0])])
        #expect(device.send([4], on: second) == [.perform([4], 2)])
    }

    @Test("A command's own channel cancels it once, and its answer is still sent")
    func cancelled() throws {
        var device = Device()
        let channel = try device.open()
        #expect(device.receive(channel + [0x91]) == [])
        _ = device.send([1], on: channel)
        #expect(device.receive(channel + [0x91]) == [.cancel])
        #expect(device.receive(channel + [0x91]) == [])
        #expect(device.transport.answer([0x2D], to: 1) == [report(channel + [0x90, 0, 1, 0x2D])])
    }

    @Test("A channel that is opened again drops its message and its command")
    func opensAgain() throws {
        var device = Device()
        let channel = try device.open()
        let again = report(channel + [0x86, 0, 17, 1, 2, 3, 4, 5, 6, 7, 8] + channel + [2, 0, 0, 0, 0x0C])
        _ = device.receive(channel + [0x90, 0, 60])
        #expect(device.receive(channel + [0x86, 0, 8, 1, 2, 3, 4, 5, 6, 7, 8]) == [again])
        _ = device.send([1], on: channel)
        #expect(device.receive(channel + [0x86, 0, 8, 1, 2, 3, 4, 5, 6, 7, 8]) == [.cancel, again])
        #expect(device.transport.answer([0], to: 1) == [])
        #expect(device.send([4], on: channel) == [.perform([4], 2)])
    }

    @Test("A message that does not go on within half a second is over")
    func late() throws {
        var device = Device()
        let channel = try device.open()
        _ = device.receive(channel + [0x90, 0, 200])
        #expect(device.pass(.milliseconds(400)) == [])
        _ = device.receive(channel + [0])
        #expect(device.pass(.milliseconds(400)) == [])
        #expect(device.pass(.milliseconds(100)) == [error(5, on: channel)])
        #expect(device.receive(channel + [1]) == [] && device.transport.deadline == nil)
    }

    @Test("A faulty packet is answered by the fault's code")
    func faults() throws {
        var device = Device()
        let channel = try device.open()
        for command in [0x83, 0x84, 0x88, 0xBB, 0xBF, 0xC0, 0xFF] as [UInt8] {
            #expect(device.send([1], command, on: channel) == [error(1, on: channel)])
        }
        #expect(device.receive(channel + [0x90, 0, 0]) == [error(3, on: channel)])
        #expect(device.receive(channel + [0x90, 0x1D, 0xBA]) == [error(3, on: channel)])
        #expect(device.receive(broadcast + [0x86, 0, 7]) == [error(3, on: broadcast)])
        for foreign in [broadcast, [0, 0, 0, 0], [1, 2, 3, 4]] as [[UInt8]] {
            #expect(device.receive(foreign + [0x90, 0, 1, 4]) == [error(11, on: foreign)])
        }
        #expect(device.receive([1, 2, 3, 4, 0x86, 0, 8]) == [error(11, on: [1, 2, 3, 4])])
        _ = device.receive(channel + [0x90, 0, 200])
        #expect(device.receive(channel + [1]) == [error(4, on: channel)])
        _ = device.receive(channel + [0x90, 0, 200])
        #expect(device.receive(channel + [0x90, 0, 1, 4]) == [error(4, on: channel)])
        #expect(device.transport.received([1, 2, 3], at: .zero) == [])
    }

    @Test("The channel that was used least recently makes room, but never one with a command")
    func channels() throws {
        var device = Device()
        var open: [[UInt8]] = []
        for _ in 0..<64 { open.append(try device.open()) }
        _ = device.send([4], on: open[0])
        #expect(device.send([1], 0x88, on: open[1]) == [error(6, on: open[1])])
        for _ in 0..<62 { _ = try device.open() }
        #expect(device.send([4], on: open[2]) == [error(11, on: open[2])])
        #expect(device.send([4], on: open[1]) == [error(6, on: open[1])])
        for _ in 0..<200 { _ = try device.open() }
        #expect(device.transport.answer([0], to: 1) == [report(open[0] + [0x90, 0, 1, 0])])
        #expect(device.send([4], on: open[0]) == [.perform([4], 2)])
    }

    @Test("Whatever comes, each report out is whole, one command is under way, and nothing traps", arguments: 0..<8)
    func random(seed: UInt64) throws {
        var (random, device) = (SplitMix(seed: seed), Device())
        let channels = [broadcast, try device.open(), try device.open(), [0, 0, 0, 1]]
        var under: Int?
        var performed = 0
        for _ in 0..<6000 {
            let noise = (0..<Int.random(in: 0...57, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let code = [0x81, 0x86, 0x90, 0x90, 0x91, 0, 0, 1, UInt8.random(in: 0...255, using: &random)].randomElement(
                using: &random)!
            let count = [0, 1, 8, 40, 58, 120, 60000].randomElement(using: &random)!
            var effects = device.receive(
                channels.randomElement(using: &random)! + [code, UInt8(count >> 8), UInt8(count & 255)] + noise)
            if Int.random(in: 0...9, using: &random) == 0 {
                effects += device.pass(.milliseconds(Int.random(in: 0...300, using: &random)))
            }
            for effect in effects {
                switch effect {
                case .send(let report): #expect(report.count == 64)
                case .perform(let message, let number):
                    #expect(!message.isEmpty && message.count <= HIDTransport.longest)
                    (under, performed) = (number, performed + 1)
                case .cancel: #expect(under != nil)
                }
            }
            if let number = under, Int.random(in: 0...3, using: &random) == 0 {
                _ = device.transport.answer(noise, to: number)
                under = nil
            }
        }
        #expect(performed > 20)
    }
}
