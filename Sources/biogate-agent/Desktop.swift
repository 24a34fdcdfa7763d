import GateBus
import GateGuidance

/// The desktop's notifications (Desktop Notifications Specification 1.2).
struct Desktop: Sendable {
    /// What the user did with a notification.
    enum Event: Hashable, Sendable {
        /// Clicked Cancel.
        case cancelled(UInt32)
        /// Gone, whoever closed it.
        case closed(UInt32)
    }

    /// What a notification says.
    struct Content: Hashable, Sendable {
        let title: String
        let lines: [String]
        /// What its button says.
        let cancel: String
    }

    private static let service = SessionBus.Service(
        name: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
        interface: "org.freedesktop.Notifications")
    private static let cancelKey = "cancel"

    private let bus: SessionBus

    /// `onEvent` is called on a thread of the bus's, where it must not wait.
    init(_ bus: SessionBus, onEvent: @escaping @Sendable (Event) -> Void) async {
        self.bus = bus
        await bus.onSignal("ActionInvoked", of: Self.service) { values in
            guard let number = values[0]?.unsigned, values[1]?.text == Self.cancelKey else { return }
            onEvent(.cancelled(number))
        }
        await bus.onSignal("NotificationClosed", of: Self.service) { values in
            if let number = values[0]?.unsigned { onEvent(.closed(number)) }
        }
    }

    /// Shows a notification, in the place of `replaced` where that is still there; its number, or nil where nobody
    /// shows it.
    func show(_ content: Content, replacing replaced: UInt32?) async -> UInt32? {
        // Asked anew each time: another service may have taken the name.
        guard let list = await bus.call("GetCapabilities", of: Self.service)?[0]?.elements else { return nil }
        let capabilities = Set(list.compactMap(\.text))
        let body = content.lines.map { capabilities.contains("body-markup") ? $0.escapingMarkup : $0 }
        let reply = await bus.call(
            "Notify", of: Self.service,
            [
                .text("BiometricGate"), .number(replaced ?? 0), .text("auth-fingerprint-symbolic"),
                .text(content.title), .text(body.joined(separator: "\n")),
                .texts(capabilities.contains("actions") ? [Self.cancelKey, content.cancel] : []),
                // Critical: it waits for the user. Transient: it is of no use later.
                .dictionary([("urgency", .byte(2)), ("transient", .bool(true)), ("category", .text("device"))]),
                // 0 ms: it does not go by itself.
                .signedNumber(0),
            ])
        return reply?[0]?.unsigned
    }

    func close(_ number: UInt32) async {
        _ = await bus.call("CloseNotification", of: Self.service, [.number(number)])
    }
}
