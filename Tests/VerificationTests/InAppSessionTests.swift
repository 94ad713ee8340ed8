import CBOR
import Crypto
import DocumentTrust
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

@Suite("Answers to apps")
struct InAppSessionTests {
    private let old = P256.KeyAgreement.PrivateKey()
    private let new = P256.KeyAgreement.PrivateKey()
    private static let nonce = [UInt8](repeating: 5, count: 64)

    private func session(
        nonce: [UInt8] = nonce, merchant: String = "merchant.example", team: String = "TEAM", keys: [P256.KeyAgreement.PrivateKey]? = nil,
        asking elements: [ElementIdentifier] = World.asked, expiresAt: Instant? = World.now.advanced(bySeconds: 60)
    ) throws -> InAppSession {
        try InAppSession(
            nonce: nonce, merchantIdentifier: merchant, teamIdentifier: team, merchantKeys: keys ?? [old, new],
            requested: [RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: elements)], expiresAt: expiresAt)
    }

    private func envelope(to key: P256.KeyAgreement.PrivateKey, _ change: (inout ForgedResponse) -> Void = { _ in }) throws -> [UInt8] {
        var response = ForgedResponse(try World.parties())
        change(&response)
        return try response.envelope(nonce: Self.nonce, merchantIdentifier: "merchant.example", teamIdentifier: "TEAM", merchantKey: key.publicKey)
    }

    private func verify(_ envelope: [UInt8], _ session: consuming InAppSession) throws -> Verdict {
        Verifier(trust: try World.parties().issuerTrust()).verify(envelope: envelope, for: session, at: World.now)
    }

    @Test("While a key is changed, envelopes to the old and to the new one open; after that only those to the new one")
    func rollOver() throws {
        for key in [old, new] {
            guard case .verified(let response) = try verify(try envelope(to: key), session()) else {
                Issue.record("refused")
                continue
            }
            #expect(response.documents[0][.mobileDrivingLicence, "family_name"]?.text == "Appleseed")
            #expect(World.unsaid(in: response.report) == [])
        }
        let late = try verify(try envelope(to: old), session(keys: [new]))
        #expect(RecordedExchange.failures(late.report) == ["response.decryption"])
        #expect(late.report.failures.first?.reason?.contains("pkRHash") == true)
    }

    @Test("An envelope answers its own transaction only, and each difference stops it before it is decrypted")
    func otherTransaction() throws {
        let envelope = try envelope(to: new)
        for session in 0..<3 {
            let verdict = switch session {
            case 0: try verify(envelope, self.session(nonce: [1]))
            case 1: try verify(envelope, self.session(merchant: "merchant.other"))
            default: try verify(envelope, self.session(team: "OTHER"))
            }
            #expect(RecordedExchange.failures(verdict.report) == ["response.decryption"])
            #expect(verdict.report.failures.first?.reason?.contains("infoHash") == true)
            #expect(verdict.report.outcomes(of: .responseEncoding) == [.passed], "it could be read, as the report says")
        }
        let changed = try verify(try InAppEnvelopeText.flipped(envelope), session())
        #expect(RecordedExchange.failures(changed.report) == ["response.decryption"])
    }

    @Test("Production wants a session with an end, and an answer before it")
    func expiry() throws {
        let late = try verify(try envelope(to: new), session(expiresAt: World.now.advanced(bySeconds: -1)))
        #expect(RecordedExchange.failures(late.report) == ["session.expiry"])
        let endless = try verify(try envelope(to: new), session(expiresAt: nil))
        #expect(RecordedExchange.failures(endless.report) == ["session.expiry"])
    }

    @Test("What the app was not to ask for is dropped, and what it left out is missing")
    func comparison() throws {
        guard case .verified(let response) = try verify(try envelope(to: new), session(asking: ["family_name", "portrait"])) else {
            Issue.record("refused")
            return
        }
        #expect(response.documents[0].issuerSigned.map(\.reference.identifier) == ["family_name"])
        #expect(response.comparison.missing.map(\.identifier) == ["portrait"])
        #expect(Set(response.comparison.unrequested.map(\.identifier)) == ["given_name", "age_over_21", "issuing_country"])
    }

    @Test("Where any one of several documents is enough nothing of the others is missing, and one has to come")
    func anyOf() throws {
        let photoID = RequestedDocument("org.iso.23220.photoid.1", nameSpace: "org.iso.23220.1", elements: ["given_name_unicode"])
        let licence = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: World.asked)
        func verdict(isAnyOf: Bool, _ change: (inout ForgedResponse) -> Void = { _ in }) throws -> Verdict {
            let session = try InAppSession(
                nonce: Self.nonce, merchantIdentifier: "merchant.example", teamIdentifier: "TEAM", merchantKeys: [new],
                requested: [photoID, licence], isAnyOf: isAnyOf, expiresAt: World.now.advanced(bySeconds: 60))
            return try verify(try envelope(to: new, change), session)
        }
        for (isAnyOf, missing) in [(true, []), (false, ["given_name_unicode"])] as [(Bool, [String])] {
            guard case .verified(let response) = try verdict(isAnyOf: isAnyOf) else {
                Issue.record("refused")
                continue
            }
            #expect(response.comparison.missing.map(\.identifier.rawValue) == missing)
        }
        let other = try verdict(isAnyOf: true) { $0.items = [.init(0, "height", .unsigned(171))] }
        #expect(RecordedExchange.failures(other.report) == ["request.documents", "request.missing"])
    }

    @Test("The device proves itself by a signature, never by a MAC")
    func mac() throws {
        let verdict = try verify(try envelope(to: new) { $0.proof = .mac }, session())
        #expect(RecordedExchange.failures(verdict.report) == ["device.authentication"])
    }

    @Test("A nonce has 1 to 64 bytes, there is a key, and what the app was to ask for can be asked: no session is made of a mistake")
    func refused() throws {
        for count in [0, 65] {
            #expect(throws: InAppSessionError.nonce(bytes: count)) { _ = try session(nonce: Array(repeating: 1, count: count)) }
        }
        #expect(throws: InAppSessionError.noKeys) { _ = try session(keys: []) }
        let licence = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["given_name"])
        let name = licence.elements[0].reference
        let mistakes: [([RequestedDocument], String)] = [
            ([RequestedDocument(.mobileDrivingLicence, elements: licence.elements + licence.elements)], "twice"),
            ([licence, RequestedDocument(.mobileDrivingLicence, elements: [])], "no elements"),
            (
                [
                    RequestedDocument(
                        .mobileDrivingLicence, elements: licence.elements,
                        info: DocRequestInfo(alternativeDataElements: [AlternativeDataElements(for: name, sets: [[]])]))
                ], "empty"
            ),
            (Array(repeating: licence, count: 17), "more than 16"),
            (
                [RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["age_over_16", "age_over_18", "age_over_21"])],
                "more than two age_over_NN"
            ),
        ]
        for (requested, reason) in mistakes {
            #expect {
                _ = try InAppSession(
                    nonce: Self.nonce, merchantIdentifier: "merchant.example", teamIdentifier: "TEAM", merchantKeys: [new], requested: requested)
            } throws: { error in
                guard let error = error as? InAppSessionError else { return false }
                return error.code == "inApp.requested" && error.description.contains(reason)
            }
        }
    }
}

/// Envelopes with one byte changed.
enum InAppEnvelopeText {
    /// The envelope with the last byte of its ciphertext changed.
    static func flipped(_ bytes: [UInt8]) throws -> [UInt8] {
        let envelope = try InAppEnvelope(bytes)
        var changed = bytes
        changed[envelope.cipherText.offset + envelope.cipherText.count - 1] ^= 1
        return changed
    }
}
