import DocumentProvider
import DocumentTrust
import Foundation
import IdentityElements
import MobileDocument
import ProviderDocuments
import Testing

@Suite("What issuers want of a wallet")
struct MinimumCapabilityTests {
    private let world: ProviderWorld

    init() throws { world = try ProviderWorld() }

    /// A directory with the sample's issuer alone.
    private func directory(keyLevel: String, userVerification: String = "device-owner", companion: String, version: String = "1.0") throws -> IssuerDirectory {
        let fingerprint = Hexadecimal.text(try #require(world.parties.issuerTrust().anchors.first).certificate.fingerprint)
        return try IssuerDirectory(
            "issuer | UT | Utopia | \(DocType.mobileDrivingLicence.rawValue) | \(keyLevel) | \(userVerification) | \(companion) | \(version) | \(fingerprint) | https://utopia.example")
    }

    /// Why a licence is not taken in; nil where it is.
    private func refusal(by issuers: IssuerDirectory, enrolment: String? = "owner", isCompanion: Bool = false) throws -> [CapabilityShortfall]? {
        let label = Machine.label()
        let issued = try world.licence(to: world.machine.keys.makeKey(label: label))
        let trust = try world.parties.issuerTrust()
        do throws(DocumentStoreError) {
            _ = try world.store.provision(
                issued, docType: .mobileDrivingLicence, title: "Licence", keyLabel: label, enrolment: enrolment,
                proofing: Proofing(reviewer: "Robin Clerk", time: world.parties.now), trust: trust, isCompanion: isCompanion, issuers: issuers,
                at: world.parties.now)
            return nil
        } catch .belowMinimum(let shortfalls) { return shortfalls } catch { return [] }
    }

    @Test("A wallet below the minimum cannot be provisioned, and is told what it lacks; one that reaches it can")
    func minimum() throws {
        #expect(try refusal(by: directory(keyLevel: "software", companion: "yes")) == nil)
        #expect(try refusal(by: directory(keyLevel: "hardware", companion: "yes")) == [.keyLevel(.hardware)])
        #expect(try refusal(by: directory(keyLevel: "software", companion: "yes"), enrolment: nil) == [.userVerification(.deviceOwner)])
        #expect(try refusal(by: directory(keyLevel: "software", companion: "yes", version: "1.2")) == [.version([1, 2])])
        #expect(try world.store.documents().count == 1)
        let reason = DocumentStoreError.belowMinimum([.keyLevel(.hardware)])
        #expect(reason.code == "documents.belowMinimum" && reason.description.contains("device keys of the level hardware"))
    }

    @Test("A watch is refused by an issuer that excludes it, and accepted by one that does not")
    func companion() throws {
        #expect(try refusal(by: directory(keyLevel: "software", companion: "no"), isCompanion: true) == [.companion])
        #expect(try refusal(by: directory(keyLevel: "software", companion: "no")) == nil)
        #expect(try refusal(by: directory(keyLevel: "software", companion: "yes"), isCompanion: true) == nil)
    }

    @Test("An issuer that nobody wrote down wants nothing")
    func unknown() throws { #expect(try refusal(by: IssuerDirectory.builtIn, enrolment: nil, isCompanion: true) == nil) }
}
