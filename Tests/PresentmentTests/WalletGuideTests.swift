import DocumentProvider
import DocumentTrust
import Foundation
import IdentityDocumentServices
import IdentityDocumentServicesUI
import MobileDocument
import ProviderDocuments
import ProviderViews
import RequestParsing
import Testing
import UserVerification

@Suite("The guides to the wallet's side and to providers")
struct WalletGuideTests {
    @Test(
        "Each block of Swift in the guides to wallets and providers stands in this file as it is written there, so that it is compiled",
        arguments: ["providers", "wallet"])
    func written(_ guide: String) throws {
        func lines(_ text: String) -> String {
            // A program has one entry, and tests have theirs.
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0 != "@main" }.joined(separator: "\n")
        }
        let source = lines(try String(contentsOfFile: #filePath, encoding: .utf8))
        let text = try String(contentsOf: Program.packageFolder.appendingPathComponent("docs/\(guide).md"), encoding: .utf8)
        let blocks = text.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        // The broker's pages are compiled with their own tests.
        for block in blocks where !block.contains("BrokerPages(") { #expect(source.contains(lines(block)), "docs/\(guide).md: \(block)") }
        #expect(!blocks.isEmpty)
    }

    func parse(_ requestData: [UInt8]) async throws {
        let parser = RequestParser(program: "/usr/libexec/mdoc-request-parser")
        let parsed = try await parser.parse(requestData, origin: "https://rentals.example")
        let asked = parsed.request.documentRequests      // what is asked, element by element, with what will be kept
        let signed = parsed.request.authentications      // signatures that verify, and what each covers; trust is another question
        _ = (asked, signed)
    }

    func register(_ registrarRootKeyIdentifier: Data) async throws {
        let store = IdentityDocumentProviderRegistrationStore()
        try await store.addRegistration(
            MobileDocumentRegistration(
                mobileDocumentType: "org.iso.18013.5.1.mDL", supportedAuthorityKeyIdentifiers: [registrarRootKeyIdentifier],
                documentIdentifier: "licence-1"))
    }

    private struct RequestTexts: Decodable {
        let deviceRequest: String
        let encryptionInfo: String
    }

    func respond(_ context: ISO18013MobileDocumentRequestContext, _ holder: Holder, _ origin: Origin, at now: Instant) async throws {
        try await context.sendResponse { rawRequest in
            // Verify the signatures by your own rules, and that the website is one you trust.
            let texts = try JSONDecoder().decode(RequestTexts.self, from: rawRequest.requestData)
            let presented = try PresentedRequest(deviceRequest: texts.deviceRequest, encryptionInfo: texts.encryptionInfo, origin: origin)
            let review = try holder.review(presented, at: now)
            let answer = try review.answer(PresentationChoice(acceptingDefaultsOf: review))
            return ISO18013MobileDocumentResponse(responseData: Data(answer.encoded))
        }
    }

    func verify(_ verifier: UserVerifier, _ transaction: [UInt8], _ typed: String, at now: Date) async throws {
        try await verifier.begin(transaction, at: now)
        let user = try await verifier.verify(pin: typed, for: transaction, at: now)
        let bound = user.enrolment      // what documents are bound to
        _ = bound
    }

    func take(_ issued: [UInt8], _ registrations: IdentityDocumentProviderRegistrationStore, at now: Instant) async throws {
        let folder = try ProviderFolder(ProviderFolder.standardPath(ofApp: "city-library"))
        // Bound to nobody, a document would answer nobody: the wallet has to run, and its owner to have a PIN or a passkey.
        guard let enrolment = await registrations.currentEnrolment else { return }
        let key = try folder.keys.makeKey(label: "card-1")
        // Send key.publicKey to the issuer, prove possession as it asks, and take in what it issues:
        let document = try folder.documents.provision(
            issued, docType: .mobileDrivingLicence, title: "Library card", keyLabel: "card-1", enrolment: enrolment,
            proofing: Proofing(reviewer: "City Library", time: now), trust: folder.issuers(), at: now)
        try await folder.register(in: registrations)
        _ = (key, document)
    }
}

/// The provider of a comment. Nobody runs it.
private enum CommentedProgram {
    struct LicenceRequestView: View {
        let context: ISO18013MobileDocumentRequestContext

        var body: some View { Button("Decline", role: .cancel) { context.cancel() } }
    }

    struct LicenceProvider: IdentityDocumentProvider {
        var body: some IdentityDocumentRequestScene {
            ISO18013MobileDocumentRequestScene { context in LicenceRequestView(context: context) }
        }
        func performRegistrationUpdates() async { /* register what is stored */ }
    }
}

/// What a provider has beside the guide's lines. Nobody runs it.
private enum LicenceProgram {
    static let folder: ProviderFolder! = nil
    static let readers = ReaderTrustList([])
    static let now = Instant(secondsSinceEpoch: 0)

    struct LicenceProvider: IdentityDocumentProvider {
        var body: some IdentityDocumentRequestScene {
            ISO18013MobileDocumentRequestScene { context in
                LicenceRequestView(context: context)
            }
        }

        func performRegistrationUpdates() async throws {
            try await folder.register(in: IdentityDocumentProviderRegistrationStore())
        }
    }

    /// One that looks whether its documents are still there.
    struct LookingProvider: IdentityDocumentProvider {
        var body: some IdentityDocumentRequestScene { ISO18013MobileDocumentRequestScene { context in LicenceRequestView(context: context) } }
        func performRegistrationUpdates() async {}

        func stores(anyOf documentIdentifiers: [String]) async -> Bool {
            await folder.stores(anyOf: documentIdentifiers, updating: IdentityDocumentProviderRegistrationStore())
        }
    }

    struct LicenceRequestView: View {
        let context: ISO18013MobileDocumentRequestContext
        @State private var failure: String?

        var body: some View {
            VStack {
                RequestInfoView(context, readers: readers, tables: folder.tables, at: now)
                if let failure { Text(failure) }
                Button("Accept") { await acceptVerification() }
                Button("Decline", role: .cancel) { context.cancel() }
            }
        }

        private func acceptVerification() async {
            do {
                let presenter = DocumentPresenter(
                    store: folder.documents, readers: readers, tables: folder.tables, policy: .trustedReaders)
                try await context.sendResponse { rawRequest in
                    try presenter.response(to: rawRequest, in: context, at: now)
                }
            } catch {
                failure = "Nothing was sent: \(error)"
            }
        }
    }
}
