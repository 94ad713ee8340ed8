import CBOR
import Crypto
import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty

/// Issuer, wallet and website of a load run, and the service's folder made of them.
struct LoadWorld: Sendable {
    static let backendKey = "backend-key-of-a-load-run"
    static let elements: [ElementIdentifier] = ["family_name", "given_name", "age_over_21", "portrait"]

    let parties: SampleParties
    let folder: String

    init(folder: String) throws {
        self.folder = folder
        parties = try SampleParties(now: Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)))
        try write("reader.pem", parties.reader.certificatePEM)
        try write("reader-key.pem", parties.reader.privateKeyPEM)
        let root = try ParsedCertificate(ByteSlice(parties.root.identity.derEncoded))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let trust = try TrustStore.create(at: folder + "/trust")
        try trust.add(root, confirming: root.fingerprint, provenance: "load run", at: parties.now)
        try write("audit-key.pem", P256.Signing.PrivateKey().pemRepresentation)
        try write("verifier.yaml", configuration)
    }

    private func write(_ name: String, _ text: String) throws {
        let url = URL(fileURLWithPath: folder + "/" + name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private var configuration: String {
        """
        origin: \(parties.origin)
        profile: iso
        policies: [load]
        policy:
          load:
            goals: [\(Self.elements.map(\.rawValue).joined(separator: ", "))]
            session-seconds: 1800
        readers: [main]
        reader:
          main:
            certificate-file: reader.pem
            key-file: reader-key.pem
        trust:
          path: trust
        store:
          sqlite:
            path: sessions.sqlite
        sealing:
          keys: [one]
          one:
            key: \(Base64URL.encode([UInt8](repeating: 7, count: 32)))
        audit:
          key-file: audit-key.pem
        backend:
          keys: [site]
          site:
            sha256: \(Hexadecimal.text(Array(SHA256.hash(data: Array(Self.backendKey.utf8)))))
        limits:
          per-minute: 1000000
          concurrent: 4096

        """
    }

    /// The wallet's answer to a handed-out request, as the page posts it.
    func answer(_ request: Data) throws -> Data {
        try JSONEncoder().encode(parties.answer(JSONDecoder().decode(PresentationRequest.self, from: request)))
    }
}
