import BlockingTests
import Testing
import VirtualReaders

@Suite("The reader's steps, one by one", .blocking)
struct SensorStepsTests {
    @Test(
        "Each kind of reader goes through its own steps",
        arguments: [
            (VirtualReader.Kind.storage, "open clear enroll list verify identify cancel delete close"),
            (.storage, "list"), (.storage, "close open open enroll delete enroll list delete"),
            (.unlisted, "enroll verify identify delete clear"),
            (.device, "open enroll verify cancel close"),
            (.image, "open enroll identify verify cancel capture close"),
        ])
    func complete(kind: VirtualReader.Kind, flow: String) throws {
        let steps = flow.split(separator: " ").map(String.init)
        let run = try run(steps, on: kind)
        #expect(run.ending == .exited(0), "\(run.lines)")
        #expect(run.steps == steps)
    }

    @Test(
        "The first step that fails is the last, and its line gives the reason",
        arguments: [
            (VirtualReader.Kind.device, "enroll list verify", "list: not supported: virtual_device has verify"),
            (.device, "enroll identify", "identify: not supported: virtual_device has verify"),
            (.device, "enroll delete close", "delete: not supported: virtual_device has verify"),
            (.device, "clear", "clear: not supported: virtual_device has verify"),
            (.image, "open delete", "delete: failed: no print to take; let enroll or list come before it"),
            (.unlisted, "open verify close", "verify: failed: no print to take; let enroll or list come before it"),
            (.storage, "enroll enroll list", "enroll: failed: duplicate"),
        ])
    func failing(kind: VirtualReader.Kind, flow: String, line: String) throws {
        let run = try run(flow.split(separator: " ").map(String.init), on: kind)
        #expect(run.ending == .exited(1))
        #expect(run.lines.last == line)
    }

    @Test("A reader of another driver, and an unknown step, are reported")
    func misused() throws {
        #expect(try run(["--reader", "nothing", "open"], on: .device).ending == .exited(1))
        #expect(try run(["--reader", "virtual_device", "open"], on: .device).steps == ["open"])
        #expect(try run(["opne"], on: .device).ending == .exited(64))
    }

    private func run(_ arguments: [String], on kind: VirtualReader.Kind) throws -> SensorSteps {
        let bench = try #require(VirtualReaderBench([kind]))
        return try SensorSteps(["--touch"] + arguments, environment: bench.environment)
    }
}
