/// Who holds a request and waits for its answer.
public protocol RequestingAgent: Sendable {
    /// Hands the raw request over once more, after the person has agreed and was verified.
    func releaseRequest() async throws(AgentGone) -> [UInt8]
    /// Takes the answer, which is sealed for the website's server. Returns when it has arrived.
    func deliver(_ response: [UInt8]) async throws(AgentGone)
    /// There will be no answer.
    func end(_ ending: AgentEnding) async
}
