import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

@Suite("README")
struct ReadmeTests {
    @Test("The ten lines to a verified person work as written")
    func tenLines() async throws {
        let parties = try World.parties()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trust-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try parties.root.identity.certificatePEM.write(to: folder.appendingPathComponent("iaca.pem"), atomically: true, encoding: .utf8)
        var shown: [Bool] = []
        try await lines(folder.path, parties) { shown.append($0) }
        #expect(shown == [true])
    }

    private func lines(_ folder: String, _ parties: SampleParties, print: (Bool) -> Void) async throws {
        let (now, reader, id) = (World.now, parties.readerSigner(), SessionIdentifier(rawValue: "one"))
        let store: any SessionStore = InMemorySessionStore()

        let trust = IssuerTrustList(try TrustAnchorFolder.load(folder))            // PEM files of the issuers you accept
        let verifier = Verifier(trust: trust)
        let licence = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["given_name", "age_over_21"])
        let builder = try RequestBuilder(documents: [licence], signers: [reader])  // your reader certificate

        let (session, request) = try builder.build(for: Origin("https://rentals.example"), expiresAt: now.advanced(bySeconds: 300))
        try await store.insert(session, id: id)                                    // `request` goes to the page as JSON

        let credential = try parties.answer(request)

        guard let claimed = try await store.claim(id, at: now) else { return }     // a session answers once
        if case .verified(let answer) = verifier.verify(credential, for: claimed, at: now) {
            print(answer.documents[0].isAtLeast(age: 21) ?? false)
        }
    }
}
