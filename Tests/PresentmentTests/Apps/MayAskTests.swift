import Foundation
import IssuingAuthority
import MobileDocumentTesting
import Testing
import WalletBroker

@Suite("Whether an app may ask", .enabled(if: canAskAsApp, "the broker's parser, the test app and Wallet are not built"))
struct MayAskTests {
    /// What there is on a machine.
    enum Holding: CaseIterable {
        /// A driving licence.
        case licence
        /// A My Number Card.
        case card
        /// A driving licence, and a list of the registrar's on which the app's grant is.
        case withdrawn
        /// A driving licence, and no broker where the app looks for one.
        case brokerless
    }

    private struct Row {
        let name: String
        let isSo: Bool
        let question: String
        let words: [String: Set<String>]?
        let merchants: Set<String>
        let isForAnother: Bool
        let until: Int64
        /// What the wallet has against it; nil where there is nothing, or no wallet was asked.
        let code: String?

        init(
            _ name: String, _ isSo: Bool, _ question: String = portrait, _ words: [String: Set<String>]? = licenceGrant,
            merchants: Set<String> = [AppScene.merchant], isForAnother: Bool = false, until: Int64 = 86_400, code: String? = nil
        ) {
            (self.name, self.isSo, self.question, self.words) = (name, isSo, question, words)
            (self.merchants, self.isForAnother, self.until, self.code) = (merchants, isForAnother, until, code)
        }
    }

    private static let portrait = "--kind drivers-license --word portrait"
    private static let photo = "--kind photo-id --word portrait"
    private static let japanese = "--region JP --kind national-id-card --word name"

    private static let licenceGrant: [String: Set<String>] = [BrokerFolder.licence: ["portrait"]]
    private static let photoGrant: [String: Set<String>] = [BrokerFolder.photoID: ["portrait"]]
    private static let cardGrant: [String: Set<String>] = [MyNumberCard.docType: ["name"]]
    private static let otherGrant: [String: Set<String>] = [BrokerFolder.licence: ["address"]]
    private static let unknownGrant: [String: Set<String>] = ["org.example.cook.1": ["name"]]
    private static let eitherGrant: [String: Set<String>] = [BrokerFolder.licence: ["portrait"], BrokerFolder.photoID: ["portrait"]]
    private static let absentGrant: [String: Set<String>] = [MyNumberCard.docType: ["name"], BrokerFolder.photoID: ["portrait"]]

    private static let table: [Holding: [Row]] = [
        .licence: [
            Row("granted, and the document is there", true),
            Row("no grant", false, portrait, nil, code: "grant.token.form"),
            Row("a grant for another document", false, portrait, photoGrant, code: "grant.docType"),
            Row("a grant for another element", false, portrait, otherGrant, code: "grant.element"),
            Row("a grant for one of two elements", false, portrait + " --word address", code: "grant.element"),
            Row("a grant for no merchant", false, merchants: [], code: "grant.merchant"),
            Row("a grant for a merchant, whom only a request names", true, merchants: ["another"]),
            Row("a grant to another program", false, isForAnother: true, code: "grant.executable"),
            Row("a grant that has ended", false, until: -1, code: "grant.expired"),
            Row("no element that the document has", false, "--kind drivers-license --word shoe-size"),
            Row("granted, and the document is not there", false, photo, photoGrant, code: "inApp.noDocument"),
            Row("a grant for another document, and the one that is asked for is not there", false, photo, code: "grant.docType"),
            Row("granted, with its region, and the document is not there", false, japanese, cardGrant, code: "inApp.noDocument"),
            Row("a type of document that nobody knows", false, "--kind cook-licence --word name", unknownGrant),
            Row("either, and one is there", true, photo + " " + portrait, eitherGrant),
            Row("either, and only the one that is there was granted", true, photo + " " + portrait),
            Row("either, and only the other one was granted", false, photo + " " + portrait, photoGrant, code: "inApp.noDocument"),
            Row("either, and none is there", false, photo + " " + japanese, absentGrant, code: "inApp.noDocument"),
        ],
        .card: [
            Row("with its region", true, japanese, cardGrant),
            Row("without its region", false, "--kind national-id-card --word name", cardGrant),
            Row("with another region", false, "--region US --kind national-id-card --word name", cardGrant),
            Row("either, and the one with a region is there", true, photo + " " + japanese, absentGrant),
        ],
        .withdrawn: [Row("a grant that was withdrawn", false, code: "grant.withdrawn")],
        .brokerless: [Row("no broker", false)],
    ]

    @Test(
        "True where the app was granted it and a document is there, else false, with a code that tells of documents only where it was granted",
        arguments: Holding.allCases)
    func mayAsk(_ holding: Holding) async throws {
        let documents = holding == .card ? [try MyNumberCard.content()] : [SampleContent.drivingLicence()]
        let scene = try await AppScene(documents, withdrawn: holding == .withdrawn ? (serialNumber: [1, 2, 3], daysAgo: 0) : nil)
        for row in try #require(Self.table[holding]) {
            let program = row.isForAnother ? scene.folder.program("App") : scene.app
            let grant = try row.words.map { try scene.grant($0, merchants: row.merchants, to: program, until: row.until) }
            let question = row.question.split(separator: " ").map(String.init)
            let lines = try await scene.run(["may"] + question, grant: grant, socket: holding == .brokerless ? "/nowhere" : nil)
            #expect(lines == (row.code.map { ["code \($0)"] } ?? []) + ["may \(row.isSo)"], "\(row.name)")
        }
        #expect(scene.consent.shown == 0)
        #expect(try await scene.broker.history.entries().isEmpty)
        await scene.end()
    }
}
