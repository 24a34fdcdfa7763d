import GateBus
import GateGuidance

/// The desktop's notifications (Desktop Notifications Specification 1.2).
struct Desktop: Sendable {
    /// The user's action on a notification.
    enum Event: Hashable, Sendable {
        /// Clicked Cancel.
        case cancelled(UInt32)
        /// The notification is gone, however it was closed.
        case closed(UInt32)
    }

    /// The texts of a notification.
    struct Content: Hashable, Sendable {
        let title: String
        let lines: [String]
        /// The label of its button; nil without one.
        let cancel: String?
        /// Whether it waits for the user.
        let isWaiting: Bool
    }

    private static let service = SessionBus.Service(
        name: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
        interface: "org.freedesktop.Notifications")
    private static let cancelKey = "cancel"

    private let bus: SessionBus

    /// `onEvent` is called on the bus's thread, where it must not block.
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

    /// Shows a notification, replacing `replaced` if that still exists; returns its number, or nil if no service shows
    /// it.
    func show(_ content: Content, replacing replaced: UInt32?) async -> UInt32? {
        // Asked every time: another service may have taken the name.
        guard let list = await bus.call("GetCapabilities", of: Self.service)?[0]?.elements else { return nil }
        let capabilities = Set(list.compactMap(\.text))
        let body = content.lines.map { capabilities.contains("body-markup") ? $0.escapingMarkup : $0 }
        let reply = await bus.call(
            "Notify", of: Self.service,
            [
                .text("BiometricGate"), .number(replaced ?? 0), .text("auth-fingerprint-symbolic"),
                .text(content.title), .text(body.joined(separator: "\n")),
                .texts(capabilities.contains("actions") ? content.cancel.map { [Self.cancelKey, $0] } ?? [] : []),
                // Critical, since it waits for the user; transient, since it is useless later.
                .dictionary([
                    ("urgency", .byte(content.isWaiting ? 2 : 1)), ("transient", .bool(content.isWaiting)),
                    ("category", .text("device")),
                ]),
                // 0 ms: it does not expire. -1: as the desktop has it.
                .signedNumber(content.isWaiting ? 0 : -1),
            ])
        return reply?[0]?.unsigned
    }

    func close(_ number: UInt32) async {
        _ = await bus.call("CloseNotification", of: Self.service, [.number(number)])
    }
}
