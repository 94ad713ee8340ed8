import CBOR
import COSE
import DocumentProvider
import Foundation
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty

/// Somebody with a licence of their own, so that one session's result in place of another's would be seen.
struct Person: Sendable {
    let familyName: String
    let portrait: [UInt8]
    private let holder: Holder

    /// Issues the licence.
    ///
    /// - Parameter portraitBytes: size of the portrait; some 30 KiB is what licences carry.
    init(number: Int, portraitBytes: Int, of parties: SampleParties) throws {
        let familyName = "Tester\(number)"
        // Another length for everybody, so that no two portraits are equal.
        let portrait = SamplePortrait.placeholder(bytes: portraitBytes + number)
        let sample = SampleContent.drivingLicence(portrait: portrait)
        let content = DocumentContent(
            docType: sample.docType,
            elements: sample.elements.map {
                $0.reference.identifier == "family_name" ? .init($0.reference, .text(familyName)) : $0
            })
        let deviceKey = SigningKey.generate(.p256)
        let midnight = CalendarDate(parties.now).startOfDay
        let licence = try MobileDocumentIssuer(signer: parties.signer, digestAlgorithm: .sha256).issue(
            content, deviceKey: deviceKey.verificationKey.coseKey,
            validity: ValidityInfo(
                signed: midnight.advanced(byDays: -1), validFrom: midnight.advanced(byDays: -1), validUntil: midnight.advanced(byDays: 90)))
        holder = Holder(
            documents: [try HeldDocument(issuerSigned: licence, deviceKey: deviceKey)], readerTrust: try parties.readerTrust(),
            policy: .trustedReaders)
        self.familyName = familyName
        self.portrait = portrait
    }

    /// What the wallet answers to a request, with the person's consent to what it proposes.
    func answer(_ request: PresentationRequest, from origin: Origin, at now: Instant) throws -> CredentialResponse {
        let presented = try PresentedRequest(
            deviceRequest: request.data.deviceRequest, encryptionInfo: request.data.encryptionInfo, origin: origin)
        let review = try holder.review(presented, at: now)
        return CredentialResponse(sealed: try review.answer(PresentationChoice(acceptingDefaultsOf: review)).encoded)
    }
}
