import GateModel
import Testing
import VirtualReaders

@testable import GateSensor

extension LibfprintSensorTests {
    /// Readers open while a scan waits for permission to arm.
    @Suite struct Arming {
        private enum Step: Equatable {
            case asked
            case told(ScanEvent)
        }

        /// A scan's questions and events in order, and its answers.
        private struct Course: Sendable {
            let steps = AsyncStream.makeStream(of: Step.self)
            let answers = AsyncStream.makeStream(of: Bool.self)

            func next() async -> Step? { await steps.stream.first { _ in true } }

            func judgement() async -> Step? {
                await steps.stream.first { if case .told(.judged) = $0 { true } else { false } }
            }

            func mayArm() async -> Bool {
                steps.continuation.yield(.asked)
                return await answers.stream.first { _ in true } ?? false
            }

            func scan(_ print: GalleryPrint, in bench: SensorBench) -> Task<Void, any Error> {
                Task {
                    try await bench.sensor.identify([print], on: bench.id(.storage), once: mayArm) { event in
                        steps.continuation.yield(.told(event))
                    }
                }
            }
        }

        @Test("A reader wants no finger before it may be armed")
        func waits() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let course = Course()
                let scan = course.scan(print, in: bench)
                #expect(await course.next() == .asked)
                #expect(await bench.state(.storage) == .busy)
                course.answers.continuation.yield(true)
                #expect(await course.next() == .told(.waitingForFinger))
                try bench.reader(.storage).send(.scan("index"))
                #expect(await course.judgement() == .told(.judged(.matched(print.id))))
                try await scan.value
            }
        }

        @Test("A reader that may not be armed is free for the next call")
        func refused() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let course = Course()
                let scan = course.scan(print, in: bench)
                course.answers.continuation.yield(false)
                await #expect(throws: SensorError.cancelled) { try await scan.value }
                let log = ScanLog()
                let next = bench.identify([print], on: .storage, log)
                #expect(await log.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send(.scan("index"))
                #expect(try await next.value == .matched(print.id))
            }
        }

        @Test("A call cancelled before the reader may be armed never wants a finger")
        func cancelled() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let course = Course()
                let scan = course.scan(print, in: bench)
                #expect(await course.next() == .asked)
                scan.cancel()
                course.answers.continuation.yield(true)
                await #expect(throws: SensorError.cancelled) { try await scan.value }
                course.steps.continuation.finish()
                #expect(await course.next() == nil)
            }
        }
    }
}
