import DocumentTrust
import Foundation
import IdentityElements
import MobileDocument
import Testing
import VectorSupport

@Suite("The catalogue of issuers")
struct IssuerCatalogueTests {
    private static let time = Instant(secondsSinceEpoch: 1_795_219_200)  // 2026-11-21T00:00:00Z

    private func page() throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent("docs/issuers.md"), encoding: .utf8)
    }

    @Test(
        "It names every certificate at hand, by its own fingerprint, and no other",
        .enabled(if: Vectors.isAvailable, Comment(rawValue: Vectors.skipReason)))
    func fingerprints() throws {
        let named = try page().matches(of: /[0-9a-f]{64}/).map { String($0.output) }
        let anchors = try TrustAnchorFolder.load(#require(Vectors.folder).appendingPathComponent("iaca-roots").path)
        #expect(anchors.count > 1)
        #expect(named.sorted() == anchors.map { Hexadecimal.text($0.certificate.fingerprint) }.sorted())
    }

    @Test("The data file has every region of the first announcement, each with its root and page or the reason why not")
    func regions() {
        let directory = IssuerDirectory.builtIn
        for region in ["AZ", "CA", "CO", "GA", "HI", "IA", "MD", "NM", "OH", "PR"].map({ "US-\($0)" }) + ["JP"] {
            #expect(directory.issuers(in: region).count == 1, "\(region)")
        }
        for issuer in directory.issuers {
            switch issuer.root {
            case .published(_, let page): #expect(page.hasPrefix("http"), "\(issuer.name)")
            case .missing(let reason): #expect(reason.count > 20, "\(issuer.name)")
            }
        }
    }

    @Test("Data file and page name the same issuers, fingerprints and addresses")
    func samePage() throws {
        let page = try page()
        for issuer in IssuerDirectory.builtIn.issuers {
            guard case .published(let fingerprint, let address) = issuer.root else { continue }
            let line = try #require(page.split(separator: "\n").first { $0.contains(fingerprint) }, "\(issuer.name)")
            #expect(line.contains(issuer.name) && line.contains("<\(address)>") && line.contains(issuer.region), "\(issuer.name)")
        }
    }

    /// A store's contents with the certificates at hand, of which somebody confirmed those of some regions.
    private func contents(confirmed: Set<String>, scope: TrustAnchor.Scope = .anyDocType, distrusted: Bool = false) throws -> TrustStoreContents {
        let store = try TrustStore.create(at: FileManager.default.temporaryDirectory.appendingPathComponent("issuers-\(UUID().uuidString)").path)
        defer { try? FileManager.default.removeItem(atPath: store.path) }
        let certificates = try TrustAnchorFolder.load(#require(Vectors.folder).appendingPathComponent("iaca-roots").path).map(\.certificate)
        for issuer in IssuerDirectory.builtIn.issuers where confirmed.contains(issuer.region) {
            guard case .published(let fingerprint, _) = issuer.root,
                let certificate = certificates.first(where: { Hexadecimal.text($0.fingerprint) == fingerprint })
            else { continue }
            try store.add(certificate, confirming: certificate.fingerprint, scope: scope, provenance: "test", at: Self.time)
            if distrusted { try store.distrust(fingerprint: certificate.fingerprint, reason: "Its key is known.", at: Self.time) }
        }
        return try store.contents(at: Self.time)
    }

    @Test(
        "Each issuer of the file links to its root once somebody confirmed that, and says why not before",
        .enabled(if: Vectors.isAvailable, Comment(rawValue: Vectors.skipReason)))
    func links() throws {
        let issuers = IssuerDirectory.builtIn.issuers
        let every = try contents(confirmed: Set(issuers.map(\.region)))
        for issuer in issuers {
            switch (issuer.root, every.standing(of: issuer, at: Self.time)) {
            case (.published(let fingerprint, _), .trusted(let anchor)):
                #expect(Hexadecimal.text(anchor.certificate.fingerprint) == fingerprint, "\(issuer.name)")
            case (.missing(let reason), .withoutRoot(let told)): #expect(reason == told && !reason.isEmpty, "\(issuer.name)")
            case (_, let standing): Issue.record("\(issuer.name): \(standing)")
            }
        }
        #expect(issuers.filter { every.standing(of: $0, at: Self.time).anchor == nil }.map(\.region) == ["US-IA", "US"])
        let one = try contents(confirmed: ["US-AZ"])
        #expect(issuers.filter { one.standing(of: $0, at: Self.time).code == "issuer.trusted" }.map(\.region) == ["US-AZ"])
        #expect(one.standing(of: try #require(issuers.first { $0.region == "JP" }), at: Self.time).description.contains("https://www.j-lis.go.jp/"))
    }

    @Test(
        "A root that is distrusted, ended, or there for other documents is named, and trusts nobody",
        .enabled(if: Vectors.isAvailable, Comment(rawValue: Vectors.skipReason)))
    func notTrusted() throws {
        let arizona = try #require(IssuerDirectory.builtIn.issuers(in: "US-AZ").first)
        let confirmed = try contents(confirmed: ["US-AZ"])
        #expect(confirmed.standing(of: arizona, at: try #require(Instant("2040-01-01T00:00:00Z"))).code == "issuer.notValid")
        let other = try contents(confirmed: ["US-AZ"], scope: .docTypes(["org.example.other"]))
        #expect(other.standing(of: arizona, at: Self.time).code == "issuer.otherDocuments")
        let distrusted = try contents(confirmed: ["US-AZ"], distrusted: true)
        #expect(distrusted.standing(of: arizona, at: Self.time).code == "issuer.distrusted")
    }

    @Test("A wallet below an issuer's minimum is told each reason; a watch is one of them where second devices are excluded")
    func minimum() throws {
        let (japan, arizona) = (
            try #require(IssuerDirectory.builtIn.issuers(in: "JP").first), try #require(IssuerDirectory.builtIn.issuers(in: "US-AZ").first)
        )
        let watch = HolderCapability(keyLevel: .pkcs11, userVerification: .deviceOwner, isCompanion: true, version: [1, 0])
        #expect(arizona.minimum.shortfalls(of: watch).isEmpty)
        #expect(japan.minimum.shortfalls(of: watch) == [.keyLevel(.hardware), .companion, .version([1, 1])])
        let phone = HolderCapability(keyLevel: .hardware, userVerification: .biometric, version: [1, 10])
        #expect(japan.minimum.shortfalls(of: phone).isEmpty)
        let nobody = HolderCapability(keyLevel: .hardware, userVerification: .none, version: [1, 1])
        #expect(japan.minimum.shortfalls(of: nobody) == [.userVerification(.deviceOwner)])
    }

    @Test(
        "A line that is not understood is refused by its number",
        arguments: ["issuer | JP", "root | JP | a | b | software | none | no | 1.0 | - | c", "issuer | JP | a | b | paper | none | no | 1.0 | - | c", "issuer | JP | a | b | software | none | no | 1 | - | c", "issuer | JP | a | b | software | none | no | 1.0 | ABC | c"])
    func refused(line: String) {
        for end in ["\n", "\r\n"] { #expect { try IssuerDirectory("# remark" + end + line) } throws: { ($0 as? ElementTableError)?.line == 2 } }
    }

    @Test("Lines that end as on other systems are read as the same issuers")
    func lineEnds() throws {
        let lines = ["# remark", "issuer | JP | a | b | software | none | no | 1.0 | - | c", "", "issuer | UT | d | b | software | none | yes | 1.0 | - | c", ""]
        let issuers = try IssuerDirectory(lines.joined(separator: "\r\n")).issuers
        #expect(issuers.map(\.region) == ["JP", "UT"])
        #expect(try issuers == IssuerDirectory(lines.joined(separator: "\n")).issuers)
    }
}
