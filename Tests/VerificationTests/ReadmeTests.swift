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
        let (now, reader, store, id) = (World.now, parties.readerSigner(), InMemorySessionStore(), SessionIdentifier(rawValue: "one"))

        let trust = IssuerTrustList(try TrustAnchorFolder.load(folder.path))
        let verifier = Verifier(trust: trust)
        let licence = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["given_name", "age_over_21"])
        let builder = try RequestBuilder(documents: [licence], signers: [reader])

        let (session, request) = try builder.build(for: Origin("https://rentals.example"), expiresAt: now.advanced(bySeconds: 300))
        await store.insert(session, id: id)

        let credential = try parties.answer(request)
        var isOfAge = false
        guard let claimed = await store.claim(id, at: now) else { Issue.record("no session"); return }
        if case .verified(let answer) = verifier.verify(credential, for: claimed, at: now) {
            isOfAge = answer.documents[0].isAtLeast(age: 21) ?? false
        }
        #expect(isOfAge)
    }
}
