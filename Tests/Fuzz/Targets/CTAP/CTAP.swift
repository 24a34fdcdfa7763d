import Trial

@testable import GateCTAP

/// A client's bytes to the security key are read or refused: values that are read are written as the same bytes, every
/// report has its size, and an answer is sent only for the command under way.
///
/// The first byte chooses the structure.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var trial = unsafe Trial(start, count)
    switch trial.byte() % 3 {
    case 0:
        let bytes = Array(trial.rest)
        if let value = try? CBOR(decoding: bytes) { require(value.encoded == bytes, "a value has one form") }
    case 1: tryRequest(Array(trial.rest))
    default: tryReports(&trial)
    }
    return 0
}

private func tryRequest(_ message: [UInt8]) {
    switch try? AuthenticatorRequest(message) {
    case .token(let request):
        require(request.rpId != nil || request.permissions == .manage, "a token has its site")
        require(request.permissions.isSubset(of: [.make, .signIn, .manage]), "a token is for commands that are here")
    default: break
    }
}

private func tryReports(_ trial: inout Trial) {
    var transport = HIDTransport(random: SystemRandomNumberGenerator())
    var now: Duration = .zero
    var channel: [UInt8] = [255, 255, 255, 255]
    var work: Int?
    while !trial.isAtEnd {
        let choice = trial.byte()
        now += .milliseconds(Int(choice))
        let report = (choice & 1 == 0 ? channel : trial.bytes(4)) + trial.bytes(60)
        tell(transport.received(report + [UInt8](repeating: 0, count: 64 - report.count), at: now), &channel, &work)
        if choice & 2 == 0 { tell(transport.elapsed(at: now), &channel, &work) }
        guard choice & 4 == 0, let number = work else { continue }
        work = nil
        tell(transport.answer([choice], to: number), &channel, &work)
    }
}

private func tell(_ effects: [HIDTransport.Effect], _ channel: inout [UInt8], _ work: inout Int?) {
    for effect in effects {
        switch effect {
        case .send(let report):
            require(report.count == HIDTransport.reportSize, "a report has its size")
            if report[4] == 0x86 { channel = Array(report[15..<19]) }
        case .perform(let message, let number):
            require(1...HIDTransport.longest ~= message.count, "a command has its message")
            work = number
        case .cancel: require(work != nil, "a cancelled command was under way")
        }
    }
}
