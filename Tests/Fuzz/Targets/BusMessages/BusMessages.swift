import CGio
@testable import GateBus
import Trial

/// Messages from the bus pass `MessageLimit` the same way however they are cut, none longer than the limit, and longer
/// calls are refused the same way. Every message that GDBus parses can be read like biogate-fprintd reads arguments and
/// answers, whatever its types.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var trial = unsafe Trial(start, count)
    let piece = Int(trial.byte()) + 1
    let bytes = Array("OK 0\r\n".utf8) + trial.rest
    let whole = passed(bytes, pieces: bytes.count, room: .max)
    require(whole == passed(bytes, pieces: piece, room: piece), "pieces make no difference")
    for message in whole.messages { read(message) }
    return 0
}

private let longest = 4096

private struct Passed: Equatable {
    /// The last may be cut off.
    var messages: [[UInt8]] = []
    var refused: [LongCall] = []
}

/// The bytes that pass and the calls refused, until bytes arrive that are not a message.
private func passed(_ bytes: [UInt8], pieces: Int, room: Int) -> Passed {
    var (limit, held, passed, left) = (MessageLimit(longest: longest), [UInt8](), Passed(), 0)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
        held += bytes[start..<min(start + pieces, bytes.count)]
        reading: while true {
            switch limit.step(held, room: room) {
            case .wait: break reading
            case .pass(let count):
                require(count > 0 && count <= held.count, "no more passes than there is")
                if left == 0 {
                    left = length(of: held)
                    passed.messages.append([])
                }
                passed.messages[passed.messages.count - 1] += held.prefix(count)
                left -= count
                require(
                    left >= 0 && passed.messages[passed.messages.count - 1].count <= longest, "no long message passes")
                held.removeFirst(count)
            case .drop(let count):
                require(count > 0 && count <= held.count, "no more is dropped than there is")
                held.removeFirst(count)
            case .refuse(let call, let count):
                require(count > 0 && count <= held.count, "no more is dropped than there is")
                passed.refused.append(call)
                held.removeFirst(count)
            case .end: return passed
            }
        }
    }
    return passed
}

/// As GDBus computes it.
private func length(of message: [UInt8]) -> Int {
    var message = message
    return unsafe Int(g_dbus_message_bytes_needed(&message, gsize(message.count), nil))
}

private func read(_ message: [UInt8]) {
    var message = message
    guard
        let read = unsafe g_dbus_message_new_from_blob(
            &message, gsize(message.count), G_DBUS_CAPABILITY_FLAGS_NONE, nil)
    else { return }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(read)) }
    if let body = unsafe g_dbus_message_get_body(read) { walk(unsafe BusValue(body), depth: 0) }
}

/// Reads a value in every way, and the values in it.
private func walk(_ value: BusValue, depth: Int) {
    guard depth < 64 else { return }
    _ = (value.bool, value.unsigned, value.handle, value.text?.utf8.count)
    _ = value["UnixUserID"]?.unsigned.flatMap(Int32.init(exactly:))
    _ = value[-1]?.text
    if let content = value.content { walk(content, depth: depth + 1) }
    for place in 0..<4 {
        if let member = value[place] { walk(member, depth: depth + 1) }
    }
    for element in value.elements?.prefix(16) ?? [] { walk(element, depth: depth + 1) }
}
