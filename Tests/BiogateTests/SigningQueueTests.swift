import Testing

@testable import biogate_ssh_agent

@Suite("Signatures that wait in the agent for ssh")
struct SigningQueueTests {
    /// Asks for a turn in a task, which has come to wait or has its turn when this returns.
    private func ask(
        _ queue: SigningQueue, _ origin: RequestOrigin, _ turns: AsyncStream<String>.Continuation, _ name: String
    ) async -> Task<Void, Never> {
        let before = await queue.known
        let task = Task { if await queue.enter(origin) { turns.yield(name) } }
        while await queue.known == before { await Task.yield() }
        return task
    }

    @Test(
        "Those of this machine have all places but one and come first; those of servers have one; a cancelled one has none"
    )
    func order() async throws {
        let queue = SigningQueue()
        let (stream, turns) = AsyncStream<String>.makeStream()
        var named = stream.makeAsyncIterator()
        _ = await ask(queue, .afar, turns, "far 1")
        #expect(await named.next() == "far 1")
        _ = await ask(queue, .afar, turns, "far 2")
        for number in 1..<SigningQueue.places {
            _ = await ask(queue, .here, turns, "\(number)")
            #expect(await named.next() == "\(number)")
        }
        let left = await ask(queue, .here, turns, "left")
        _ = await ask(queue, .here, turns, "late")
        left.cancel()
        await left.value
        await queue.leave(.afar)
        #expect(await named.next() == "late")
        await queue.leave(.here)
        #expect(await named.next() == "far 2")
    }
}
