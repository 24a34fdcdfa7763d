internal import GateModel
internal import GateSystem
internal import Glibc

/// The kernel's present address of a USB device; changes at every replug.
struct USBAddress: Hashable {
    let bus: UInt8
    let device: UInt8
}

/// The identity of a reader across replugs and reboots.
struct ReaderIdentity {
    /// Names for the reader, best first: by serial number, by serial number and port, by port.
    private let names: [String]
    /// The prefix of an ordinal, used if all names are taken.
    private let stem: String

    init(_ device: FprintDevice) {
        let unit = device.deviceID == "0" ? [device.driver] : [device.driver, device.deviceID]
        let serial = device.usbAddress.flatMap { Self.serial(of: $0) }.map { [$0] } ?? []
        let port = Self.port(of: device).map { [$0] } ?? []
        let long = Self.joined(unit + serial + port)
        names = serial.isEmpty ? (port.isEmpty ? [] : [long]) : [Self.joined(unit + serial), long]
        stem = long
    }

    /// The best identity that no present reader has.
    func readerID(besides taken: Set<ReaderID>) -> ReaderID {
        // More ordinals than present readers, so one is free.
        let ordinals = (0...taken.count).map { "\(stem)-\($0)" }
        let free = (names + ordinals).lazy.map { ReaderID(rawValue: $0) }.first { !taken.contains($0) }
        return free ?? ReaderID(rawValue: stem)
    }

    /// Joins the parts without spaces and control characters.
    private static func joined(_ parts: [String]) -> String {
        let allowed = parts.joined(separator: "-").unicodeScalars.prefix(200).map { scalar -> Character in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            return isPlain || ".:_-".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
        }
        return String(allowed)
    }

    private static func port(of device: FprintDevice) -> String? {
        if let address = device.usbAddress { return usbPort(address) }
        return device.spiPath.flatMap { $0.split(separator: "/").last }.map { String($0) }
    }

    /// The controller and the chain of ports below it, for example `0000:00:14.0-usb-9.2`: bus numbers depend on the
    /// order of discovery.
    private static func usbPort(_ address: USBAddress) -> String? {
        guard let path = Descriptor.realPath(of: systemDirectory(of: address)) else { return nil }
        let parts = path.split(separator: "/")
        guard let ports = parts.last?.split(separator: "-").last else { return nil }
        let controller = parts.dropLast().last { $0.contains(":") }
        return "\(controller ?? "")-usb-\(ports)"
    }

    /// The serial number that the device reports; nil if it has no meaningful one.
    private static func serial(of address: USBAddress) -> String? {
        guard let text = firstLine(of: systemDirectory(of: address) + "/serial") else { return nil }
        let digits = text.filter { $0.isLetter || $0.isNumber }
        return digits.count >= 4 && digits.contains { $0 != "0" } ? text : nil
    }

    /// Whether the reader is part of the machine, according to the USB port's attribute `removable` (the kernel's
    /// `Documentation/ABI/testing/sysfs-bus-usb`); true if unknown.
    static func isBuiltIn(_ device: FprintDevice) -> Bool {
        guard let address = device.usbAddress else { return true }
        return firstLine(of: systemDirectory(of: address) + "/removable") != "removable"
    }

    /// The device's directory in sysfs, by its character device: usbfs has the major number 189 and 128 devices a bus
    /// (the kernel's `USB_DEVICE_MAJOR` and usbdev_open).
    private static func systemDirectory(of address: USBAddress) -> String {
        "/sys/dev/char/189:\((Int(address.bus) - 1) * 128 + Int(address.device) - 1)"
    }

    private static func firstLine(of path: String) -> String? {
        guard let bytes = try? Descriptor.open(path, O_RDONLY).readAll(), !bytes.isEmpty else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
