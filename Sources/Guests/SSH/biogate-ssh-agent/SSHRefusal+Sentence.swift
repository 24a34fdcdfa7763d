import GateSSH

extension SSHRefusal {
    /// Why nothing is signed, for the journal and `biogate ssh status`.
    var sentence: String {
        switch self {
        case .notSSH: "what it asks to sign is neither a login nor a message of ssh's"
        case .destination(let fault):
            switch fault {
            case .unsoundBinding, .brokenPath: "the servers on its way do not prove their keys"
            case .foreignSession: "the login is for another session than the server has proved"
            case .beyondForwarding: "it asks through another server, to sign in to one that is not proved"
            case .otherHostKey: "the login names another server's key than the one that is proved"
            case .otherKey: "the login names another key"
            case .notALogin: "the connection is for a login, and asks for something else"
            }
        }
    }
}
