import Foundation
import IdentityDocumentServices
import IdentityDocumentServicesUI
import Testing

@MainActor @Suite("A browser's presentment controller")
struct WebPresentmentTests {
    /// A broker that has the requests given out twice: to be read, and to be answered.
    private actor Broker: WebPresentmentPort {
        private(set) var requests = 0
        private var gate: CheckedContinuation<Void, Never>?
        private let waits: Bool

        init(waits: Bool = false) { self.waits = waits }

        func present(
            _ requests: [ISO18013MobileDocumentRequest], origin: URL, anchor: IdentityDocumentPresentationAnchor,
            rawRequests: @escaping @Sendable () async -> [IdentityDocumentWebPresentmentRawRequest]
        ) async throws(IdentityDocumentPresentmentError) -> ISO18013MobileDocumentResponse {
            self.requests += 1
            if waits { await withTaskCancellationHandler { await withCheckedContinuation { gate = $0 } } onCancel: { Task { await open() } } }
            guard !Task.isCancelled else { throw IdentityDocumentPresentmentError(.unknown, "the connection was closed") }
            _ = await rawRequests()
            guard let raw = await rawRequests().first else { throw IdentityDocumentPresentmentError(.invalidRequest, "no request") }
            return ISO18013MobileDocumentResponse(responseData: raw.requestData)
        }

        private func open() {
            gate?.resume()
            gate = nil
        }
    }

    private final class Page: IdentityDocumentWebPresentmentControllerDelegate, IdentityDocumentPresentmentControllerPresentationContextProviding {
        var asked = 0
        var isVisible = true

        func rawRequestsForWebPresentmentController(
            _ controller: IdentityDocumentWebPresentmentController
        ) async -> [IdentityDocumentWebPresentmentRawRequest] {
            asked += 1
            return [IdentityDocumentWebPresentmentRawRequest(requestType: .iso18013MobileDocument, requestData: Data([7]))]
        }

        func presentationAnchorForPresentmentController(
            _ controller: any IdentityDocumentPresentmentControlling
        ) -> IdentityDocumentPresentationAnchor? { isVisible ? IdentityDocumentPresentationAnchor() : nil }
    }

    private let page = Page()
    private let request = ISO18013MobileDocumentRequest(presentmentRequests: [], requestAuthentications: [])
    private let origin = URL(string: "https://rentals.example")

    private func perform(
        _ controller: IdentityDocumentWebPresentmentController, _ requests: [any IdentityDocumentWebPresentmentRequest]
    ) async -> IdentityDocumentPresentmentError.Code? {
        do {
            _ = try await controller.performRequests(requests, origin: #require(origin))
            return nil
        } catch { return (error as? IdentityDocumentPresentmentError)?.code }
    }

    private func controller(_ broker: any WebPresentmentPort) -> IdentityDocumentWebPresentmentController {
        let controller = IdentityDocumentWebPresentmentController(broker: broker)
        controller.delegate = page
        controller.presentationContextProvider = page
        return controller
    }

    @Test("The page's requests are fetched when the broker wants them, and its answer comes back")
    func answer() async throws {
        let response = try await controller(Broker()).performRequests([request], origin: #require(origin))
        #expect((response as? ISO18013MobileDocumentResponse)?.responseData == Data([7]))
        #expect(page.asked == 2)
    }

    @Test("Without delegate, window, request or broker nothing is asked")
    func missing() async {
        let broker = Broker()
        let noDelegate = controller(broker)
        noDelegate.delegate = nil
        #expect(await perform(noDelegate, [request]) == .invalidRequest)
        #expect(await perform(controller(broker), []) == .invalidRequest)
        page.isVisible = false
        #expect(await perform(controller(broker), [request]) == .invalidRequest)
        page.isVisible = true
        let noBroker = IdentityDocumentWebPresentmentController()
        (noBroker.delegate, noBroker.presentationContextProvider) = (page, page)
        #expect(await perform(noBroker, [request]) == .notEntitled)
        #expect(await broker.requests == 0)
    }

    @Test("One request at a time, and cancelling the task takes it back")
    func oneAtATime() async {
        let broker = Broker(waits: true)
        let controller = controller(broker)
        let first = Task { await perform(controller, [request]) }
        while await broker.requests == 0 { await Task.yield() }
        #expect(await perform(controller, [request]) == .requestInProgress)
        first.cancel()
        #expect(await first.value == .cancelled)
        #expect(page.asked == 0)
    }
}
