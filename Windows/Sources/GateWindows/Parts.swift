// The prompt's widgets, as named in `prompt.ui`.

internal import CAdwaita

/// The widgets of one window that change while it is shown.
struct Parts {
    let window, content, reading, scroller: Object
    let icon, heading, program, quote, reason, claims, picture, state, instruction, alert, details, detailsLine,
        moreTime: Object
    let typing, fieldLine, fieldLabel, field, otherField, buttons, first, second: Object

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
        guard let window = part("window"), let content = part("content"), let reading = part("reading"),
            let scroller = part("scroller"), let icon = part("icon"), let heading = part("heading"),
            let program = part("program"), let quote = part("quote"), let reason = part("reason"),
            let claims = part("claims"), let picture = part("picture"), let state = part("state"),
            let instruction = part("instruction"), let alert = part("alert"), let details = part("details"),
            let detailsLine = part("details-line"), let moreTime = part("more-time"), let typing = part("typing"),
            let fieldLine = part("field-line"), let fieldLabel = part("field-label"), let field = part("field"),
            let otherField = part("other-field"), let buttons = part("buttons"),
            let first = part("first"), let second = part("second")
        else { return nil }
        self.window = window
        self.content = content
        self.reading = reading
        self.scroller = scroller
        self.icon = icon
        self.heading = heading
        self.program = program
        self.quote = quote
        self.reason = reason
        self.claims = claims
        self.picture = picture
        self.state = state
        self.instruction = instruction
        self.alert = alert
        self.details = details
        self.detailsLine = detailsLine
        self.moreTime = moreTime
        self.typing = typing
        self.fieldLine = fieldLine
        self.fieldLabel = fieldLabel
        self.field = field
        self.otherField = otherField
        self.buttons = buttons
        self.first = first
        self.second = second
    }

    private static let loadStyle: Void = Style.add(PackageResources.prompt_css)
}
