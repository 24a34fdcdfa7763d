import GateModel
import Testing

@testable import GateSensor

@Suite("libfprint's error tables")
struct ErrorTableTests {
    @Test("Codes newer than the tables are told apart from the known ones")
    func newerCodes() {
        #expect(FprintError.Device(code: 10) == nil)
        #expect(FprintError.Device(code: -1) == nil)
        #expect(FprintError(domain: 0, code: 7) == .unknown(domain: "", code: 7))
        #expect(ScanHint(retryCode: 4) == .tooFast)
        #expect(ScanHint(retryCode: 5) == .poorScan)
    }

    @Test("An unknown error keeps its domain and code, and the reader is reopened after it")
    func unknown() {
        let error = FprintError.unknown(domain: "g-usb-device-error-quark", code: 2)
        #expect(error.spoilsReader)
        #expect(
            SensorError(error, isSuspended: false, coolingTime: .zero)
                == .unknown(domain: "g-usb-device-error-quark", code: 2))
        #expect(atOpen(error) == .faulted)
    }

    private func atOpen(_ error: FprintError) -> SensorError { SensorError(opening: error, coolingTime: .seconds(7)) }

    @Test("When opening, another opener is told apart from a fault, heat and an absent reader")
    func opening() {
        for code in [0, 9] {
            #expect(atOpen(.unknown(domain: "g-usb-device-error-quark", code: code)) == .inUse)
        }
        #expect(atOpen(.device(.busy)) == .inUse)
        #expect(atOpen(.unknown(domain: "g-usb-device-error-quark", code: 4)) == .disconnected)
        #expect(atOpen(.device(.removed)) == .disconnected)
        #expect(atOpen(.device(.protocolViolation)) == .faulted)
        #expect(atOpen(.device(.tooHot)) == .overheated(retryAfter: .seconds(7)))
        // G_IO_ERROR_PERMISSION_DENIED and G_IO_ERROR_BUSY, then G_IO_ERROR_TIMED_OUT.
        #expect(atOpen(.unknown(domain: "g-io-error-quark", code: 14)) == .inUse)
        #expect(atOpen(.unknown(domain: "g-io-error-quark", code: 26)) == .inUse)
        #expect(atOpen(.unknown(domain: "g-io-error-quark", code: 24)) == .faulted)
    }

    @Test("A reader claimed by another program is in use, not gone, though libgusb has one code for both")
    func claimed() {
        let domain = "g-usb-device-error-quark"
        let claimed = FprintError.foreign(
            domain: domain, code: 4, message: "USB error on device 04f3:0903 : Resource busy [-6]")
        #expect(atOpen(claimed) == .inUse)
        let gone = FprintError.foreign(
            domain: domain, code: 4,
            message: "USB error on device 04f3:0903 : No such device (it may have been disconnected) [-4]")
        #expect(atOpen(gone) == .disconnected)
    }

    @Test("A transfer that fails because the reader was unplugged means that it is gone, not that it is broken")
    func unplugged() {
        let error = FprintError.unknown(domain: "g-usb-device-error-quark", code: 4)
        #expect(SensorError(error, isSuspended: false, coolingTime: .zero) == .disconnected)
    }

    @Test("Busy means suspended while the machine sleeps")
    func suspended() {
        #expect(SensorError(.device(.busy), isSuspended: true, coolingTime: .zero) == .suspended)
        #expect(SensorError(.device(.busy), isSuspended: false, coolingTime: .zero) == .busy)
    }
}

@Suite("The events of a scan")
struct ScanProgressTests {
    /// One scan's events in order, all on the test's own task.
    private final class Seen {
        var events: [ScanEvent] = []
    }

    @Test("A driver that says twice that it needs a finger asks once for each touch")
    func askedOnce() {
        let seen = Seen()
        let progress = ScanProgress { seen.events.append($0) }
        progress.fingerStatusIs(needed: true, present: false)
        #expect(seen.events.isEmpty)
        progress.wantTouch()
        progress.fingerStatusIs(needed: true, present: false)
        progress.fingerStatusIs(needed: true, present: true)
        progress.fingerStatusIs(needed: true, present: true)
        progress.askForTouch()
        #expect(seen.events == [.waitingForFinger, .fingerPresent])
        progress.stagePassed(1, of: 2)
        progress.wantTouch()
        progress.fingerStatusIs(needed: false, present: false)
        progress.fingerStatusIs(needed: true, present: false)
        progress.fingerStatusIs(needed: true, present: true)
        #expect(
            seen.events == [
                .waitingForFinger, .fingerPresent, .stagePassed(1, of: 2), .waitingForFinger, .fingerPresent,
            ])
    }

    @Test("The sensor requests the touch for a driver that never does, unless the scan came first")
    func neverAsks() {
        let seen = Seen()
        let progress = ScanProgress { seen.events.append($0) }
        progress.wantTouch()
        progress.askForTouch()
        #expect(seen.events == [.waitingForFinger])
        progress.wantTouch()
        progress.scanWasPoor(.tooShort)
        progress.askForTouch()
        #expect(seen.events == [.waitingForFinger, .retry(.tooShort)])
    }
}
