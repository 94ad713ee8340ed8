import Foundation
import IdentityDocumentServices
import IdentityDocumentServicesUI
import Testing

// A provider in the shape in which providers are written elsewhere: that it compiles is half of what is tested.

/// The first of two places to fill in, and the second.
private struct DocumentProviderExtension: IdentityDocumentProvider {
    var body: some IdentityDocumentRequestScene {
        ISO18013MobileDocumentRequestScene { context in
            RequestAuthorizationView(context: context)
        }
    }

    func performRegistrationUpdates() async {
        let store = IdentityDocumentProviderRegistrationStore()
        let registration = MobileDocumentRegistration(
            mobileDocumentType: "org.iso.18013.5.1.mDL", supportedAuthorityKeyIdentifiers: [Data([1, 2, 3])], documentIdentifier: "licence")
        try? await store.addRegistration(registration)
        for registration in (try? await store.registrations) ?? [] where registration.documentIdentifier != "licence" {
            try? await store.removeRegistration(forDocumentIdentifier: registration.documentIdentifier)
        }
    }
}

private struct RequestAuthorizationView: View {
    let context: ISO18013MobileDocumentRequestContext

    var body: some View {
        VStack {
            RequestInfoView(request: context.request, origin: context.requestingWebsiteOrigin)
            Button("Accept") { await acceptVerification() }
            Button("Decline", role: .cancel) { context.cancel() }
        }
    }

    private func acceptVerification() async {
        try? await context.sendResponse { rawRequest in
            ISO18013MobileDocumentResponse(responseData: Data(rawRequest.requestData.prefix(1)))
        }
    }
}

private struct RequestInfoView: View {
    let request: ISO18013MobileDocumentRequest
    let origin: URL?

    var body: some View {
        Text("\(origin?.host() ?? "") asks").font(.title)
        ForEach(request.presentmentRequests.flatMap(\.documentRequestSets).flatMap(\.requests), id: \.documentType) { Text($0.documentType) }
    }
}

@MainActor @Suite("A provider written from the steps of the session")
struct SessionStepsTests {
    private let port: ScriptedPresentment
    private let context: ISO18013MobileDocumentRequestContext

    init() throws {
        let scene = try RequestScene()
        let data = try scene.data(signers: [scene.reader()])
        port = ScriptedPresentment(ReleasedRequest(data: Data(data), origin: scene.origin))
        context = ISO18013MobileDocumentRequestContext(try scene.partial(data), port: port)
    }

    private func buttons(_ html: String) -> [String] { html.matches(of: /value="([0-9a-f]{32})"/).map { String($0.output.1) } }

    @Test("It shows who asks for what, then Accept, then Decline; nothing is released before")
    func sheet() async throws {
        let html = await ProvidedScene(DocumentProviderExtension()).open(context).sheet()
        #expect(html.replacing(#/ value="[0-9a-f]{32}"/#, with: "") == """
            <form method="post"><div class="vstack"><h1>rentals.example asks</h1><p>org.iso.18013.5.1.mDL</p>\
            <button type="submit" name="action">Accept</button><button type="submit" name="action" class="cancel">Decline</button></div></form>
            """)
        #expect(port.record.releases == 0)
    }

    @Test("Accept pressed twice at once sends once")
    func acceptTwice() async throws {
        let scene = await ProvidedScene(DocumentProviderExtension()).open(context)
        let accept = buttons(await scene.sheet())[0]
        async let first = scene.act(accept, values: [:])
        async let second = scene.act(accept, values: [:])
        let shown = await [first, second]
        #expect(shown.filter { $0 == nil }.count == 1)
        #expect(port.record.delivered == [Data("{".utf8)])
    }

    @Test("Decline ends the request, and Accept does nothing after it")
    func decline() async throws {
        let scene = await ProvidedScene(DocumentProviderExtension()).open(context)
        let shown = buttons(await scene.sheet())
        let renewed = buttons(try #require(await scene.act(shown[1], values: [:])))
        _ = await scene.act(renewed[0], values: [:])
        while port.record.endings.isEmpty { await Task.yield() }
        #expect(port.record.endings == [.cancelled])
        #expect(port.record.delivered.isEmpty)
    }
}
