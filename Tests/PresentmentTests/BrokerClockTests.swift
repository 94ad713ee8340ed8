import DocumentProvider
import DocumentTrust
import Foundation
import IdentityDocumentServices
import MobileDocument
import MobileDocumentTesting
import PresentmentRequest
import ProviderDocuments
import Testing
import WalletBroker

@Suite("Clocks of a broker and of a provider")
struct BrokerClockTests {
    /// Right, a day slow, a day fast, and in the year 2100. All else of these tests is of noon on the first day.
    private static let clocks = ["2026-06-01T12:00:00Z", "2026-05-31T12:00:00Z", "2026-06-02T12:00:00Z", "2100-06-01T12:00:00Z"]

    private func instant(_ clock: String) throws -> Instant { try #require(Instant(clock)) }

    /// Who is shown for a request that a reader of the broker's own authority signed.
    private func shown(
        _ clock: String, _ scene: RoutingScene, _ documents: [RegisteredDocument], lists: [[UInt8]] = []
    ) throws -> String {
        let authorities = try ReaderAuthorities(roots: [scene.first.encoded], revocationLists: lists)
        let time = Date(timeIntervalSince1970: TimeInterval(try instant(clock).secondsSinceEpoch))
        let request = try scene.request(signed: [[scene.reader]])
        return RequestRouting.offers(for: request, among: documents, authorities: authorities, at: time).map(\.provider).joined(separator: " ")
    }

    @Test(
        "A clock a day off costs nobody an offer; in the year 2100 the reader's certificate has ended, and only those are shown who answer anybody",
        arguments: zip(clocks, ["Local Open", "Local Open", "Local Open", "Open"]))
    func certificates(_ clock: String, _ providers: String) throws {
        let scene = try RoutingScene()
        #expect(try shown(clock, scene, scene.documents) == providers)
    }

    @Test(
        "A revocation list that is not made yet by a slow clock, or too old by one in the year 2100, leaves nobody who stands behind the reader",
        arguments: zip(clocks, ["Local Open", "Open", "Local Open", "Open"]))
    func revocationLists(_ clock: String, _ providers: String) throws {
        let scene = try RoutingScene()
        let list = try ChainMaker.revocationList([], by: scene.first)
        #expect(try shown(clock, scene, scene.documents, lists: [list]) == providers)
    }

    @Test(
        "A registration that ends within twelve hours has ended by a clock that is a day fast, and one without an end has none in the year 2100",
        arguments: zip(clocks, ["Ending Endless", "Ending Endless", "Endless", "Endless"]))
    func registrations(_ clock: String, _ providers: String) throws {
        let documents = [
            RegisteredDocument(
                provider: "Ending", documentIdentifier: "one", documentType: RoutingScene.licence, readers: .anyReader,
                invalidationDate: ChainMaker.days(0.5)),
            RegisteredDocument(provider: "Endless", documentIdentifier: "one", documentType: RoutingScene.licence, readers: .anyReader),
        ]
        #expect(try shown(clock, RoutingScene(), documents) == providers)
    }

    /// The code with which a provider refuses a request that it agreed to answer, by its clock; nil where it answers.
    private func refusal(_ clock: String, _ policy: ReaderPolicy) async throws -> String? {
        let world = try ProviderWorld()
        _ = try world.provision()
        let time = try instant(clock)
        let (context, port) = try world.context(world.scene.data(signers: [world.scene.reader()]))
        let presenter = DocumentPresenter(store: world.store, readers: try world.parties.readerTrust(), policy: policy)
        do {
            try await context.sendResponse { try presenter.response(to: $0, in: context, at: time) }
        } catch {
            #expect(port.record.delivered.isEmpty)
            return (error as? DocumentPresenterError)?.code ?? "\(error)"
        }
        #expect(port.record.delivered.count == 1)
        return nil
    }

    @Test(
        "A provider whose clock is a day off answers a trusted reader, and in the year 2100 its certificate has ended",
        arguments: zip(clocks, [nil, nil, nil, "presentation.reader.validity"] as [String?]))
    func reader(_ clock: String, _ code: String?) async throws {
        #expect(try await refusal(clock, .trustedReaders) == code)
    }

    @Test(
        "A provider whose clock is a day off answers with a document, and in the year 2100 it has ended",
        arguments: zip(clocks, [nil, nil, nil, "presentation.noMatchingDocument"] as [String?]))
    func document(_ clock: String, _ code: String?) async throws {
        #expect(try await refusal(clock, .anyReader) == code)
    }
}
