import GateModel
@testable import GateReader
import GateSecret
import GateWire
import Trial

/// Whatever comes over the line between the daemon and the reader process, either end reads or refuses it. A report or
/// a request is the same after it is written again.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let frame = unsafe SecretBytes(copying: UnsafeRawBufferPointer(start: start, count: count))
    guard let message = try? OperationMessage(frame) else { return 0 }
    if let report = try? ReaderReport(message) { requireSame(report.message(in: message.operation), "a report") }
    if let request = try? ReaderRequest(message) { requireSame(request.message(in: message.operation), "a request") }
    return 0
}

/// Requires that a written message is read back as it was.
private func requireSame(_ message: OperationMessage, _ what: String) {
    let again = unsafe message.frame.withBytes {
        unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0.dropLast()))
    }
    guard let read = try? OperationMessage(again) else { return require(false, "\(what) is one when written anew") }
    require(read.operation == message.operation && read.name == message.name, "\(what) keeps its name")
    require(read.parameters == message.parameters, "\(what) keeps its parameters")
    require(read.templates.map(\.bytes) == message.templates.map(\.bytes), "\(what) keeps its templates")
}
