import GateSystem

extension ChildProcess {
    /// Runs a program to its end. Returns its status, and its output, which must fit in a pipe; nil if it cannot run.
    ///
    /// - Parameter words: its path, and its arguments.
    static func output(
        _ words: [String], in environment: ProcessEnvironment
    ) async -> (status: Int32, said: String)? {
        guard let ends = try? Descriptor.pipe() else { return nil }
        // The child has the writing end as its output, and inherits neither of these.
        let reader = Descriptor(owning: ends.reader, path: "a pipe")
        let writer = Descriptor(owning: ends.writer, path: "a pipe")
        guard let child = try? ChildProcess.start(words[0], words, environment, output: writer.number) else {
            return nil
        }
        let status = await child.status()
        // Until every writing end is closed, reading does not end.
        _ = consume writer
        guard let said = try? reader.readAll() else { return nil }
        return (status, String(decoding: said, as: UTF8.self))
    }
}
