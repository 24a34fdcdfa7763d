import GateModel
import GateWire
import NIOCore
import Testing

@testable import GateSocket

/// Carries out a `Conversation`'s decisions without a socket, and records them.
final class Dialogue {
    private(set) var conversation: Conversation

    // The share that others leave to this connection, and its client's behaviour.
    var mayTake = true { didSet { if mayTake { happen { $0.goOn() } } } }
    private var urgentRoom = Int.max
    var budget = Int.max
    /// Whether the client does not read.
    var isDeaf = false { didSet { if !isDeaf { listen() } } }

    /// The names of the calls, in the order in which they were passed on.
    private(set) var served: [String] = []
    private(set) var urgentServed: [String] = []
    private(set) var written: [String] = []
    private(set) var broken: [BrokenMessage] = []
    private(set) var outstanding: CallNumber?
    private(set) var isReading = true
    private(set) var awaitsMessage = false
    private(set) var awaitsReader = false
    private(set) var hasLeft = false
    private(set) var isClosed = false
    private var told = 0
    private var unflushed: [Int] = []
    private(set) var unsent: [Int] = []

    init(_ configure: (inout GateListenerConfiguration) -> Void = { _ in }) {
        var limits = GateListenerConfiguration(source: .inherited([]))
        configure(&limits)
        conversation = Conversation(limits: limits, urgentMethods: ["org.biometricgate.Gate.CancelRequest"])
    }

    /// Feeds an event, and carries out all its effects.
    func happen(_ event: (inout Conversation) -> Void) {
        event(&conversation)
        advance()
    }

    private func advance() {
        while let action = conversation.next() { perform(action) }
        let held = conversation.heldBytes
        #expect(isClosed || told == held)
    }

    /// The socket is closed.
    func end() -> Int? {
        isClosed = true
        return conversation.end()
    }

    /// Sets how many more urgent calls may be served.
    func setUrgentRoom(_ count: Int) {
        urgentRoom = count
        if count > 0 { happen { $0.urgentMayGoOn() } }
    }

    func send(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        happen { conversation in bytes.withUnsafeBytes { conversation.received($0) } }
    }

    /// Sends whole messages in one piece.
    func send(_ messages: String...) {
        send(messages.flatMap { Array($0.utf8) + [0] })
    }

    func answer(_ text: String, _ kind: AnswerKind = .result) {
        guard let outstanding else { return }
        answer(text, kind, to: outstanding)
    }

    func answer(_ text: String, _ kind: AnswerKind, to call: CallNumber) {
        if call == outstanding, kind == .result { outstanding = nil }
        write(conversation.answered(Answer(call: call, kind: kind, bytes: ByteBuffer(string: text))))
        advance()
    }

    func stall() { happen { $0.stalled() } }

    private func listen() {
        sendUnsent()
        write(conversation.freed())
        advance()
    }

    private func sendUnsent() {
        while let bytes = unsent.first {
            unsent.removeFirst()
            conversation.wrote(bytes)
        }
    }

    private func write(_ bytes: ByteBuffer?) {
        guard let bytes, conversation.mayWrite(bytes.readableBytes) else { return }
        #expect(!isClosed)
        written.append(String(buffer: bytes))
        unflushed.append(bytes.readableBytes)
    }

    private func perform(_ action: consuming Conversation.Action) {
        #expect(!isClosed)
        switch consume action {
        case .take: take()
        case .serveUrgent:
            guard urgentRoom > 0, let call = conversation.takeUrgent() else { return conversation.urgentWaits() }
            urgentRoom -= 1
            urgentServed.append(call.parameters["requestId"]?.stringValue ?? call.name)
        case .serve(let call, let number):
            #expect(outstanding == nil && !hasLeft)
            outstanding = number
            served.append(call.parameters["name"]?.stringValue ?? call.name)
        case .refuse(let fault): write(ByteBuffer(string: fault.wireName ?? "none"))
        case .flush:
            conversation.flushed()
            unsent += unflushed
            unflushed = []
            if !isDeaf { sendUnsent() }
        case .hold(let bytes, let before):
            #expect(before == told && bytes != before)
            told = bytes
            if bytes > budget { conversation.cut() }
        case .read(let reads):
            #expect(reads != isReading)
            isReading = reads
        case .startMessageDeadline: awaitsMessage = true
        case .stopMessageDeadline: awaitsMessage = false
        case .startWriteDeadline: awaitsReader = true
        case .stopWriteDeadline: awaitsReader = false
        case .leave:
            #expect(!hasLeft)
            hasLeft = true
            outstanding = nil
        case .close: isClosed = true
        }
    }

    private func take() {
        guard mayTake else { return conversation.rest() }
        if case .broken(let message)? = conversation.takeFrame()?.taken { broken.append(message) }
    }
}

/// A call that the dialogue recognises by its name.
func named(_ name: String) -> String { call("GetItem", #"{"name":"\#(name)"}"#) }

func urgent(_ name: String) -> String { call("CancelRequest", #"{"requestId":"\#(name)"}"#, #","oneway":true"#) }
