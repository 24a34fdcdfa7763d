import GateSocket

/// Reports device events for as long as it is kept.
protocol DeviceWatch: Sendable {}

/// A source of device events.
protocol DeviceWatcher: Sendable {
    /// Calls `body` on the loop whenever a device appears or disappears; nil if that cannot be observed.
    func watch(_ body: @escaping @Sendable () -> Void) async -> (any DeviceWatch)?
}

/// Watches the devices that may be readers: USB, SPI, and the HID device that an SPI reader comes with.
struct ReaderDevices: DeviceWatcher {
    private let loop: ServingLoop

    init(on loop: ServingLoop) {
        self.loop = loop
    }

    func watch(_ body: @escaping @Sendable () -> Void) async -> (any DeviceWatch)? {
        await KernelEvents.listen(to: ["usb", "spidev", "hidraw"], on: loop, body)
    }
}

extension KernelEvents: DeviceWatch {}
