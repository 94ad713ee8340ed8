import BrokerMessages
import DocumentProvider
import Foundation
import IdentityDocumentServices
import IdentityElements
import LocalSockets
import MobileDocument
import ProviderDocuments
import RequestExtraction

/// A provider with documents that does all a provider must, but for its flaw. It is made of the broker's messages, so that any of it can be
/// left out.
struct AnsweringProvider {
    private struct Refused: Error {}

    /// Answers are made here, so nothing is ever asked of it.
    private struct NoBroker: PresentmentPort {
        func releaseRequest() async throws(IdentityDocumentPresentmentError) -> ReleasedRequest {
            throw IdentityDocumentPresentmentError(.unknown, "there is no broker")
        }
        func deliver(_ response: Data) async throws(IdentityDocumentPresentmentError) {}
        func end(_ ending: PresentmentEnding) async {}
    }

    private let broker = FrameChannel(0, maximumBytes: MessageBounds.frame)
    private let folder: ProviderFolder
    private let flaw: Flaw?

    init(_ flaw: Flaw?) throws {
        folder = try ProviderFolder(ProviderFolder.standardPath(ofApp: "test-provider"))
        self.flaw = flaw
    }

    /// Works until the broker closes the connection.
    func run() async {
        guard case .present(let shown)? = await command() else { return }
        if flaw == .wantsBeforeSheet { await report(.release) }
        if flaw == .keepsRequest { try? Data(shown.request.origin.utf8).write(to: URL(fileURLWithPath: folder.path + "/asked")) }
        await report(.sheet(sheet(for: shown)))
        if flaw == .wantsUnasked { await report(.release) }
        while let command = await command() {
            switch command {
            case .act("accept", values: _): if flaw != .wantsUnasked { await report(.release) }
            case .act where flaw == .floodsOnDecline: while (try? await broker.send(ProviderReport.release.encode())) != nil {}
            case .act: await report(flaw == .ignoresDecline ? .sheet(sheet(for: shown)) : .ended(.cancelled))
            case .released(let released):
                let response = try? answer(to: released, shown)
                await report(response.map(ProviderReport.deliver) ?? .ended(.refused(code: "test.refused")))
            default: break
            }
        }
        if flaw == .outlivesRequest { try? await Task.sleep(for: .seconds(3600)) }
    }

    private func command() async -> ProviderCommand? {
        guard let frame = try? await broker.receive() else { return nil }
        return try? ProviderCommand(decoding: frame)
    }

    private func report(_ report: ProviderReport) async { try? await broker.send(report.encode()) }

    private func sheet(for shown: RequestToPresent) -> String {
        var elements = shown.request.documentRequests.flatMap(\.elements).map(\.reference)
        if flaw == .concealsElement { elements.removeLast() }
        let names = elements.map { ElementTables.builtIn.displayName(of: ElementName($0.nameSpace, $0.identifier), in: .english) }
        return """
            <h1>A request</h1>\(flaw == .showsScript ? "<script>0</script>" : "")<p>\(names.joined(separator: ", "))</p>
            <form method="post"><button name="action" value="accept">Accept</button><button name="action" value="decline">Decline</button></form>
            """
    }

    private func answer(to released: ReleasedRequestData, _ shown: RequestToPresent) throws -> [UInt8] {
        guard flaw != .answersNobody else { throw Refused() }
        if shown.app == nil {
            if flaw != .answersOtherRequest { try RequestComparison.check(released.data, origin: released.origin, against: shown.request) }
        } else if flaw == .sealsNothing {
            return released.data
        }
        let owner = try flaw == .answersAnyOwner ? folder.documents.documents().first?.ownerEnrolment : released.enrolment
        let request = IdentityDocumentWebPresentmentRawRequest(
            requestType: shown.app == nil ? .iso18013MobileDocument : .inApp, requestData: Data(released.data), enrolment: owner)
        let context = ISO18013MobileDocumentRequestContext(
            shown.request, port: NoBroker(), documentIdentifiers: shown.documentIdentifiers, app: shown.app)
        let presenter = DocumentPresenter(
            store: folder.documents, readers: try folder.readers(), policy: flaw == .answersAnyReader ? .anyReader : .trustedReaders)
        let response = try presenter.response(to: request, in: context, at: now)
        return try flaw == .givesMore && shown.app == nil ? answerWithMore(to: released) : Array(response.responseData)
    }

    /// An answer with an element that the website did not ask for.
    private func answerWithMore(to released: ReleasedRequestData) throws -> [UInt8] {
        let elements: [ElementIdentifier] = ["family_name", "document_number", "birth_date"]
        let asked = elements.map { ItemsRequest.Element(ElementReference(.mobileDrivingLicence, $0), intentToRetain: false) }
        let items = DeviceRequest.encodeItems(ItemsRequest(docType: .mobileDrivingLicence, elements: asked))
        let texts = try JSONDecoder().decode([String: String].self, from: Data(released.data))
        let request = try PresentedRequest(
            deviceRequest: Base64URL.encode(DeviceRequest.encode(items: [(items, nil)], info: nil, readerAuthAll: [])),
            encryptionInfo: texts["encryptionInfo"] ?? "", origin: Origin(released.origin))
        let held = try folder.documents.documents().map { try folder.documents.held($0) }
        let review = try Holder(documents: held, readerTrust: folder.readers(), policy: .anyReader).review(request, at: now)
        return try review.answer(PresentationChoice(acceptingDefaultsOf: review)).encoded
    }

    private var now: Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)) }
}
