import BrokerMessages
import LocalSockets

/// An app that waits for an answer, in the place of a user agent.
struct AppAgent: UserAgent {
    let channel: FrameChannel
    /// What the provider gets once the person has agreed: the app's request, as it was checked.
    let request: RawRequest
    /// Words that were left out of it.
    let omitted: [String]

    func release() async -> RawRequest? { request }

    func deliver(_ envelope: [UInt8]) async -> Bool { await tell(.answer(envelope, omitted: omitted)) }

    func close() async { channel.close() }

    /// Tells the app something.
    @discardableResult
    func tell(_ notice: AppNotice) async -> Bool { (try? await channel.send(notice.encode())) != nil }
}
