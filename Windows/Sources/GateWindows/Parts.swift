// The prompt's widgets, as named in `prompt.ui`.

internal import CAdwaita

/// The widgets of one window that change while it is shown.
struct Parts {
    let window, reading, scroller: Object
    let picture, heading, program, name, icon, reason, instruction, tries, status, alert: Object
    let countdown, timeLeft, moreTime, typing, fieldLabel, field, otherField, queue, first, second: Object

    /// Nil if `prompt.ui` lacks one.
    init?() {
        Self.loadStyle
        let builder = unsafe PackageResources.prompt_ui.withUnsafeBytes { bytes -> Object? in
            // The pointer is valid for the call, and the length is given, so no NUL is needed.
            let text = unsafe bytes.bindMemory(to: CChar.self)
            guard let builder = unsafe gtk_builder_new_from_string(text.baseAddress, text.count) else { return nil }
            let object = unsafe Object(UnsafeMutableRawPointer(builder))
            // The function that created the builder held a reference, too.
            unsafe g_object_unref(UnsafeMutableRawPointer(builder))
            return object
        }
        guard let builder else { return nil }
        func part(_ name: String) -> Object? {
            guard let object = unsafe gtk_builder_get_object(OpaquePointer(builder.pointer), name) else { return nil }
            return unsafe Object(UnsafeMutableRawPointer(object))
        }
        guard let window = part("window"), let reading = part("reading"), let scroller = part("scroller"),
            let picture = part("picture"),
            let heading = part("heading"), let program = part("program"), let name = part("name"),
            let icon = part("icon"), let reason = part("reason"), let instruction = part("instruction"),
            let tries = part("tries"), let status = part("status"), let alert = part("alert"),
            let countdown = part("countdown"), let timeLeft = part("time-left"), let moreTime = part("more-time"),
            let typing = part("typing"), let fieldLabel = part("field-label"), let field = part("field"),
            let otherField = part("other-field"), let queue = part("queue"), let first = part("first"),
            let second = part("second")
        else { return nil }
        self.window = window
        self.reading = reading
        self.scroller = scroller
        self.picture = picture
        self.heading = heading
        self.program = program
        self.name = name
        self.icon = icon
        self.reason = reason
        self.instruction = instruction
        self.tries = tries
        self.status = status
        self.alert = alert
        self.countdown = countdown
        self.timeLeft = timeLeft
        self.moreTime = moreTime
        self.otherField = otherField
        self.typing = typing
        self.fieldLabel = fieldLabel
        self.field = field
        self.queue = queue
        self.first = first
        self.second = second
    }

    private static let loadStyle: Void = Style.add(PackageResources.prompt_css)
}
