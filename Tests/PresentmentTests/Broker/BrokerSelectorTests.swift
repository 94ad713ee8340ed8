import COSE
import Crypto
import DocumentTrust
import Foundation
import IssuingAuthority
import MobileDocument
import RelyingParty
import Testing
import WalletBroker

/// Two authorities the broker knows, one it does not, and three providers: for readers of the first, of the second, for anybody.
private struct SelectorScene {
    let requests: RequestScene
    let second: ReaderAuthority
    let foreign: ReaderAuthority

    static let licenceOnly = [RequestScene.licence]
    static let photoIDOnly = [RequestScene.photoID]
    static let both = [RequestScene.licence, RequestScene.photoID]

    init() throws {
        requests = try RequestScene()
        let begin = requests.parties.now.advanced(byDays: -10)
        second = try ReaderAuthority.make(name: AuthorityName(country: "UT", commonName: "Second Reader CA"), notBefore: begin)
        foreign = try ReaderAuthority.make(name: AuthorityName(country: "UT", commonName: "Utopia Reader CA"), notBefore: begin)
    }

    private func identifier(_ authority: ReaderAuthority) -> String {
        let key = authority.identity.certificate.publicKey.subjectPublicKeyInfoBytes
        return Data(Insecure.SHA1.hash(data: key)).base64EncodedString()
    }

    var providers: [BrokerFolder.Provider] {
        let (first, second) = (identifier(requests.parties.readerAuthority), identifier(self.second))
        return [
            .init(name: "Local", documents: ["a=\(BrokerFolder.licence)=\(first)"], readerRoots: [requests.parties.readerAuthority.identity.derEncoded]),
            .init(
                name: "Wallet", documents: ["b=\(BrokerFolder.licence)=\(second)", "c=\(BrokerFolder.photoID)=\(second)"],
                readerRoots: [self.second.identity.derEncoded]),
            .init(name: "Open", documents: ["d=\(BrokerFolder.licence)=any"]),
        ]
    }

    func signer(_ authority: ReaderAuthority, days: Int = 397, _ coverage: ReaderSigner.Coverage = .wholeRequest) throws -> ReaderSigner {
        let certified = try authority.issueReaderCertificate(
            name: AuthorityName(country: "UT", organization: "Rentals", commonName: "rentals.example"), notBefore: requests.parties.now.advanced(byDays: -5),
            days: days, domains: ["rentals.example"], crlDistributionPoint: "https://readers.example/ca.crl")
        return ReaderSigner(name: "reader", chain: [certified.derEncoded], key: certified.signingKey, coverage: coverage)
    }
}

@Suite(
    "Who is on the list, asked through the sockets",
    .enabled(if: Program.confined("mdoc-request-parser") != nil && Program.path("test-provider") != nil, "the parser and the test provider are not built"))
struct BrokerSelectorTests {
    @Test("Each request is offered to exactly the providers that may know of it")
    func table() async throws {
        let scene = try SelectorScene()
        let requests = scene.requests
        let first = requests.reader()
        let second = try scene.signer(scene.second)
        let eitherCase = [UseCase(isMandatory: true, documentSets: [[0], [1]])]
        let bothCase = [UseCase(isMandatory: true, documentSets: [[0, 1]])]
        let rows: [(String, [RequestedDocument], [UseCase], [ReaderSigner], [String])] = [
            ("unsigned", SelectorScene.licenceOnly, [], [], ["Open"]),
            ("the first authority's reader", SelectorScene.licenceOnly, [], [first], ["Local", "Open"]),
            ("the second's", SelectorScene.licenceOnly, [], [second], ["Open", "Wallet"]),
            ("both", SelectorScene.licenceOnly, [], [first, second], ["Local", "Open", "Wallet"]),
            ("each document signed", SelectorScene.licenceOnly, [], [requests.reader(.wholeRequestAndEachDocument)], ["Local", "Open"]),
            ("a foreign authority of the first one's name", SelectorScene.licenceOnly, [], [try scene.signer(scene.foreign)], ["Open"]),
            ("expired", SelectorScene.licenceOnly, [], [try scene.signer(requests.parties.readerAuthority, days: 2)], ["Open"]),
            ("genuine beside one that does not verify", SelectorScene.licenceOnly, [], [first, requests.impostor()], ["Local", "Open"]),
            ("another type, unsigned", SelectorScene.photoIDOnly, [], [], []),
            ("another type, the first's", SelectorScene.photoIDOnly, [], [first], []),
            ("another type, the second's", SelectorScene.photoIDOnly, [], [second], ["Wallet"]),
            ("both types together", SelectorScene.both, bothCase, [second], ["Wallet"]),
            ("either type", SelectorScene.both, eitherCase, [second], ["Open", "Wallet"]),
            ("either type, unsigned", SelectorScene.both, eitherCase, [], ["Open"]),
        ]
        let broker = try await BrokerScene(scene.providers)
        for (name, documents, useCases, signers, expected) in rows {
            let agent = try broker.agent()
            try await agent.present(try requests.data(documents, useCases: useCases, signers: signers), origin: requests.origin)
            let session = try await broker.consent.next()
            #expect(try await session.offered() == expected, "\(name)")
            await session.decline()
            _ = try await session.outcome()
        }
        await broker.end()
    }

    @Test("A brand is shown for a registered reader's own page alone, with the picture of its certificate")
    func brand() async throws {
        let scene = try SelectorScene()
        let requests = scene.requests
        let png = Array(try #require(Data(base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAACElEQVR4nAMAAAAAAUgGidIAAAAASUVORK5CYII=")))
        let key = P256.Signing.PrivateKey()
        let allowed = try AllowedElements([.mobileDrivingLicence: [ElementReference(.mobileDrivingLicence, "family_name")]])
        var generator = SystemRandomNumberGenerator()
        let certificate = try requests.parties.readerAuthority.certify(
            RegisteredReader(
                name: AuthorityName(country: "UT", organization: "Rentals Inc.", commonName: "rentals.example"), publicKey: .init(key.publicKey),
                domains: ["rentals.example"], crlDistributionPoint: "https://readers.example/ca.crl",
                registration: try ReaderRegistration(brand: "Starship Rentals", purpose: "Check of age", privacyPolicy: "https://rentals.example/privacy"),
                icon: try BrandIcon(png: png), allowedElements: allowed),
            notBefore: requests.parties.now.advanced(byDays: -5), using: &generator)
        func registered(_ coverage: ReaderSigner.Coverage) -> ReaderSigner { ReaderSigner(name: "registered", chain: [certificate], key: SigningKey.p256(key), coverage: coverage) }
        let brand = Requester.Brand(name: "Starship Rentals", icon: png, authority: "Utopia Reader CA")
        let named = Requester.Brand(name: "Spaceship Rentals", icon: nil, authority: "Utopia Reader CA")
        let elsewhere = "https://rentals.example.evil.example"
        let broker = try await BrokerScene(scene.providers)
        for (name, signers, origin, expected) in [
            ("registered", [registered(.wholeRequest)], requests.origin, brand), ("each document", [registered(.wholeRequestAndEachDocument)], requests.origin, brand),
            ("without a brand of its own", [requests.reader()], requests.origin, named), ("unsigned", [], requests.origin, nil),
            ("another page", [registered(.wholeRequest)], elsewhere, nil), ("unknown authority", [try scene.signer(scene.foreign)], requests.origin, nil),
        ] as [(String, [ReaderSigner], String, Requester.Brand?)] {
            let agent = try broker.agent()
            try await agent.present(try requests.data(SelectorScene.both, signers: signers, origin: origin), origin: origin)
            let session = try await broker.consent.next()
            #expect(session.requester.brand == expected, "\(name)")
            await session.decline()
            _ = try await session.outcome()
        }
        await broker.end()
    }
}
