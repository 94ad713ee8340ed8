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
            _ requests: [ISO18013MobileDocumentRequest], origin: URL, openingWindow: @escaping @Sendable (URL) async -> Void,
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
        var data = Data([7])
        /// What it asks for before that.
        var earlier: [Data] = []

        func rawRequestsForWebPresentmentController(
            _ controller: IdentityDocumentWebPresentmentController
        ) async -> [IdentityDocumentWebPresentmentRawRequest] {
            asked += 1
            return (earlier + [data]).map { IdentityDocumentWebPresentmentRawRequest(requestType: .iso18013MobileDocument, requestData: $0) }
        }

        func presentationAnchorForPresentmentController(
            _ controller: any IdentityDocumentPresentmentControlling
        ) -> IdentityDocumentPresentationAnchor? { isVisible ? IdentityDocumentPresentationAnchor() : nil }

        var opened: [URL] = []

        func presentmentController(opensWindowAt address: URL, before anchor: IdentityDocumentPresentationAnchor) async { opened.append(address) }
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
        let noBroker = IdentityDocumentWebPresentmentController(broker: BrokerWebPresentment(path: nil))
        (noBroker.delegate, noBroker.presentationContextProvider) = (page, page)
        do { _ = try await noBroker.performRequests([request], origin: #require(origin)) } catch {
            let error = error as? IdentityDocumentPresentmentError
            #expect(error?.code == .notEntitled)
            #expect(error?.debugDescription == "neither MDOC_AGENTS_SOCKET nor XDG_RUNTIME_DIR is set, so the broker cannot be found")
        }
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

    @Test("With a broker at its socket: an answer, a refusal, one request at a time, and a page that no longer waits", .enabled(if: Program.path("test-provider") != nil))
    func realBroker() async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([.init(name: "Local", documents: ["one=\(BrokerFolder.licence)=any"])])
        page.data = Data(try requests.data())
        func controller() -> IdentityDocumentWebPresentmentController {
            self.controller(BrokerWebPresentment(path: scene.folder.configuration.runtime + "/agents.sock"))
        }
        let origin = try #require(URL(string: requests.origin))
        let answer = Task { try await controller().performRequests([request], origin: origin) as? ISO18013MobileDocumentResponse }
        let session = try await scene.consent.next()
        #expect(await perform(controller(), [request]) == .requestInProgress)
        try await session.review("Local", pressing: "accept")
        try await session.confirm(scene.verify(session.transaction()))
        #expect(try await answer.value?.responseData == Data(page.data.reversed()))
        // The broker takes the next one when it has written down this one.
        #expect(try await session.outcome() == .answered)
        let declined = Task { await perform(controller(), [request]) }
        let second = try await scene.consent.next()
        await second.decline()
        #expect(await declined.value == .cancelled)
        #expect(try await second.outcome() == .declined)
        let left = Task { await perform(controller(), [request]) }
        let last = try await scene.consent.next()
        while page.opened.count < 3 { await Task.yield() }
        left.cancel()
        #expect(await left.value == .cancelled)
        #expect(try await last.outcome() == .withdrawn)
        #expect(page.opened.count == 3)
        await scene.end()
    }

    @Test(
        "A page's requests are alternatives: those that are none are passed over, and the one that was shown is released",
        .enabled(if: Program.path("test-provider") != nil))
    func alternatives() async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([.init(name: "Local", documents: ["one=\(BrokerFolder.licence)=any"])])
        page.data = Data(try requests.data())
        page.earlier = [Data("{}".utf8), Data(#"{"deviceRequest":"AA","encryptionInfo":"AA"}"#.utf8)]
        let controller = controller(BrokerWebPresentment(path: scene.folder.configuration.runtime + "/agents.sock"))
        let origin = try #require(URL(string: requests.origin))
        let answer = Task { try await controller.performRequests([request], origin: origin) as? ISO18013MobileDocumentResponse }
        let session = try await scene.consent.next()
        try await session.review("Local", pressing: "accept")
        try await session.confirm(scene.verify(session.transaction()))
        #expect(try await answer.value?.responseData == Data(page.data.reversed()))
        #expect(try await session.outcome() == .answered)
        page.data = Data("{}".utf8)
        #expect(await perform(controller, [request]) == .invalidRequest)
        #expect(page.opened.count == 1 && scene.consent.shown == 1)
        await scene.end()
    }
}
