// The prompt's widgets, as named in `prompt.ui`.

/// The widgets of one window that change while it is shown.
struct Parts {
    let window, content, reading, scroller: Object
    let icon, heading, note, choice, choiceName, accounts, verified, verifiedName, verifiedLines, mark: Object
    let claimed, claimedName, claimedLines, showWhole: Object
    let picture, state, instruction, alert, details, detailsLine, moreTime: Object
    let typing, fieldLine, fieldLabel, field, otherField, buttons, first, second: Object

    /// Nil if `prompt.ui` lacks one.
    init?() {
        Self.loadStyle
        guard let builder = Builder(PackageResources.prompt_ui), let window = builder["window"] else { return nil }
        var isComplete = true
        func part(_ name: String) -> Object {
            if let found = builder[name] { return found }
            isComplete = false
            return window
        }
        self.window = window
        content = part("content")
        reading = part("reading")
        scroller = part("scroller")
        icon = part("icon")
        heading = part("heading")
        note = part("note")
        choice = part("choice")
        choiceName = part("choice-name")
        accounts = part("accounts")
        verified = part("verified")
        verifiedName = part("verified-name")
        verifiedLines = part("verified-lines")
        mark = part("mark")
        claimed = part("claimed")
        claimedName = part("claimed-name")
        claimedLines = part("claimed-lines")
        showWhole = part("show-whole")
        picture = part("picture")
        state = part("state")
        instruction = part("instruction")
        alert = part("alert")
        details = part("details")
        detailsLine = part("details-line")
        moreTime = part("more-time")
        typing = part("typing")
        fieldLine = part("field-line")
        fieldLabel = part("field-label")
        field = part("field")
        otherField = part("other-field")
        buttons = part("buttons")
        first = part("first")
        second = part("second")
        guard isComplete else { return nil }
    }

    private static let loadStyle: Void = Style.add(PackageResources.prompt_css)
}
