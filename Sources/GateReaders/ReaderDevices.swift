package import GateSocket

/// Reports device events for as long as it is kept.
package protocol DeviceWatch: Sendable {}

/// A source of device events.
package protocol DeviceWatcher: Sendable {
    /// Calls `body` on the loop whenever a device appears or disappears; nil if that cannot be observed.
    func watch(_ body: @escaping @Sendable () -> Void) async -> (any DeviceWatch)?
}

/// Watches the devices that may be readers: USB, SPI, and the HID device that an SPI reader comes with.
package struct ReaderDevices: DeviceWatcher {
    private let loop: ServingLoop

    package init(on loop: ServingLoop) {
        self.loop = loop
    }

    package func watch(_ body: @escaping @Sendable () -> Void) async -> (any DeviceWatch)? {
        await KernelEvents.listen(to: ["usb", "spidev", "hidraw"], on: loop, body)
    }
}

extension KernelEvents: DeviceWatch {}
