/// A title and the sentences below it.
struct Words: Hashable {
    let title: String
    let body: String

    /// The body joins the sentences and leaves out empty ones.
    init(_ title: String, _ body: String...) {
        self.title = title
        self.body = body.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
