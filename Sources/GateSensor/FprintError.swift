internal import CFprint
internal import GateModel

/// A libfprint error as a closed type: only this file reads the open integer codes.
enum FprintError: Error, Hashable {
    /// `FpDeviceError` (`fp_device_error_quark`).
    enum Device: Hashable {
        case general, notSupported, notOpen, alreadyOpen, busy, protocolViolation
        case dataInvalid, dataNotFound, dataFull, dataDuplicate
        case removed, tooHot
    }

    case device(Device)
    /// `FpDeviceRetry` (`fp_device_retry_quark`): the scan was too poor to judge.
    case retry(ScanHint)
    /// `G_IO_ERROR_CANCELLED`.
    case cancelled
    case unknown(domain: String, code: Int)

    /// `G_USB_DEVICE_ERROR_NO_DEVICE`: the kernel no longer has the device.
    static let noUSBDevice = FprintError.unknown(domain: "g-usb-device-error-quark", code: 4)

    init(domain: GQuark, code: Int, message: String = "") {
        let known: FprintError? =
            switch domain {
            case fp_device_error_quark(): Device(code: code).map { .device($0) }
            case fp_device_retry_quark(): .retry(ScanHint(retryCode: code))
            case g_io_error_quark(): code == Int(G_IO_ERROR_CANCELLED.rawValue) ? .cancelled : nil
            default: nil
            }
        let name = unsafe g_quark_to_string(domain).map { unsafe String(cString: $0) } ?? ""
        self = known ?? .foreign(domain: name, code: code, message: message)
    }

    /// An error of a library below libfprint.
    ///
    /// libgusb before 0.4 uses `G_USB_DEVICE_ERROR_NO_DEVICE` both for a missing reader and for one that another
    /// program has claimed. libusb's own code ends its message: `LIBUSB_ERROR_BUSY` is -6.
    static func foreign(domain: String, code: Int, message: String) -> FprintError {
        let isClaimed = domain == "g-usb-device-error-quark" && message.hasSuffix("[-6]")
        return isClaimed ? .device(.busy) : .unknown(domain: domain, code: code)
    }

    /// The text of a borrowed error, which ends with a NUL (`GError`).
    private static func message(of error: UnsafeMutablePointer<GError>) -> String {
        unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? ""
    }

    /// Reads an error that a callback borrows; nil if there is none.
    init?(borrowing error: UnsafeMutablePointer<GError>?) {
        guard let error = unsafe error else { return nil }
        unsafe self.init(
            domain: error.pointee.domain, code: Int(error.pointee.code), message: Self.message(of: error))
    }

    /// Reads and frees an error returned by a finish function.
    init(adopting error: UnsafeMutablePointer<GError>) {
        defer { unsafe g_error_free(error) }
        unsafe self.init(
            domain: error.pointee.domain, code: Int(error.pointee.code), message: Self.message(of: error))
    }

    /// Whether the reader must be reopened before it can be trusted to answer.
    var spoilsReader: Bool {
        switch self {
        case .device(let error):
            switch error {
            case .general, .notOpen, .alreadyOpen, .protocolViolation, .removed: true
            case .notSupported, .busy, .dataInvalid, .dataNotFound, .dataFull, .dataDuplicate, .tooHot: false
            }
        case .retry, .cancelled: false
        case .unknown: true
        }
    }
}

extension FprintError.Device {
    /// Nil if the code is newer than this table.
    init?(code: Int) {
        switch code {
        case Int(FP_DEVICE_ERROR_GENERAL.rawValue): self = .general
        case Int(FP_DEVICE_ERROR_NOT_SUPPORTED.rawValue): self = .notSupported
        case Int(FP_DEVICE_ERROR_NOT_OPEN.rawValue): self = .notOpen
        case Int(FP_DEVICE_ERROR_ALREADY_OPEN.rawValue): self = .alreadyOpen
        case Int(FP_DEVICE_ERROR_BUSY.rawValue): self = .busy
        case Int(FP_DEVICE_ERROR_PROTO.rawValue): self = .protocolViolation
        case Int(FP_DEVICE_ERROR_DATA_INVALID.rawValue): self = .dataInvalid
        case Int(FP_DEVICE_ERROR_DATA_NOT_FOUND.rawValue): self = .dataNotFound
        case Int(FP_DEVICE_ERROR_DATA_FULL.rawValue): self = .dataFull
        case Int(FP_DEVICE_ERROR_DATA_DUPLICATE.rawValue): self = .dataDuplicate
        case Int(FP_DEVICE_ERROR_REMOVED.rawValue): self = .removed
        case Int(FP_DEVICE_ERROR_TOO_HOT.rawValue): self = .tooHot
        default: return nil
        }
    }
}

extension ScanHint {
    /// A code newer than this table is still a poor scan: its domain allows a retry.
    init(retryCode: Int) {
        switch retryCode {
        case Int(FP_DEVICE_RETRY_TOO_SHORT.rawValue): self = .tooShort
        case Int(FP_DEVICE_RETRY_CENTER_FINGER.rawValue): self = .notCentered
        case Int(FP_DEVICE_RETRY_REMOVE_FINGER.rawValue): self = .removeFinger
        // FP_DEVICE_RETRY_TOO_FAST, missing in the headers of libfprint 1.94.5.
        case 4: self = .tooFast
        default: self = .poorScan
        }
    }
}

extension SensorError {
    /// Translates a failure of `fp_device_open`.
    ///
    /// - Parameter coolingTime: the time that an overheated reader still needs.
    init(opening error: FprintError, coolingTime: Duration) {
        switch error {
        case .device(.busy): self = .inUse
        case .device(.tooHot): self = .overheated(retryAfter: coolingTime)
        // USB lets several programs open a reader and one claim it, which is `.device(.busy)`. 9 is denied access; at
        // open, 0 only means a claimed interface.
        case .unknown("g-usb-device-error-quark", 0), .unknown("g-usb-device-error-quark", 9): self = .inUse
        case .noUSBDevice: self = .disconnected
        case .unknown("g-io-error-quark", let code)
        where code == Int(G_IO_ERROR_BUSY.rawValue) || code == Int(G_IO_ERROR_PERMISSION_DENIED.rawValue):
            self = .inUse
        case .device(.removed): self = .disconnected
        case .device, .retry, .cancelled, .unknown: self = .faulted
        }
    }

    /// Translates an operation's error, given whether the sensor is suspended.
    ///
    /// - Parameter coolingTime: the time that an overheated reader still needs.
    init(_ error: FprintError, isSuspended: Bool, coolingTime: Duration) {
        self =
            switch error {
            case .device(let error):
                switch error {
                case .general, .notOpen, .alreadyOpen: .faulted
                case .protocolViolation: .protocolBroken
                case .notSupported: .notSupported
                case .busy: isSuspended ? .suspended : .busy
                case .dataInvalid: .invalidTemplate
                case .dataNotFound: .printNotStored
                case .dataFull: .storageFull
                case .dataDuplicate: .duplicate
                case .removed: .disconnected
                case .tooHot: .overheated(retryAfter: coolingTime)
                }
            // A retry error does not end an operation, except in a broken driver.
            case .retry: .faulted
            case .cancelled: isSuspended ? .suspended : .cancelled
            // G_USB_DEVICE_ERROR_NO_DEVICE: a transfer on an unplugged reader fails before libfprint reports REMOVED.
            case .noUSBDevice: .disconnected
            case .unknown(let domain, let code): .unknown(domain: domain, code: code)
            }
    }
}
