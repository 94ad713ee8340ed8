import BrokerMessages
import Foundation
import LocalSockets

/// The request that this provider's process was started for, over its socket to the broker.
struct BrokerPresentment: PresentmentPort {
    private let channel: FrameChannel
    private let answers: PendingReply<ProviderCommand>

    init(_ channel: FrameChannel) {
        self.channel = channel
        answers = PendingReply(over: channel)
    }

    func releaseRequest() async throws(IdentityDocumentPresentmentError) -> ReleasedRequest {
        switch await answer(to: .release) {
        case .released(let request): return ReleasedRequest(data: Data(request.data), origin: request.origin, enrolment: request.enrolment)
        case .notReleased(let code): throw IdentityDocumentPresentmentError(.unknown, "the request is not released: \(code)", reason: code)
        default: throw Self.isWithdrawn
        }
    }

    func deliver(_ response: Data) async throws(IdentityDocumentPresentmentError) {
        guard await answer(to: .deliver(Array(response))) == .delivered else { throw Self.isWithdrawn }
    }

    func end(_ ending: PresentmentEnding) async {
        let ending: ProviderEnding =
            switch ending {
            case .cancelled: .cancelled
            case .refused(let code): .refused(code: code)
            }
        try? await channel.send(ProviderReport.ended(ending).encode())
    }

    /// Takes what the broker says to what it was told last.
    func take(_ command: ProviderCommand) async { await answers.take(command) }

    /// Nothing comes any more.
    func close() async { await answers.close() }

    private func answer(to report: ProviderReport) async -> ProviderCommand? { await answers.reply(to: report.encode()) }

    private static var isWithdrawn: IdentityDocumentPresentmentError {
        IdentityDocumentPresentmentError(.cancelled, "the request was withdrawn, or the broker is gone")
    }
}
