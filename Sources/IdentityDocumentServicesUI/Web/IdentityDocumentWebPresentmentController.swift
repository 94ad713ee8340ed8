public import Foundation
public import IdentityDocumentServices

/// Has a page's requests answered: for browsers, which vouch for the page's origin.
///
/// The requests themselves are fetched from the delegate when they are wanted. One request at a time.
@MainActor
public final class IdentityDocumentWebPresentmentController: IdentityDocumentPresentmentControlling {
    /// Has the requests as the page made them.
    public weak var delegate: (any IdentityDocumentWebPresentmentControllerDelegate)?
    /// Knows the window from which the person is asked.
    public weak var presentationContextProvider: (any IdentityDocumentPresentmentControllerPresentationContextProviding)?

    private let broker: any WebPresentmentPort
    private var isPresenting = false

    /// Makes a controller for the person's own broker.
    public convenience init() { self.init(broker: BrokerWebPresentment.ofThisUser) }

    package init(broker: any WebPresentmentPort) { self.broker = broker }

    /// Has requests answered; cancelling the task takes them back.
    ///
    /// - Parameters:
    ///   - requests: what `IdentityDocumentWebPresentmentRawRequestValidator` found in the page's requests; at least one.
    ///   - origin: the page that asks.
    /// - Throws: `IdentityDocumentPresentmentError`: `notEntitled` where no broker is there, `invalidRequest` also without a delegate, a window or a
    ///   request, `requestInProgress` beside another request, `cancelled` after the person declined.
    public func performRequests(
        _ requests: [any IdentityDocumentWebPresentmentRequest], origin: URL
    ) async throws -> any IdentityDocumentWebPresentmentResponse {
        guard !isPresenting else { throw IdentityDocumentPresentmentError(.requestInProgress, "this controller has a request open") }
        guard let delegate else { throw IdentityDocumentPresentmentError(.invalidRequest, "set a delegate that has the page's requests") }
        guard let provider = presentationContextProvider, let anchor = provider.presentationAnchorForPresentmentController(self) else {
            throw IdentityDocumentPresentmentError(.invalidRequest, "set a presentationContextProvider that knows the page's window")
        }
        let mobile = requests.compactMap { $0 as? ISO18013MobileDocumentRequest }
        guard !mobile.isEmpty, mobile.count == requests.count else {
            throw IdentityDocumentPresentmentError(.invalidRequest, "give at least one request, all of them for mobile documents")
        }
        isPresenting = true
        defer { isPresenting = false }
        let page = AskingPage(controller: self, delegate: delegate, provider: provider, anchor: anchor)
        do {
            return try await broker.present(mobile, origin: origin) { await page.open($0) } rawRequests: { await page.rawRequests() }
        } catch {
            guard Task.isCancelled else { throw error }
            throw IdentityDocumentPresentmentError(.cancelled, "the task was cancelled")
        }
    }
}

extension IdentityDocumentWebPresentmentController {
    /// Asks delegate and provider as long as they are there.
    @MainActor private final class AskingPage {
        private weak var controller: IdentityDocumentWebPresentmentController?
        private weak var delegate: (any IdentityDocumentWebPresentmentControllerDelegate)?
        private weak var provider: (any IdentityDocumentPresentmentControllerPresentationContextProviding)?
        private let anchor: IdentityDocumentPresentationAnchor

        init(
            controller: IdentityDocumentWebPresentmentController, delegate: any IdentityDocumentWebPresentmentControllerDelegate,
            provider: any IdentityDocumentPresentmentControllerPresentationContextProviding, anchor: IdentityDocumentPresentationAnchor
        ) {
            self.controller = controller
            self.delegate = delegate
            self.provider = provider
            self.anchor = anchor
        }

        func rawRequests() async -> [IdentityDocumentWebPresentmentRawRequest] {
            guard let controller, let delegate else { return [] }
            return await delegate.rawRequestsForWebPresentmentController(controller)
        }

        func open(_ address: URL) async { await provider?.presentmentController(opensWindowAt: address, before: anchor) }
    }
}
