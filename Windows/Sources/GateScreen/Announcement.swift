// What a screen reader is told of a screen that has taken another's place.

internal import GateGuidance

/// The parts of a screen that are told when they change. One sentence is told at a time: the next one would cut it off.
struct Announcement {
    /// What the screen is about; another subject is told with all that stands below it.
    var subject: String?
    /// Told where nothing stood before.
    let opening: String?
    var alert: CallStory.Alert?
    var field: PromptScreen.Field?
    /// What the field is for; told where another field takes its place.
    var fieldLabel: String?
    /// What to do now, or what is being done.
    var line: String?
    /// How far it is.
    var status: String?
    /// Whether the line tells the end, which an alert does not hide.
    var isOver = false

    /// Nil where nothing is new.
    func news(after previous: Announcement?) -> String? {
        guard let previous else { return opening }
        if let alert, alert != previous.alert { return alert.text }
        if subject != previous.subject, let opening { return opening }
        if field != previous.field, let fieldLabel { return fieldLabel }
        // The alert, which was only just told, is not talked over.
        let newLine = line == previous.line || alert != nil && !isOver ? nil : line
        guard let status, status != previous.status else { return newLine }
        return newLine.map { "\(status.asSentence) \($0)" } ?? status
    }
}
