import DocumentProvider
import DocumentTrust
import Foundation
import IdentityElements
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import ProviderDocuments
import Subprocess
import SystemPackage
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

    /// A directory whose lines are of the sample's type of document or another, each with the key level it wants.
    private func directory(_ lines: (region: String, docType: DocType, keyLevel: String, root: String)...) throws -> IssuerDirectory {
        try IssuerDirectory(
            lines.map { "issuer | \($0.region) | Utopia | \($0.docType) | \($0.keyLevel) | none | yes | 1.0 | \($0.root) | nobody has it at hand" }
                .joined(separator: "\n"))
    }

    @Test("An issuer of whom the directory has no root, or an older one, is known by the place its root names; a root goes before")
    func region() throws {
        let fingerprint = Hexadecimal.text(try #require(world.parties.issuerTrust().anchors.first).certificate.fingerprint)
        let licence = DocType.mobileDrivingLicence
        #expect(try refusal(by: directory(("UT", licence, "hardware", "-"))) == [.keyLevel(.hardware)])
        #expect(try refusal(by: directory(("UT", licence, "hardware", String(repeating: "a", count: 64)))) == [.keyLevel(.hardware)])
        #expect(try refusal(by: directory(("UT-7", licence, "hardware", "-"))) == nil)
        #expect(try refusal(by: directory(("UT", "org.iso.23220.photoid.1", "hardware", "-"))) == nil)
        #expect(try refusal(by: directory(("UT", licence, "hardware", "-"), ("UT", licence, "software", fingerprint))) == nil)
    }

    @Test(
        "The command says why: a state without a published root wants better keys than files, whoever the owner is",
        .enabled(if: ["mdoc-broker", "test-provider", "wallet"].allSatisfy { Program.path($0) != nil }, "the broker, the test provider or the wallet is not built"))
    func command() async throws {
        // The command judges by the real clock.
        let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        let (begin, midnight) = (now.advanced(byDays: -10), CalendarDate(now).startOfDay)
        let contact = AlternativeName.uri("https://transportation.example")
        let root = try IssuerRoot(
            identity: IssuingAuthorityCertificate.make(
                name: AuthorityName(country: "US", stateOrProvince: "US-IA", organization: "Transportation", commonName: "Root"), notBefore: begin,
                contact: contact))
        let signer = try root.issueDocumentSigner(notBefore: begin, contact: contact, crlDistributionPoint: "https://transportation.example/root.crl")
        let storage = try TemporaryFolder()
        let wallet = try ProviderFolder(storage.path + "/wallet")
        try wallet.trust(root.identity.certificatePEM, named: "state", as: .issuer)
        let issued = try MobileDocumentIssuer(signer: signer).issue(
            SampleContent.drivingLicence(country: "US"), deviceKey: wallet.keys.makeKey(label: "licence").publicKey,
            validity: ValidityInfo(signed: midnight, validFrom: midnight, validUntil: midnight.advanced(byDays: 30)))
        try Data(issued).write(to: URL(fileURLWithPath: storage.path + "/licence.mdoc"))
        let program = try #require(Program.path("wallet"))
        let machine = try BrokerFolder([.init(name: "Local", arguments: ["--flaw", "endsAtOnce"], apps: [program])])
        try await ServedBroker.enrol(machine)
        let broker = try await ServedBroker(machine, "accept:Local")
        let added = try await Subprocess.run(
            .path(FilePath(program)),
            arguments: [
                "add", storage.path + "/licence.mdoc", "--key", "licence", "--title", "Licence", "--reviewer", "Robin Clerk", "--folder", wallet.path,
            ],
            environment: .inherit.updating(["MDOC_APPS_SOCKET": machine.configuration.runtime + "/apps.sock"]), output: .string(limit: 1 << 16),
            error: .combinedWithOutput)
        #expect(!added.terminationStatus.isSuccess)
        #expect(added.standardOutput.contains(CapabilityShortfall.keyLevel(.pkcs11).description), "\(added.standardOutput)")
        #expect(try wallet.documents.documents().isEmpty)
        broker.kill()
    }

    @Test("An issuer that nobody wrote down wants nothing")
    func unknown() throws { #expect(try refusal(by: IssuerDirectory.builtIn, enrolment: nil, isCompanion: true) == nil) }
}
