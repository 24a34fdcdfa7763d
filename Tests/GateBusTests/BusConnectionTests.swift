import Foundation
import GateSecret
import GateSystem
import SpawnedProcess
import Testing

@testable import GateBus

/// A dbus-daemon of the test's own.
private final class TestBus {
    private static let configuration = """
        <busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
        <policy context="default">
          <allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/>
        </policy></busconfig>
        """
    private let file = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID()).conf")
    private let process: SpawnedProcess
    private let output: FileHandle
    let address: String

    init() throws {
        try Data(Self.configuration.utf8).write(to: file)
        let (writing, reading) = try SpawnedProcess.channel()
        process = try SpawnedProcess(
            ["dbus-daemon", "--config-file=\(file.path)", "--nofork", "--nopidfile", "--print-address=1"],
            output: writing)
        output = reading
        // It prints its address once it listens.
        address = String(decoding: reading.availableData, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    deinit { try? FileManager.default.removeItem(at: file) }

    func end() { process.kill(SIGKILL) }

    func connection(on loop: PollLoop) async throws -> BusConnection {
        let address = address
        let opened = await heard { (hear: @escaping @Sendable (BusConnection?) -> Void) in
            loop.begin { BusConnection.open(.at(address), on: loop) { hear($0) } }
        }
        return try #require(opened ?? nil)
    }
}

/// The first value that the loop tells. ThreadSanitizer does not understand a continuation that another thread resumes
/// before it is awaited.
private func heard<Value: Sendable>(_ begin: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value? {
    let (values, value) = AsyncStream<Value>.makeStream()
    begin { value.yield($0) }
    for await first in values { return first }
    return nil
}

private let name = "org.example.Thing"
private let path = "/org/example"
private let described = BusInterface(
    name, methods: [.init("Turn", [.init("way", "s")], gives: [.init("ways", "as")]), .init("Wait")],
    signals: [.init("Turned", [.init("way", "s")])], properties: [.init("size", "u")])

extension BusConnection {
    /// Serves the object under the name.
    fileprivate func serve(
        on loop: PollLoop, _ called: @escaping @Sendable (BusMethodCall) -> Void
    ) async {
        await withCheckedContinuation { continuation in
            loop.begin {
                _ = self.export(path, [described], property: { _, _ in .number(7) }, call: called)
                self.own(name, acquired: { continuation.resume() }, lost: {})
            }
        }
    }

    fileprivate func answer(
        on loop: PollLoop, _ method: String, _ arguments: [BusArgument] = [], of interface: String = name,
        on path: String = path, at destination: String = name
    ) async -> Outcome {
        await heard { hear in
            loop.begin { self.call(method, of: interface, on: path, at: destination, arguments) { hear($0) } }
        } ?? .none
    }
}

extension BusConnection.Outcome {
    fileprivate var values: BusValue? { if case .reply(let values) = self { values } else { nil } }
    fileprivate var error: String? { if case .refused(let error) = self { error } else { nil } }
}

@Suite("A connection to the message bus") struct BusConnectionTests {
    private let loop = PollLoop(named: "bus-test")

    @Test("A call reaches its object, and its answer, its error and its properties come back")
    func calls() async throws {
        let bus = try TestBus()
        let (server, client) = (try await bus.connection(on: loop), try await bus.connection(on: loop))
        await server.serve(on: loop) { call in
            let way = call.arguments[0]?.text ?? ""
            if way == "up" { return call.invocation.refuse("org.example.No", "not up") }
            call.invocation.reply([.texts([way, way + "!"])])
        }
        let turned = await client.answer(on: loop, "Turn", [.text("left é")])
        #expect(turned.values?[0]?.elements?.compactMap(\.text) == ["left é", "left é!"])
        // No literal may have noncharacters.
        let odd = String(decoding: [0x61, 0xFDD0, 0x62, 0xD83F, 0xDFFF, 0, 0x63] as [UInt16], as: UTF16.self)
        let taken = await client.answer(on: loop, "Turn", [.text(odd)])
        #expect(taken.values?[0]?.elements?.first?.text == "a\u{FFFD}b\u{FFFD}\u{FFFD}c")
        let peer = "org.freedesktop.DBus.Peer"
        #expect(await client.answer(on: loop, "Ping", of: peer).values != nil)
        #expect(await client.answer(on: loop, "Fly", of: peer).error == "org.freedesktop.DBus.Error.UnknownMethod")
        #expect(await client.answer(on: loop, "Turn", [.text("up")]).error == "org.example.No")
        #expect(await client.answer(on: loop, "Turn", [.number(1)]).error == "org.freedesktop.DBus.Error.InvalidArgs")
        let properties = "org.freedesktop.DBus.Properties"
        let one = await client.answer(on: loop, "Get", [.text(name), .text("size")], of: properties)
        #expect(one.values?[0]?.content?.unsigned == 7)
        let all = await client.answer(on: loop, "GetAll", [.text(name)], of: properties)
        #expect(all.values?[0]?["size"]?.unsigned == 7)
        let changed = await client.answer(
            on: loop, "Set", [.text(name), .text("size"), .any([.number(8)])], of: properties)
        #expect(changed.error == "org.freedesktop.DBus.Error.InvalidArgs")
        loop.begin { [server, client] in
            server.close()
            client.close()
        }
    }

    @Test("A signal counts only if the name's owner has sent it")
    func signals() async throws {
        let bus = try TestBus()
        let server = try await bus.connection(on: loop)
        let client = try await bus.connection(on: loop)
        let impostor = try await bus.connection(on: loop)
        let (callers, caller) = AsyncStream<String>.makeStream()
        await server.serve(on: loop) { call in
            caller.yield(call.sender)
            call.invocation.reply([.texts([])])
        }
        let (ways, way) = AsyncStream<String?>.makeStream()
        loop.begin { client.onSignal("Turned", of: name, from: name) { _, values in way.yield(values[0]?.text) } }
        // The rule is at the bus before this call, and the server learns the client's unique name.
        _ = await client.answer(on: loop, "Turn", [.text("")])
        var names = callers.makeAsyncIterator()
        let target = try #require(await names.next())
        loop.begin { impostor.emit("Turned", of: name, on: path, to: target, [.text("by another")]) }
        // The bus has passed on the impostor's signal before it answers this.
        _ = await impostor.answer(on: loop, "GetId", of: BusName.bus, on: BusName.busPath, at: BusName.bus)
        loop.begin { server.emit("Turned", of: name, on: path, [.text("by the owner")]) }
        var told = ways.makeAsyncIterator()
        #expect(await told.next() == .some("by the owner"))
        loop.begin { for each in [server, client, impostor] { each.close() } }
    }

    @Test("A call, its answer, its error and a signal are passed on whole, with other values where they are given")
    func passingOn() async throws {
        let bus = try TestBus()
        let (server, client) = (try await bus.connection(on: loop), try await bus.connection(on: loop))
        let front = try await bus.connection(on: loop)
        let (bytes, byte) = AsyncStream<HeldSecret?>.makeStream()
        await withCheckedContinuation { continuation in
            loop.begin { [loop] in
                _ = loop
                server.serve(below: path) { call in
                    guard call.method == "Turn" else { return call.invocation.refuse("org.example.No", "not that") }
                    byte.yield(call.arguments[1]?.bytes)
                    call.invocation.reply([
                        .text(call.path), .dictionary([("way", .text("left")), ("size", .number(7))]),
                    ])
                }
                server.own(name, acquired: { continuation.resume() }, lost: {})
            }
        }
        let other = HeldSecret(SecretBytes(count: 70_000) { $0.initializeMemory(as: UInt8.self, repeating: 9) })
        await withCheckedContinuation { continuation in
            loop.begin {
                front.serve(below: path) { call in
                    front.passOn(call, to: name, replacing: [1: .bytes(other)]) { answer in
                        guard let answer else { return }
                        call.invocation.reply(answer, replacing: ["size": .number(8)])
                    }
                }
                front.onSignals(of: name, below: path) { signal in
                    front.relay(signal, replacing: ["Locked": .bool(true)])
                }
                front.own("org.example.Front", acquired: { continuation.resume() }, lost: {})
            }
        }
        func ask(_ method: String, on path: String) async -> BusConnection.Outcome {
            let own = HeldSecret(SecretBytes(count: 3) { _ in })
            return await client.answer(
                on: loop, method, [.text("way"), .bytes(own)], on: path, at: "org.example.Front")
        }
        let turned = await ask("Turn", on: path + "/below/1")
        #expect(turned.values?[0]?.text == path + "/below/1")
        #expect(turned.values?[1]?["way"]?.text == "left" && turned.values?[1]?["size"]?.unsigned == 8)
        var got = bytes.makeAsyncIterator()
        let passed = try #require(await got.next() ?? nil)
        let isReplaced = passed.bytes.isEqual(to: other.bytes)
        #expect(isReplaced)
        #expect(await ask("Fly", on: path).error == "org.example.No")
        #expect(await ask("Turn", on: path + "beside").error == "org.freedesktop.DBus.Error.UnknownMethod")
        let (signals, signal) = AsyncStream<BusValue>.makeStream()
        loop.begin { client.onSignal("Changed", of: name, from: "org.example.Front") { signal.yield($1) } }
        // The rule is at the bus before this call.
        _ = await ask("Turn", on: path)
        loop.begin {
            server.emit(
                "Changed", of: name, on: path,
                [.text("a"), .dictionary([("Locked", .bool(false)), ("Label", .text("b"))]), .texts([])])
        }
        var told = signals.makeAsyncIterator()
        let values = try #require(await told.next())
        #expect(values[0]?.text == "a" && values[1]?["Locked"]?.bool == true && values[1]?["Label"]?.text == "b")
        loop.begin { for each in [server, client, front] { each.close() } }
    }

    @Test("When the bus ends, the owner is told, and calls without an answer end")
    func end() async throws {
        let bus = try TestBus()
        let (server, client) = (try await bus.connection(on: loop), try await bus.connection(on: loop))
        let (calls, call) = AsyncStream<BusMethodCall>.makeStream()
        await server.serve(on: loop) { call.yield($0) }
        let (ends, end) = AsyncStream<Void>.makeStream()
        loop.begin { client.onClosed { end.yield() } }
        async let outcome = client.answer(on: loop, "Wait")
        var waiting = calls.makeAsyncIterator()
        _ = await waiting.next()
        bus.end()
        if case .none = await outcome {} else { Issue.record("an answer without a bus") }
        var closed = ends.makeAsyncIterator()
        #expect(await closed.next() != nil)
        call.finish()
    }

    @Test("Without a bus there is no connection")
    func nothing() async {
        let opened = await withCheckedContinuation { continuation in
            loop.begin { [loop] in
                BusConnection.open(.at("unix:path=/nonexistent/bus"), on: loop) {
                    continuation.resume(returning: $0 != nil)
                }
            }
        }
        #expect(!opened)
    }
}
