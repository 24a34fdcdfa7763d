public import GateModel

/// A user's prints with their templates.
public struct Gallery: Sendable {
    public let prints: [(print: Print, template: Template)]
    /// Prints that were altered, removed or planted from outside: they match nothing.
    public let tampered: [PrintID]

    public init(prints: [(print: Print, template: Template)], tampered: [PrintID]) {
        self.prints = prints
        self.tampered = tampered
    }

    /// The wanted prints on a reader, to compare a touch with.
    public func on(_ reader: ReaderID, where isWanted: (Print) -> Bool) -> [GalleryPrint] {
        prints.filter { $0.print.reader == reader && isWanted($0.print) }
            .map { GalleryPrint(id: $0.print.id, finger: $0.print.finger, template: $0.template) }
    }
}
