import Crypto
import Foundation
import IdentityElements
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing
import VerifyWithWallet

@Suite("The guides to apps")
struct GuideTests {
    @Test("Each block of Swift in the guides to apps stands in this file as it is written there, so that it is compiled")
    func written() throws {
        func lines(_ text: String) -> String { text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n") }
        let source = lines(try String(contentsOfFile: #filePath, encoding: .utf8))
        var count = 0
        for guide in ["in-app", "registrar"] {
            let text = try String(contentsOf: Program.packageFolder.appendingPathComponent("docs/\(guide).md"), encoding: .utf8)
            for rest in text.components(separatedBy: "```swift\n").dropFirst() {
                let block = rest.components(separatedBy: "```")[0]
                #expect(source.contains(lines(block)), "docs/\(guide).md: \(block)")
                count += 1
            }
        }
        #expect(count > 0)
    }

    @Test("The server's lines verify what a wallet sealed for them, and give what was asked for alone")
    func server() throws {
        let now = Instant(secondsSinceEpoch: 1_780_315_200)
        let (parties, key, nonce) = (try SampleParties(now: now), P256.KeyAgreement.PrivateKey(), [UInt8](repeating: 5, count: 32))
        let (trust, end) = (try parties.issuerTrust(), now.advanced(bySeconds: 60))
        let encryptedData = try ForgedResponse(parties).envelope(
            nonce: nonce, merchantIdentifier: "merchant.example", teamIdentifier: "TEAM", merchantKey: key.publicKey)

        let session = try InAppSession(
            nonce: nonce, merchantIdentifier: "merchant.example", teamIdentifier: "TEAM", merchantKeys: [key],
            requested: [RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["age_over_21"])], expiresAt: end)
        let verdict = Verifier(trust: trust).verify(envelope: encryptedData, for: session, at: now)

        guard case .verified(let answer) = verdict else {
            Issue.record("\(verdict.report)")
            return
        }
        #expect(answer.documents.flatMap(\.issuerSigned).map(\.reference) == [ElementReference(.mobileDrivingLicence, "age_over_21")])
    }

    @Test("The app's lines ask the wallet, and hear where there is none for them")
    func app() async {
        let (grant, certificate, nonce): (String, [UInt8], [UInt8]) = ("", [], [1])
        @Sendable func open(_ address: String) {}

        func ask() async throws -> IdentityDocument {
            var licence = DriversLicenseDescriptor()
            licence.addElements([try .age(atLeast: 21)], intentToStore: .willNotStore)
            licence.addElements([.portrait], intentToStore: .mayStore(days: 30))
            let wallet = LocalWallet(grant: grant, merchantCertificate: certificate, openWindow: { address in open(address) })
            let controller = IdentityAuthorizationController(wallet: wallet)
            let document = try await controller.requestDocument(
                IdentityRequest(descriptor: licence, merchantIdentifier: "merchant.example", nonce: nonce, usageDescription: "To rent a spaceship."))
            return document
        }
        await #expect(throws: IdentityError.notSupported) { try await ask() }
    }

    /// The lines of comments.
    func commented(_ grant: String, _ certificate: [UInt8], _ nonceOfTheServer: [UInt8], open: @escaping @Sendable (String) -> Void) async throws {
        let wallet = LocalWallet(grant: grant, merchantCertificate: certificate) { address in open(address) }

        var descriptor = DriversLicenseDescriptor()
        descriptor.addElements([try .age(atLeast: 21)], intentToStore: .willNotStore)
        let controller = IdentityAuthorizationController(wallet: wallet)
        guard await controller.canRequestDocument(descriptor) else { return }
        let document = try await controller.requestDocument(
            IdentityRequest(
                descriptor: descriptor, merchantIdentifier: "merchant.example", nonce: nonceOfTheServer, usageDescription: "To rent a spaceship."))

        _ = document
    }

    @Test("The lines for a document of one's own read its table and resolve words to its elements")
    func ownDocument() throws {
        let text = """
            document | org.example.cook.1 | cook-card | - | Cook's card | 料理人証 | 요리사증 | Carteira de cozinheiro
            word | portrait | org.iso.18013.5.1 | portrait
            word | age-at-least | org.iso.18013.5.1 | age_over_NN
            """

        let tables = try ElementTables.builtIn.adding(text)
        let resolved = try tables.resolve([.portrait, try .age(atLeast: 18)], of: "org.example.cook.1")

        #expect(resolved.names.map(\.identifier) == ["portrait", "age_over_18"])
    }
}
