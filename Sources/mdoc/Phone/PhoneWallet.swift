import DocumentProvider
import DocumentTrust
import HybridTransport
import MobileDocument

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Answers a request that came from another device.
struct PhoneWallet: Sendable {
    let holder: Holder
    let readerTrust: ReaderTrustList
    /// Where the answer goes, as the owner is told.
    let destination: RequestAnswer.Destination
    /// Whom to ask; nobody with sample documents.
    let consent: TerminalConsent?

    /// The answer for the other device, and what this one's owner is shown; nothing of it where no request could be read.
    func answer(_ request: RemoteCredentialRequest, at moment: Instant) async -> (RemoteCredentialResponse, RequestAnswer?) {
        let files = Self.files(in: request)
        // The origin is signed as the other device says it, so a text that is no serialization of one is not mended.
        guard let origin = try? Origin(request.origin), origin.serialized == request.origin, let last = files.last else {
            return (.refused(.deviceAborted), nil)
        }
        var answer = RequestAnswer(origin: origin, destination: destination)
        do {
            // They are alternatives: the first that can be read is answered.
            let readable = files.dropLast().lazy.compactMap { try? Self.presented($0, origin) }.first
            let presented = try readable ?? Self.presented(last, origin)
            answer.requested = presented.deviceRequest.docRequests.map(\.itemsRequest)
            answer.readers = ReaderAuthenticationVerification.verify(
                presented.deviceRequest, transcript: presented.transcript, trust: readerTrust, origin: origin, at: moment)
            let review = try holder.review(presented, at: moment)
            let choice = PresentationChoice(acceptingDefaultsOf: review)
            answer.take(review, choice)
            guard try await consent?.isGiven(for: answer) ?? true else {
                answer.refusal = "declined"
                return (.refused(.userCancelled), answer)
            }
            let data = #"{"response":"\#(Base64URL.encode(try review.answer(choice).encoded))"}"#
            return (.credential(exchangeProtocol: EncryptionInfo.protocolName, data: Array(data.utf8)), answer)
        } catch {
            let refusal = error as? PresentationRefusal
            (answer.refusal, answer.refusalCode) = ("\(error)", refusal?.code)
            guard refusal == .noMatchingDocument else { return (.refused(.deviceAborted), answer) }
            // That device is somebody else's, perhaps. It hears, and no sooner than of somebody who was asked, that the person declined.
            try? await consent?.show(answer)
            return (.refused(.userCancelled), answer)
        }
    }

    /// The requests that are for mobile documents, in their order.
    private static func files(in request: RemoteCredentialRequest) -> [RequestFile] {
        request.requests.filter { $0.exchangeProtocol == EncryptionInfo.protocolName && JSONNesting.isBounded($0.data) }
            .compactMap { try? JSONDecoder().decode(RequestFile.self, from: Data($0.data)) }
    }

    private static func presented(_ file: RequestFile, _ origin: Origin) throws(PresentedRequestError) -> PresentedRequest {
        try PresentedRequest(deviceRequest: file.deviceRequest, encryptionInfo: file.encryptionInfo, origin: origin)
    }
}
