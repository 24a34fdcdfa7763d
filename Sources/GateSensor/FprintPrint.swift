internal import CFprint
internal import GateModel
internal import Glibc

/// libfprint's print (`FpPrint`); on the sensor thread only.
@safe
final class FprintPrint {
    private let reference: GObjectReference

    /// Valid as long as this object lives.
    var pointer: OpaquePointer { unsafe OpaquePointer(reference.address) }

    init(_ reference: GObjectReference) {
        self.reference = reference
    }

    /// Reads a template (`fp_print_deserialize`); nil if it is not one.
    init?(_ template: Template) {
        let bytes = template.bytes
        let address = unsafe bytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            guard let start = buffer.baseAddress, unsafe gate_is_readable_print(start, gsize(buffer.count)) != 0 else {
                return nil
            }
            // transfer full; creates no error without a place for it.
            return unsafe fp_print_deserialize(start, gsize(buffer.count), nil)
        }
        guard let address = unsafe address else { return nil }
        unsafe reference = GObjectReference(adopting: UnsafeMutableRawPointer(address))
    }

    /// A blank print for an enrolment on `device`, without the metadata from which drivers make a name.
    init(blankFor device: FprintDevice) {
        // fp_print_new returns a floating reference.
        unsafe reference = GObjectReference(sinking: UnsafeMutableRawPointer(fp_print_new(device.pointer)))
    }

    /// A blank print with its finger, label and user, and today's date.
    convenience init(blankFor device: FprintDevice, finger: Finger, label: Label?, user: UserName) {
        self.init(blankFor: device)
        unsafe fp_print_set_finger(pointer, FpFinger(finger))
        unsafe fp_print_set_username(pointer, user.rawValue)
        if let label { unsafe fp_print_set_description(pointer, label.rawValue) }
        let date = unsafe g_date_new()
        defer { unsafe g_date_free(date) }
        unsafe g_date_set_time_t(date, time(nil))
        unsafe fp_print_set_enroll_date(pointer, date)
    }

    /// Whether the driver has set the chip's name of the print (`fpi-data`), possibly before the chip stores it.
    /// libfprint treats serializing a print without it as a programming error.
    var isNamedByDriver: Bool { unsafe gate_print_has_data(pointer) != 0 }

    /// The print's serialization (`fp_print_serialize`); nil if libfprint cannot write it.
    var template: Template? {
        var start: UnsafeMutablePointer<guchar>?
        var count: gsize = 0
        guard unsafe fp_print_serialize(pointer, &start, &count, nil) != 0, let bytes = unsafe start else { return nil }
        defer { unsafe g_free(bytes) }
        return unsafe Template(bytes: Array(UnsafeBufferPointer(start: bytes, count: Int(count))))
    }

    /// Whether driver, device and data are equal (`fp_print_equal`).
    func isEqual(to other: FprintPrint) -> Bool { unsafe fp_print_equal(pointer, other.pointer) != 0 }

    var driver: String { unsafe String(cString: fp_print_get_driver(pointer)) }

    var deviceID: String { unsafe String(cString: fp_print_get_device_id(pointer)) }

    /// Whether the reader holds the template, and this is only its name there.
    var isOnChip: Bool { unsafe fp_print_get_device_stored(pointer) != 0 }

    /// The Julian day of its enrolment.
    var enrolledOn: UInt32? {
        guard let date = unsafe fp_print_get_enroll_date(pointer), unsafe g_date_valid(date) != 0 else { return nil }
        return unsafe g_date_get_julian(date)
    }

    var user: String? {
        get { unsafe fp_print_get_username(pointer).map { unsafe String(cString: $0) } }
        set { unsafe fp_print_set_username(pointer, newValue) }
    }

    var finger: Finger? {
        get {
            let finger = unsafe fp_print_get_finger(pointer)
            return Finger.allCases.first { FpFinger($0) == finger }
        }
        set { unsafe fp_print_set_finger(pointer, newValue.map { FpFinger($0) } ?? FP_FINGER_UNKNOWN) }
    }

    /// Whether this kind of reader made the print (`fp_print_compatible`).
    func isCompatible(with device: FprintDevice) -> Bool { unsafe fp_print_compatible(pointer, device.pointer) != 0 }
}

extension FpFinger {
    init(_ finger: Finger) { self.init(rawValue: RawValue(finger.libfprintNumber)) }
}
