internal import CFprint
internal import GateModel

extension FprintDevice {
    var driver: String { unsafe String(cString: fp_device_get_driver(pointer)) }

    /// The driver's name for the device, often just "0".
    var deviceID: String { unsafe String(cString: fp_device_get_device_id(pointer)) }

    var name: String { unsafe String(cString: fp_device_get_name(pointer)) }

    var scanType: Reader.ScanType { unsafe fp_device_get_scan_type(pointer) == FP_SCAN_TYPE_SWIPE ? .swipe : .press }

    var enrollStages: Int { unsafe max(0, Int(fp_device_get_nr_enroll_stages(pointer))) }

    /// Whether libfprint's thermal model considers it too hot to use (`fp_device_get_temperature`).
    var isHot: Bool { unsafe fp_device_get_temperature(pointer) == FP_TEMPERATURE_HOT }

    var isRemoved: Bool { unsafe gate_is_removed(pointer) != 0 }

    func isSameDevice(as other: FprintDevice) -> Bool { unsafe pointer == other.pointer }

    /// Whether it is a simulated reader on a socket, whose owner decides what matches.
    var isVirtual: Bool { driver.hasPrefix("virtual_") }

    var bus: Reader.Bus {
        if isVirtual { return .virtual }
        return spiPath == nil ? .usb : .spi
    }

    var capabilities: Set<Reader.Capability> {
        let features = unsafe fp_device_get_features(pointer).rawValue
        return Set(Reader.Capability.allCases.filter { features & $0.feature.rawValue != 0 })
    }

    /// A chip with storage matches by itself, as does every driver that gives no image. The plain virtual reader gives
    /// none either, but libfprint compares its prints.
    var matching: Reader.Matching {
        if capabilities.contains(.storage) { return .onChip }
        return unsafe gate_is_image_device(pointer) != 0 || isVirtual ? .onHost : .onChip
    }

    /// The device file of a reader on SPI.
    var spiPath: String? {
        guard let path = unsafe gate_string_property(pointer, "fpi-udev-data-spidev") else { return nil }
        defer { unsafe g_free(path) }
        return unsafe String(cString: path)
    }

    /// Bus and address of a USB reader.
    var usbAddress: USBAddress? {
        var bus: guint8 = 0
        var address: guint8 = 0
        guard unsafe gate_usb_location(pointer, &bus, &address) != 0 else { return nil }
        return USBAddress(bus: bus, device: address)
    }

    /// Calls `body` at each change of the finger status (`notify::finger-status`).
    func onFingerStatus(_ body: @escaping () -> Void) {
        connect("notify::finger-status", body)
    }

    /// Calls `body` when the driver changes its facts.
    func onFactsChanged(_ body: @escaping () -> Void) {
        connect("notify::nr-enroll-stages", body)
        connect("notify::scan-type", body)
    }

    /// Calls `body` as soon as the device is unplugged (`notify::removed`). The signal `removed` waits for the running
    /// operation, which a driver without its device may never end.
    func onRemoved(_ body: @escaping () -> Void) {
        connect("notify::removed", body)
    }

    /// Whether libfprint's thermal model considers it unused.
    var isCold: Bool { unsafe fp_device_get_temperature(pointer) == FP_TEMPERATURE_COLD }

    /// Calls `body` when libfprint's thermal model changes its state (`notify::temperature`).
    func onTemperature(_ body: @escaping () -> Void) {
        connect("notify::temperature", body)
    }

    private func connect(_ signal: String, _ body: @escaping () -> Void) {
        unsafe gate_connect_property(
            pointer, signal, { _, _, handler in unsafe SignalHandler.call(handler) },
            SignalHandler(body).passRetained(), SignalHandler.release)
    }
}

extension Reader.Capability {
    fileprivate var feature: FpDeviceFeature {
        switch self {
        case .capture: FP_DEVICE_FEATURE_CAPTURE
        case .identify: FP_DEVICE_FEATURE_IDENTIFY
        case .verify: FP_DEVICE_FEATURE_VERIFY
        case .storage: FP_DEVICE_FEATURE_STORAGE
        case .storageList: FP_DEVICE_FEATURE_STORAGE_LIST
        case .storageDelete: FP_DEVICE_FEATURE_STORAGE_DELETE
        case .storageClear: FP_DEVICE_FEATURE_STORAGE_CLEAR
        case .duplicatesCheck: FP_DEVICE_FEATURE_DUPLICATES_CHECK
        case .alwaysOn: FP_DEVICE_FEATURE_ALWAYS_ON
        case .updatePrint: FP_DEVICE_FEATURE_UPDATE_PRINT
        }
    }
}
