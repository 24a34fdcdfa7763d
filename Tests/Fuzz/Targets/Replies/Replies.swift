@testable import BiometricGate
import GateModel
import GateSecret
import GateWire
import Trial

/// Whatever a daemon sends, the client library reads or refuses it. What it reads is the same after it is written
/// again.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let frame = unsafe SecretBytes(copying: UnsafeRawBufferPointer(start: start, count: count))
    guard let reply = try? IncomingReply.decode(frame) else { return 0 }
    read(reply.parameters)
    if let error = reply.error {
        let failure = GateClientError(wireName: error, parameters: reply.parameters)
        _ = failure.invalidParameter
    }
    let again = unsafe OutgoingFrame.reply(reply.parameters, continues: reply.continues).withBytes {
        unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0.dropLast()))
    }
    do {
        let same = try IncomingReply.decode(again)
        require(same.parameters == reply.parameters, "the reply is the same when written anew")
        require(same.continues == reply.continues, "the reply's flag is the same when written anew")
    } catch {
        require(false, "what was written anew is a reply")
    }
    return 0
}

/// Reads an answer like each call of the client.
private func read(_ parameters: WireObject) {
    _ = PromptProgress(reply: parameters)
    _ = ReaderUpdate(reply: parameters)
    _ = RequestUpdate(reply: parameters)
    let reply = GateReply(parameters: parameters)
    _ = try? reply.object("availability", AvailabilityReport.init(wire:))
    _ = try? reply.object("settings", Settings.init(wire:))
    _ = try? reply.object("authentication", AuthenticationReceipt.init(wire:))
    _ = try? reply.object("item", Item.init(wire:))
    _ = try? reply.object("print", Print.init(wire:))
    _ = try? reply.list("items", Item.init(wire:))
    _ = try? reply.list("prints", Print.init(wire:))
    _ = try? reply.list("readers", Reader.init(wire:))
    _ = try? reply.number("invalidatedItems")
    _ = (try? reply.text("signature")).map { Base64.decode($0) }
}
