/// A title and the sentences below it.
struct Words: Hashable {
    let title: String
    let body: String

    /// The body is its sentences that are there.
    init(_ title: String, _ body: String...) {
        self.title = title
        self.body = body.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
