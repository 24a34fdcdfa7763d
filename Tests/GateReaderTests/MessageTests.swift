import Foundation
import GateModel
import GateSecret
import GateWire
import Testing

@testable import GateReader

/// The messages between the daemon and the reader process.
@Suite("Messages of the reader process") struct MessageTests {
    private static let reader = ReaderID(rawValue: "goodixmoc:UID0000")
    private static let one = Template(bytes: [0, 1, 2, 255])
    private static let other = Template(bytes: Array("FP3\0".utf8))

    static let requests: [ReaderRequest] = [
        .identify([one, other], reader), .identify([], reader), .verify(one, reader), .enroll(.leftThumb, reader),
        .unfinished(reader), .leftovers(reader), .hold(reader), .letGo(reader), .settle(reader, within: nil),
        .settle(reader, within: .milliseconds(700)), .list(reader), .foreign(reader), .delete(other, reader),
        .clear(reader),
        .compare(one, other), .describe(one, as: nil, of: nil),
        .describe(other, as: .leftRing, of: UserName(rawValue: "ålice")), .suspend(within: .milliseconds(2500)),
        .resume, .rest, .ping, .stop, .arm, .cancel,
    ]

    static let reports: [ReaderReport] =
        [
            .readers([]), .readers([described]), .waitingForFinger, .fingerPresent, .fingerLifted,
            .stagePassed(3, of: 8),
            .judged(.matched(index: 7)), .judged(.noMatch), .judged(.foreign), .done([]), .done([one, other]),
            .compared(isSame: true), .compared(isSame: false),
            .described(print("0", finger: .leftThumb, user: "alice")),
            .described(print("1-2 b", finger: nil, user: nil)),
        ] + ScanHint.allCases.map { .retry($0) } + errors.map { .failed($0) }

    private static let described = Reader(
        id: reader, name: "Goodix \"MOC\"\u{85}", driver: "goodixmoc", bus: .usb, scanType: .press, enrollStages: 8,
        matching: .onChip, capabilities: [.identify, .storageList], state: .overheated)

    private static func print(_ deviceID: String, finger: Finger? = nil, user: String? = nil) -> PrintDescription {
        PrintDescription(
            template: one, driver: "goodixmoc", deviceID: deviceID, finger: finger, user: user, isOnChip: true,
            readers: [reader])
    }

    private static let errors: [SensorError] = [
        .readerNotFound, .cancelled, .busy, .inUse, .suspended, .overheated(retryAfter: .seconds(205)), .disconnected,
        .faulted, .protocolBroken, .notSupported, .printNotStored, .storageFull, .duplicate, .invalidTemplate,
        .unknown(domain: "fp-vendor-quark", code: -7),
    ]

    /// The message as the other end decodes it.
    private static func sent(_ message: OperationMessage) throws -> OperationMessage {
        var decoder = FrameDecoder()
        message.frame.withBytes { decoder.append($0) }
        guard let frame = try decoder.nextFrame() else { throw OperationFault() }
        return try OperationMessage(frame)
    }

    private static func isSame(_ one: OperationMessage, _ other: OperationMessage) -> Bool {
        one.operation == other.operation && one.name == other.name && one.parameters == other.parameters
            && one.templates.map(\.bytes) == other.templates.map(\.bytes)
    }

    @Test("Requests are read back as written", arguments: requests)
    func request(_ request: ReaderRequest) throws {
        let message = request.message(in: 4_294_967_295)
        let came = try Self.sent(message)
        #expect(Self.isSame(came, message))
        #expect(Self.isSame(try ReaderRequest(came).message(in: 4_294_967_295), message))
    }

    @Test("Reports are read back as written", arguments: reports)
    func report(_ report: ReaderReport) throws {
        let message = report.message(in: 1)
        let came = try Self.sent(message)
        #expect(Self.isSame(came, message))
        #expect(Self.isSame(try ReaderReport(came).message(in: 1), message))
    }

    @Test(
        "A print's name for its device must be the name of a directory, or the description is refused",
        arguments: ["", ".", "..", "../../etc", "a/b", "a\n", "가", String(repeating: "a", count: 256)])
    func pathsInNames(name: String) throws {
        let sent = try Self.sent(ReaderReport.described(Self.print(name)).message(in: 1))
        #expect(throws: OperationFault.self) { try ReaderReport(sent) }
    }

    @Test("A reader is reported with any name, unless no call could name it")
    func longNames() throws {
        func reader(_ id: String, _ name: String) -> Reader {
            Reader(
                id: ReaderID(rawValue: id), name: name, driver: "goodixmoc", bus: .usb, scanType: .press,
                enrollStages: 8, matching: .onChip, capabilities: [], state: .ready)
        }
        let strange = reader(String(repeating: "~", count: 255), String(repeating: "\u{1}", count: 255))
        let long = reader(String(repeating: "가", count: 126), "Goodix")
        let message = ReaderReport.readers([long, strange, reader("other", "Goodix")]).message(in: 0)
        guard case .readers(let told) = try ReaderReport(Self.sent(message)) else {
            Issue.record("no list")
            return
        }
        #expect(told == [strange, reader("other", "Goodix")])
    }

    @Test("The interface's file has every message, with its parameters, and no other")
    func interface() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/GateReader/org.biometricgate.Reader.varlink")
        let text = try String(contentsOf: file, encoding: .utf8)
        let messages = Self.requests.map { $0.message(in: 1) } + Self.reports.map { $0.message(in: 1) }
        #expect(Set(try VarlinkInterface(parsing: text).methodNames) == Set(messages.map(\.name)))
        for message in messages {
            // The text from the method's name to its result.
            let start = try #require(text.range(of: "method \(message.name)("))
            let end = try #require(text.range(of: "->", range: start.upperBound..<text.endIndex))
            let line = try #require(text.range(of: ")", range: end.upperBound..<text.endIndex))
            let method = text[start.upperBound..<line.lowerBound]
            for member in message.parameters.members { #expect(method.contains("\(member.key): "), "\(message.name)") }
        }
    }

    @Test(
        "Any other bytes are refused as a message",
        arguments: [
            "", "null", "[]", "{}", #"{"operation":1}"#, #"{"name":"Ping"}"#, #"{"operation":-1,"name":"Ping"}"#,
            #"{"operation":4294967296,"name":"Ping"}"#, #"{"operation":1,"name":1}"#,
            #"{"operation":1,"name":"Ping","name":"Ping"}"#, #"{"operation":1,"name":"Ping","more":true}"#,
            #"{"operation":1,"name":"Ping","parameters":[]}"#, #"{"operation":1,"name":"Ping","templates":"AA=="}"#,
            #"{"operation":1,"name":"Ping","templates":["AA"]}"#, #"{"operation":1,"name":"Ping","templates":[1]}"#,
        ])
    func malformed(_ text: String) {
        #expect(throws: OperationFault.self) { try OperationMessage(Self.secret(text)) }
    }

    @Test("A text, a template or a list beyond its limit is refused")
    func tooLong() {
        let marks = String(repeating: "\u{301}", count: 2048)
        let long = String(repeating: "A", count: (OperationMessage.templateBytes + 3) * 4 / 3)
        let many = Array(repeating: #""AA==""#, count: OperationMessage.templates + 1).joined(separator: ",")
        for text in [
            #"{"operation":1,"name":"Ping","parameters":{"\#(marks)":1}}"#,
            #"{"operation":1,"name":"Ping","parameters":{"a":{"b":"\#(marks)"}}}"#,
            #"{"operation":1,"name":"\#(marks)"}"#,
            #"{"operation":1,"name":"Done","templates":["\#(long)"]}"#,
            #"{"operation":1,"name":"Done","templates":[\#(many)]}"#,
        ] {
            #expect(throws: OperationFault.self) { try OperationMessage(Self.secret(text)) }
        }
    }

    @Test(
        "A message with an invalid value is refused",
        arguments: [
            OperationMessage(operation: 1, name: "Judged", parameters: ["outcome": "matched"]),
            OperationMessage(operation: 1, name: "Judged", parameters: ["outcome": "matched", "index": -1]),
            OperationMessage(operation: 1, name: "Judged", parameters: ["outcome": "yes"]),
            OperationMessage(operation: 1, name: "Failed", parameters: ["error": "overheated"]),
            OperationMessage(
                operation: 1, name: "Failed",
                parameters: ["error": "overheated", "retryAfterMilliseconds": .integer(.max)]),
            OperationMessage(operation: 1, name: "StagePassed", parameters: ["stage": 1, "stages": 1_000_000]),
            OperationMessage(operation: 1, name: "Retry", parameters: ["hint": "harder"]),
            OperationMessage(operation: 0, name: "Readers", parameters: ["readers": [["id": "a"]]]),
            OperationMessage(
                operation: 0, name: "Readers",
                parameters: ["readers": [.object(described.wire), .object(described.wire)]]),
        ])
    func impossible(_ message: OperationMessage) {
        #expect(throws: OperationFault.self) { try ReaderReport(message) }
    }

    private static func secret(_ text: String) -> SecretBytes {
        let bytes = Array(text.utf8)
        return bytes.span.withUnsafeBytes { SecretBytes(copying: $0) }
    }
}
