package import BrokerMessages
import Crypto
public import Foundation
package import PresentmentRequest
import RequestExtraction

/// What a provider has in hand while a person decides about a request: what to show, and the two ways it can end.
///
/// The request itself is not here. It is released when `sendResponse` is called, compared with what was shown, and gone again when
/// the closure has ended.
public struct ISO18013MobileDocumentRequestContext: Sendable {
    /// What is asked, and by whom it is signed.
    public let request: ISO18013MobileDocumentRequest
    /// The page that asks, as the user agent vouches for it; nil where an app does.
    public let requestingWebsiteOrigin: URL?

    /// What is asked, as the broker gave it.
    package let partial: PartialRequest
    /// For each document request, in the request's order, the registered documents that can answer it.
    package let documentIdentifiers: [[String]]
    /// The person's language (BCP 47).
    package let locale: String

    /// Chains of the signatures that cover all that is asked, DER: whoever they name asks for every part of it.
    package var wholeRequestChains: [[[UInt8]]] {
        partial.authentications.filter { $0.coverage == .wholeRequest || partial.documentRequests.count == 1 }.map(\.certificateChain)
    }

    private let app: RequestingApp?
    private let port: any PresentmentPort
    private let progress = PresentmentProgress()

    package init(
        _ partial: PartialRequest, port: any PresentmentPort, documentIdentifiers: [[String]] = [], locale: String = "en",
        app: RequestingApp? = nil
    ) {
        self.documentIdentifiers = documentIdentifiers
        self.locale = locale
        var request = ISO18013MobileDocumentRequest(partial)
        request.requestingApp = app.map { app in
            RequestingAppInformation(
                app, partial.documentRequests.map { ($0.documentType, $0.elements.map { ISO18013MobileDocumentRequest.ElementReference($0.reference) }) })
        }
        self.request = request
        requestingWebsiteOrigin = app == nil ? URL(string: partial.origin) : nil
        self.partial = partial
        self.app = app
        self.port = port
    }

    /// Answers, after the person agreed.
    ///
    /// The request is released and compared with what was shown, completely; one that differs is refused, and that is the end of
    /// it. Then the closure makes the response: it should verify the request's signatures by its own rules, and whose they are. If
    /// it throws, nothing is sent, and the person can try again or decline.
    ///
    /// - Parameter response: makes the encrypted response from the request; the request is empty when it has ended.
    /// - Throws: what the closure throws, or `IdentityDocumentPresentmentError`: `invalidRequest` for a request that is not the one
    ///   shown, `requestInProgress` while an answer is being made or after one was sent, `cancelled` after the person declined, `unknown` for a
    ///   response that is empty or has more than 7 MiB.
    public nonisolated(nonsending) func sendResponse(
        _ response: nonisolated(nonsending) (IdentityDocumentWebPresentmentRawRequest) async throws -> ISO18013MobileDocumentResponse
    ) async throws {
        try progress.begin()
        do {
            let rawRequest = try await releasedRequest()
            // However the closure ends, and also when the person declines while it runs.
            defer { rawRequest.invalidate() }
            try progress.hold(rawRequest)
            let data = try await response(rawRequest).responseData
            guard !data.isEmpty else { throw IdentityDocumentPresentmentError(.unknown, "the response is empty") }
            // No broker would read it, and nobody would learn why.
            guard data.count <= MessageBounds.response else {
                let code = "provider.responseTooLong"
                let sentence = "the response has \(data.count) bytes, and a broker takes at most \(MessageBounds.response)"
                ProviderLog.note(sentence)
                throw IdentityDocumentPresentmentError(.unknown, sentence, reason: code)
            }
            try progress.beginDelivery()
            try await port.deliver(data)
        } catch let mismatch as RequestMismatch {
            if progress.end() { await port.end(.refused(code: mismatch.code)) }
            throw IdentityDocumentPresentmentError(.invalidRequest, "\(mismatch.code): \(mismatch)", reason: mismatch.code)
        } catch {
            progress.reopen()
            throw error
        }
    }

    /// Declines, and ends the request. After an answer is on its way it does nothing.
    public func cancel() {
        guard progress.cancel() else { return }
        Task { [port] in await port.end(.cancelled) }
    }

    /// Whether what an app's request comes to is what the person was shown, part by part.
    package func isShown(_ request: PartialRequest, _ app: RequestingApp) -> Bool { request == partial && app == self.app }

    private nonisolated(nonsending) func releasedRequest() async throws -> IdentityDocumentWebPresentmentRawRequest {
        let released = try await port.releaseRequest()
        if app != nil {
            // It is read by whoever answers, who knows which registrars to believe: `isShown` compares that with what was shown.
            guard released.origin == partial.origin else { throw RequestMismatch.origin }
            guard try RequestDigest(SHA256.hash(data: released.data)) == partial.deviceRequestDigest else { throw RequestMismatch.bytes }
            return IdentityDocumentWebPresentmentRawRequest(requestType: .inApp, requestData: released.data, enrolment: released.enrolment)
        }
        try RequestComparison.check(Array(released.data), origin: released.origin, against: partial)
        return IdentityDocumentWebPresentmentRawRequest(requestType: .iso18013MobileDocument, requestData: released.data, enrolment: released.enrolment)
    }
}
