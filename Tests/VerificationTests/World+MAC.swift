import CBOR
import COSE
import Crypto
import DocumentProvider
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting

extension World {
    /// A given name to be shown in proximity by a document whose key agrees on MACs, and the reader's key and session.
    ///
    /// - Parameter isCompressed: whether the document names its key by one coordinate and a sign.
    static func macPresentment(isCompressed: Bool = false) throws -> (
        parties: SampleParties, presented: PresentedDocument, readerKey: P256.KeyAgreement.PrivateKey, transcript: SessionTranscript
    ) {
        let parties = try World.parties()
        let macKey = P256.KeyAgreement.PrivateKey()
        let midnight = CalendarDate(World.now).startOfDay
        let issued = try MobileDocumentIssuer(signer: parties.signer).issue(
            SampleContent.drivingLicence(), deviceKey: isCompressed ? compressed(macKey.publicKey) : COSEKey(macKey.publicKey),
            validity: ValidityInfo(signed: midnight, validFrom: midnight, validUntil: midnight.advanced(byDays: 1)))
        let held = try HeldDocument(issuerSigned: issued, macKey: macKey)
        let readerKey = P256.KeyAgreement.PrivateKey()
        var encodedKey = CBORWriter()
        COSEKey(readerKey.publicKey).write(to: &encodedKey)
        let transcript = SessionTranscript(
            .proximity(
                deviceEngagement: EmbeddedCBOR(wrapping: [0xa0]), readerKey: EmbeddedCBOR(wrapping: encodedKey.bytes),
                handover: try CBORItem([0xf6])))
        let presented = PresentedDocument(document: held, released: [ElementReference(.mobileDrivingLicence, "given_name")])
        return (parties, presented, readerKey, transcript)
    }

    private static func compressed(_ key: P256.KeyAgreement.PublicKey) throws -> COSEKey {
        let point = [UInt8](key.compressedRepresentation)
        var writer = CBORWriter()
        writer.map(4)
        for (label, value) in [(1, 2), (-1, 1)] as [(Int64, Int64)] {
            writer.integer(label)
            writer.integer(value)
        }
        writer.integer(-2)
        writer.byteString(Array(point.dropFirst()))
        writer.integer(-3)
        writer.boolean(point[0] == 0x03)
        var reader = try CBORReader(writer.bytes)
        return try COSEKey(from: &reader)
    }
}
