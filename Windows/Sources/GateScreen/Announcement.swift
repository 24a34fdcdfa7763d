// The screen reader's announcement when one screen replaces another.

internal import GateGuidance

/// The parts of a screen that are announced when they change. Only one sentence is announced at a time, because a
/// second one would cut it off.
struct Announcement {
    /// The screen's subject; when it changes, the whole `opening` is announced.
    var subject: String?
    /// The question, which a choice of the user's changes.
    var heading: String?
    /// Announced if there was no screen before.
    let opening: String?
    var alert: CallStory.Alert?
    var field: PromptScreen.Field?
    /// The field's label; announced when another field appears.
    var fieldLabel: String?
    /// The present instruction or step.
    var line: String?
    /// The progress.
    var status: String?
    /// Whether the line reports the end, which is announced even beside an alert.
    var isOver = false

    /// Nil if nothing is new.
    func news(after previous: Announcement?) -> String? {
        guard let previous else { return opening }
        if let alert, alert != previous.alert { return alert.text }
        if subject != previous.subject, let opening { return opening }
        if heading != previous.heading, let heading { return heading }
        if field != previous.field, let fieldLabel { return fieldLabel }
        // The alert was only just announced, so the line must not cut it off.
        let newLine = line == previous.line || alert != nil && !isOver ? nil : line
        guard let status, status != previous.status else { return newLine }
        return newLine.map { "\(status.asSentence) \($0)" } ?? status
    }
}
