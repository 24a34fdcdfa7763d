import GateSocket

/// Hears of devices for as long as it is kept.
protocol DeviceWatch: Sendable {}

/// Where one hears that devices come and go.
protocol DeviceWatcher: Sendable {
    /// Calls `body` on the loop whenever one has; nil where nobody tells.
    func watch(_ body: @escaping @Sendable () -> Void) async -> (any DeviceWatch)?
}

/// Those that may be readers: on USB, on SPI, and the HID device that one on SPI is built into.
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
