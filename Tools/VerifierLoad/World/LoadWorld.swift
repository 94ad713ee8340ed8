import CBOR
import Crypto
import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty

/// Issuer, wallets and website of a load run, and the folder of a service made of them.
struct LoadWorld: Sendable {
    static let backendKey = "backend-key-of-a-load-run"
    static let elements: [ElementIdentifier] = ["family_name", "given_name", "age_over_21", "portrait"]

    let parties: SampleParties
    let people: [Person]
    let folder: String

    /// Makes everything anew.
    ///
    /// - Parameters:
    ///   - people: how many have a licence.
    ///   - portraitBytes: size of each one's portrait.
    ///   - sessionSeconds: how long a session waits for its answer.
    init(folder: String, people: Int, portraitBytes: Int, sessionSeconds: Int) throws {
        let parties = try SampleParties(now: Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)))
        self.parties = parties
        self.folder = folder
        self.people = try (0..<people).map { try Person(number: $0, portraitBytes: portraitBytes, of: parties) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try write("reader.pem", parties.reader.certificatePEM)
        try write("reader-key.pem", parties.reader.privateKeyPEM)
        let root = try ParsedCertificate(ByteSlice(parties.root.identity.derEncoded))
        let trust = try TrustStore.create(at: folder + "/trust")
        try trust.add(root, confirming: root.fingerprint, provenance: "load run", at: parties.now)
        try write("audit-key.pem", P256.Signing.PrivateKey().pemRepresentation)
        try write("verifier.yaml", configuration(sessionSeconds: sessionSeconds))
    }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }

    private func configuration(sessionSeconds: Int) -> String {
        """
        origin: \(parties.origin)
        profile: iso
        policies: [load]
        policy:
          load:
            goals: [\(Self.elements.map(\.rawValue).joined(separator: ", "))]
            session-seconds: \(sessionSeconds)
        readers: [main]
        reader:
          main:
            certificate-file: reader.pem
            key-file: reader-key.pem
        trust:
          path: trust
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

    /// What a person's wallet answers to a handed-out request, as the page posts it.
    func answer(of person: Person, to request: Data) throws -> Data {
        let request = try JSONDecoder().decode(PresentationRequest.self, from: request)
        return try JSONEncoder().encode(person.answer(request, from: parties.origin, at: parties.now))
    }

    /// A good answer to a request of nobody's session: whoever gets it must refuse it.
    func foreignAnswer() throws -> Data {
        let (_, request) = try parties.request(Self.elements)
        return try JSONEncoder().encode(people[0].answer(request, from: parties.origin, at: parties.now))
    }
}
