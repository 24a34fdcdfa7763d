/// What the user does by confirming an `Authenticate` call, for the caption of the prompt's button.
///
/// The calling program's word, as its reason is: the daemon does nothing after it. Calls that open, store or sign
/// something have the verb of that.
public enum Verb: String, CaseIterable, Sendable {
    case confirm, approve, pay, signIn
}
