import CBOR
import Crypto
import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentCorpus
import RelyingParty

/// A website's own verifier, which judges answers to pages by nothing but what a case says.
struct OwnVerifier: Sendable {
    /// A case lacks what its kind needs.
    struct Incomplete: Error {}

    /// Whether it keeps when a session ends.
    var knowsEnds = true
    /// Whether it gives revocation lists to its trust.
    var knowsRevocation = true

    func answer(to item: CorpusCase) throws -> CorpusAnswer {
        guard item.kind == .response else { return .undecided("it reads answers to pages only") }
        func texts(_ name: CorpusInput.Name) -> [String] { item.inputs.filter { $0.name == name }.map(\.value) }
        func text(_ name: CorpusInput.Name) throws -> String {
            guard let text = texts(name).first else { throw Incomplete() }
            return text
        }
        func moment(_ name: CorpusInput.Name) throws -> Instant {
            guard let moment = Instant(try text(name)) else { throw Incomplete() }
            return moment
        }
        let time = try moment(.time)
        let anchors = try texts(.trust).map { TrustAnchor(try ParsedCertificate(ByteSlice(Self.bytes($0))), provenance: "corpus") }
        var lists: [RevocationList] = []
        if knowsRevocation, let root = anchors.first {
            lists = try texts(.revocationList).map { try RevocationList(Self.bytes($0), issuedBy: root) }
        }
        let session = PendingSession(
            origin: try Origin(text(.origin)), encryptionInfo: try text(.encryptionInfo), deviceRequest: try text(.deviceRequest),
            recipientKey: try P256.KeyAgreement.PrivateKey(rawRepresentation: Self.bytes(text(.recipientKey))),
            expiresAt: try knowsEnds ? moment(.ends) : time)
        let verdict = Verifier(trust: IssuerTrustList(anchors, revocationLists: lists)).verify(
            CredentialResponse(sealed: item.bytes), for: ClaimedSession(claimed: session), at: time)
        if case .verified = verdict { return .accepted }
        return .refused(codes: Set(verdict.report.failures.map(\.identifier.rawValue)))
    }

    private static func bytes(_ text: String) throws -> [UInt8] {
        guard let data = Data(base64Encoded: text) else { throw Incomplete() }
        return [UInt8](data)
    }
}
