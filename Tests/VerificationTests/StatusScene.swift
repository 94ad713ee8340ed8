import CBOR
import COSE
import Crypto
import DocumentTrust
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty

/// The sample world with a status signer, and documents that name places in its lists.
struct StatusScene {
    static let uri = "https://status.utopia.example/1"
    static let identifierURI = "https://status.utopia.example/revoked"

    let parties: SampleParties
    let anchor: TrustAnchor
    let signer: CertifiedKey
    let period: StatusTokenPeriod

    init() throws {
        parties = try World.parties()
        anchor = try parties.issuerTrust().anchors[0]
        signer = try parties.root.issueStatusSigner(
            notBefore: World.now.advanced(byDays: -5), contact: .uri("https://mobility.utopia.example"),
            crlDistributionPoint: "https://mobility.utopia.example/iaca.crl")
        period = try StatusTokenPeriod(issuedAt: World.now.advanced(byDays: -1), expiresAt: World.now.advanced(byDays: 6), timeToLive: 3600)
    }

    var root: ParsedCertificate { anchor.certificate }

    /// A list of 64 places.
    func list(bits: StatusValueBits = .one, _ change: (inout StatusListPublisher) throws -> Void = { _ in }) throws -> [UInt8] {
        var list = try StatusListPublisher(uri: Self.uri, count: 64, bits: bits)
        try change(&list)
        return try list.token(period, signer: signer)
    }

    func identifiers(_ revoked: [UInt8]...) throws -> [UInt8] {
        var list = try IdentifierListPublisher(uri: Self.identifierURI)
        for identifier in revoked { list.revoke(identifier) }
        return try list.token(period, signer: signer)
    }

    func trust(_ tokens: [(uri: String, token: [UInt8])], revocationLists: [RevocationList] = []) -> IssuerTrustList {
        var lists = StatusLists()
        for entry in tokens { lists.insert(entry.token, from: entry.uri, fetchedAt: World.now.advanced(bySeconds: -3 * 3600)) }
        return IssuerTrustList([anchor], revocationLists: revocationLists, statusLists: lists)
    }

    /// Verifies a document with this `status`, signed when the list was not made yet, or at another time.
    func verify(
        _ status: CBORValue?, signed: Instant? = nil, trust: IssuerTrustList, profile: any VerificationProfile = ISOProfile(), at time: Instant = World.now
    ) throws -> Verdict {
        var response = ForgedResponse(parties)
        response.msoStatus = status
        if let signed {
            response.signed = .dateTime(signed.description)
            response.validFrom = response.signed
        }
        let (session, _) = try parties.request(World.asked)
        return try Verifier(trust: trust, profile: profile, mode: .development).verify(
            deviceResponse: try response.encode(transcript: session.transcript), transcript: session.transcript, at: time)
    }

    static func place(_ index: UInt64, uri: String = StatusScene.uri, certificate: [UInt8]? = nil) -> CBORValue {
        var members: [CBORValue.Entry] = [
            .init(key: .text("idx"), value: .unsigned(index)), .init(key: .text("uri"), value: .text(uri)),
        ]
        if let certificate { members.append(.init(key: .text("certificate"), value: .bytes(certificate))) }
        return .textMap(["status_list": .map(members)])
    }

    static func entry(_ identifier: CBORValue) -> CBORValue {
        .textMap(["identifier_list": .textMap(["id": identifier, "uri": .text(identifierURI)])])
    }
}

extension Verdict {
    /// How the check of the document's revocation ended.
    var status: [CheckOutcome] { report.outcomes(of: .msoStatus) }

    var isVerified: Bool {
        if case .verified = self { return true }
        return false
    }

    /// What the report says of the document's revocation.
    var statusReason: String { report.checks.first { $0.identifier == .msoStatus }?.reason ?? "" }
}
