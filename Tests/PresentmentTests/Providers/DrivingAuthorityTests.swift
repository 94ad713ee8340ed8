import COSE
import DocumentProvider
import DrivingAuthority
import Foundation
import IdentityDocumentServices
import MobileDocument
import MobileDocumentTesting
import ProviderDocuments
import Testing

@Suite("Local Driving Authority")
struct DrivingAuthorityTests {
    private static let form = LicenceForm(
        familyName: "Appleseed", givenName: "Kelly", birthDate: "1994-04-18", categories: ["B"], portrait: Data(SamplePortrait.jpeg))
    private let now: Instant
    private let folder: TemporaryFolder
    private let office: LicenceOffice
    private let registrations: IdentityDocumentProviderRegistrationStore
    private let app: LicenceApp

    init() throws {
        now = try #require(Instant("2026-06-01T12:00:00Z"))
        folder = try TemporaryFolder()
        office = try LicenceOffice(folder: folder.path + "/office", at: now)
        registrations = IdentityDocumentProviderRegistrationStore(
            registry: InProcessRegistry(entitled: ["org.iso.18013.5.1.mDL"], enrolment: "owner"))
        app = try LicenceApp(folder: ProviderFolder(folder.path + "/app"), office: office, registrations: registrations)
    }

    private func refusal(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch { return (error as? OfficeRefusal)?.code }
    }

    @Test("A licence is applied for, approved, issued, registered, listed and removed")
    func life() async throws {
        let application = try app.apply(Self.form, at: now)
        try office.decide(application.id, approved: true, reviewer: "Robin Clerk", at: now)
        let document = try await app.issue(application.id, at: now)
        #expect(document.ownerEnrolment == "owner" && document.proofing.reviewer == "Robin Clerk")
        try await app.folder.register(in: registrations)
        let registered = try await registrations.registrations
        #expect(registered.map(\.documentIdentifier) == [document.id])
        let contents = try app.folder.documents.contents(of: document, trust: app.folder.issuers(), at: now)
        #expect(contents.elements.first { $0.reference.identifier == "family_name" }?.text == "Appleseed")
        #expect(contents.elements.first { $0.reference.identifier == "age_over_65" }?.boolean == false)
        try await app.folder.remove(document.id, from: registrations)
        #expect(try await registrations.registrations.isEmpty)
        #expect(try app.folder.documents.documents().isEmpty)
    }

    @Test("Without approval nothing is issued, and after it once")
    func approval() async throws {
        let waiting = try app.apply(Self.form, at: now)
        #expect(await refusal { _ = try await app.issue(waiting.id, at: now) } == "office.notApproved")
        #expect(await refusal { _ = try office.issue(waiting.id, proof: [], at: now) } == "office.notApproved")
        let rejected = try app.apply(Self.form, at: now)
        try office.decide(rejected.id, approved: false, reviewer: "Robin Clerk", at: now)
        #expect(await refusal { _ = try await app.issue(rejected.id, at: now) } == "office.notApproved")
        #expect(await refusal { try office.decide(rejected.id, approved: true, reviewer: "Robin Clerk", at: now) } == "office.alreadyDecided")
        try office.decide(waiting.id, approved: true, reviewer: "Robin Clerk", at: now)
        _ = try await app.issue(waiting.id, at: now)
        #expect(await refusal { _ = try await app.issue(waiting.id, at: now) } == "office.alreadyDecided")
    }

    @Test("Somebody else's key, and a proof for another application, get nothing")
    func otherKey() async throws {
        let (mine, other) = (try app.apply(Self.form, at: now), try app.apply(Self.form, at: now))
        for application in [mine, other] { try office.decide(application.id, approved: true, reviewer: "Robin Clerk", at: now) }
        let key = try app.folder.keys.key(label: "licence-\(mine.id)")
        let proofs = [
            try SigningKey.generate(.p256).signature(over: mine.proofContent), try key.signature(over: other.proofContent),
            try app.folder.keys.key(label: "licence-\(other.id)").signature(over: mine.proofContent), [],
        ]
        for proof in proofs { #expect(await refusal { _ = try office.issue(mine.id, proof: proof, at: now) } == "office.otherKey") }
        _ = try office.issue(mine.id, proof: key.signature(over: mine.proofContent), at: now)
    }

    @Test("A form that no licence could be made of is refused at the counter, and leaves no key behind")
    func form() async throws {
        let forms = [
            LicenceForm(familyName: "A", givenName: "B", birthDate: "1994-02-31", categories: ["B"], portrait: Data(SamplePortrait.jpeg)),
            LicenceForm(familyName: "A", givenName: "B", birthDate: "1994-02-01", categories: [], portrait: Data(SamplePortrait.jpeg)),
            LicenceForm(familyName: "A", givenName: "B", birthDate: "1994-02-01", categories: ["B"], portrait: Data("GIF".utf8)),
        ]
        for form in forms { #expect(await refusal { _ = try app.apply(form, at: now) } == "office.form") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/app/keys") == ["secret"])
        #expect(!"\(Self.form)\(String(reflecting: Self.form))".contains("Appleseed"))
    }

    @Test("The programs that answer websites are short", arguments: [
        "Examples/LocalDrivingAuthority/Provider/LocalDrivingAuthorityProvider.swift", "Examples/Wallet/Provider/WalletProvider.swift",
    ])
    func length(path: String) throws {
        let text = try String(contentsOf: Program.packageFolder.appendingPathComponent(path), encoding: .utf8)
        #expect((1...200).contains(text.split(separator: "\n", omittingEmptySubsequences: false).count))
        #expect(try FileManager.default.contentsOfDirectory(atPath: Program.packageFolder.appendingPathComponent(path).deletingLastPathComponent().path).count == 1)
    }
}
