import GateSecret
import GateWire
import Trial

/// A frame is a call that the interface allows, or a fault that can be answered. A call is the same after it is written
/// again.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let frame = unsafe SecretBytes(copying: UnsafeRawBufferPointer(start: start, count: count))
    do {
        let call = HeardCall(try IncomingCall.decode(frame))
        _ = try? call.parameters.itemName("name")
        _ = try? call.parameters.accessIfPresent("access")
        _ = try? call.parameters.timeoutIfPresent("timeoutSeconds")
        do {
            require(HeardCall(try IncomingCall.decode(call.written())) == call, "a call is the same when written anew")
        } catch {
            require(false, "what was written anew is a call: \(error)")
        }
    } catch {
        switch error.reply {
        case .some(let reply):
            require(unsafe reply.withBytes { unsafe $0.last } == 0, "a fault is answered with a message")
        case .none: break
        }
    }
    return 0
}
