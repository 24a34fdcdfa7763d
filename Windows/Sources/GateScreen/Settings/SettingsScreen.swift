// The content of the settings window at one moment.

public import GateModel

/// The actions that the settings window offers.
public enum SettingsAction: Hashable, Sendable {
    /// The guided first steps.
    case setUp
    case turnOn, turnOff
    /// Stores the account's password, with which a login by finger opens the keyring, or destroys it.
    case keyringOn, keyringOff
    /// Gives the PIN or the password that ends a lockout.
    case unlock(Factor)
    case addFinger, renameFinger(PrintID), removeFinger(PrintID)
    /// Lets fingers that the system's settings added open what the others open.
    case vouch([PrintID])
    case setPIN, removePIN
    case renew(ItemName), renewAll, removeItem(ItemName)
    /// Lets an app use the finger for its sign-in, or not.
    case allow(AppName, Bool)
    case tryOut, showActivity, showPrivacy, revokeAll, erase
    case help, shortcuts, about
}

/// Everything that the settings window shows and offers, in the order on the screen.
public struct SettingsScreen: Hashable, Sendable {
    /// Starts an action.
    public struct Button: Hashable, Sendable {
        public enum Style: Hashable, Sendable {
            case plain, suggested
            /// Without words.
            case rename, remove
            /// At the end of a row that leads on; without words.
            case open
        }

        public let action: SettingsAction
        public let caption: String
        /// The name for assistive technology, if the caption alone does not say what it is about.
        public let name: String
        public let style: Style

        init(_ action: SettingsAction, _ caption: String, name: String? = nil, style: Style = .plain) {
            self.action = action
            self.caption = caption
            self.name = name ?? caption
            self.style = style
        }
    }

    /// The problem and the remedy.
    public struct Status: Hashable, Sendable {
        public let title: String
        public let body: String
        /// Whether it prevents the user from using the finger: an alert.
        public let isAlert: Bool
        /// Whether it takes the focus when it appears. A change that the user made in this window is no surprise.
        public let takesFocus: Bool
        public let button: Button?

        /// Title and body, for a screen reader.
        public var spoken: String { body.isEmpty ? title : "\(title). \(body)" }
    }

    /// One line of a group.
    public struct Row: Hashable, Sendable, Identifiable {
        public enum ID: Hashable, Sendable {
            case unlock, keyring, setUp, pin, tryOut, activity, privacy, revokeAll, erase, nothing
            case finger(PrintID), item(ItemName), app(AppName), reader(ReaderID)
        }

        /// The switch of a row.
        public struct Toggle: Hashable, Sendable {
            public let isOn: Bool
            /// Whether it can be moved.
            public let isUsable: Bool
            /// What moving it starts.
            public let action: SettingsAction
        }

        public let id: ID
        public let title: String
        public let subtitle: String
        public let toggle: Toggle?
        public let buttons: [Button]

        init(_ id: ID, _ title: String, _ subtitle: String = "", toggle: Toggle? = nil, buttons: [Button] = []) {
            self.id = id
            self.title = title
            self.subtitle = subtitle
            self.toggle = toggle
            self.buttons = buttons
        }
    }

    /// Rows under one heading.
    public struct Group: Hashable, Sendable, Identifiable {
        public enum ID: Hashable, Sendable, CaseIterable { case unlock, fingers, pin, items, apps, readers, more }

        public let id: ID
        /// Nil if its rows say everything.
        public let heading: String?
        public let more: String?
        public let rows: [Row]
        /// Beside the heading.
        public let button: Button?
    }

    public let title: String
    public let status: Status
    /// Empty while nothing is known.
    public let groups: [Group]

    /// Whether the status takes the focus when this screen replaces `previous`.
    public func statusTakesFocus(after previous: SettingsScreen?) -> Bool {
        guard status.isAlert, status != previous?.status else { return false }
        return status.takesFocus || previous?.groups.isEmpty != false
    }

    /// The screen reader's announcement when this screen replaces `previous`; nil if nothing is new, or the focus says
    /// it.
    public func announcement(after previous: SettingsScreen?) -> String? {
        guard let previous, status != previous.status, !statusTakesFocus(after: previous) else { return nil }
        return status.spoken
    }
}
