import GateSystem
import GateModel
import Glibc
import NIOCore

/// Admits clients at a listening socket: identifies and counts each one, and has its connection served. A refused
/// client costs no allocation, so refusals do not delay the clients behind it.
///
/// Runs on the event loop that serves the connections.
final class Admission: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private let limits: GateListenerConfiguration
    private let handler: any CallHandler
    private let table: ConnectionTable
    private let rota: CallRota
    private let urgentCalls: UrgentCalls
    private let budget: ByteBudget

    init(
        limits: GateListenerConfiguration, handler: any CallHandler, table: ConnectionTable, rota: CallRota,
        urgentCalls: UrgentCalls, budget: ByteBudget
    ) {
        self.limits = limits
        self.handler = handler
        self.table = table
        self.rota = rota
        self.urgentCalls = urgentCalls
        self.budget = budget
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = Self.unwrapInboundIn(data)
        let admitted = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable { (socket: Int32) in
            admit(socket, channel)
        }
        guard let client = admitted ?? nil, serve(client, on: channel) else { return channel.close(promise: nil) }
        context.fireChannelRead(data)
    }

    /// The admitted client; nil if it cannot be identified, exceeds a limit or has left already.
    private func admit(_ socket: Int32, _ channel: any Channel) -> ClientConnection? {
        // NIO accepts without SOCK_CLOEXEC. A program started in between inherits nothing either: ChildProcess closes
        // its files.
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        guard !Self.hasLeft(socket), let peer = Peer(socket: socket), peer.user != limits.overflowUser,
            limits.admitted.map({ $0.contains(peer.user) }) ?? true,
            let (id, claimant, isRefused) = table.admit(peer.user)
        else { return nil }
        let process = ProcessDescriptor(of: peer, on: socket)
        return ClientConnection(
            id: id, peer: peer, process: process, claimant: claimant, isRefused: isRefused, channel: channel)
    }

    /// Whether the client closed its end without sending anything.
    private static func hasLeft(_ socket: Int32) -> Bool {
        var byte: UInt8 = 0
        // The pointer is to a local that outlives the call. MSG_PEEK leaves the byte to be read (recv(2)).
        return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
    }

    /// False while all connections are being closed.
    private func serve(_ client: ClientConnection, on channel: any Channel) -> Bool {
        let (table, id) = (table, client.id)
        let connection = ConnectionHandler(
            client: client, handler: handler, limits: limits, rota: rota, urgentCalls: urgentCalls, budget: budget
        ) {
            table.release(id)
        }
        do {
            try channel.pipeline.syncOperations.addHandlers([HangUp(), connection])
        } catch {
            table.release(id)
            return false
        }
        guard table.add(client) else { return false }
        if !client.isRefused { handler.opened(client) }
        return true
    }
}
