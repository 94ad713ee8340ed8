import DocumentTrust
import Foundation
import IdentityElements
import MobileDocument
import Testing
import VectorSupport

@Suite("The catalogue of issuers")
struct IssuerCatalogueTests {
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

    @Test("A root somebody confirmed makes its issuer trusted, and no other")
    func standing() throws {
        let issuers = IssuerDirectory.builtIn.issuers
        guard case .published(let fingerprint, _)? = issuers.first(where: { $0.region == "US-AZ" })?.root else { throw World.Unavailable() }
        #expect(issuers.filter { $0.standing(among: [fingerprint]) == .trusted }.map(\.region) == ["US-AZ"])
        #expect(issuers.allSatisfy { $0.standing(among: []) != .trusted })
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
        #expect { try IssuerDirectory("# remark\n" + line) } throws: { ($0 as? ElementTableError)?.line == 2 }
    }
}
