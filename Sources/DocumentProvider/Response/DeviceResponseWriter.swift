import CBOR
import COSE
public import Crypto
public import MobileDocument

/// Builds device responses: released items in their original bytes, each document proved by its device key
/// (ISO/IEC 18013-5, 8.3.2.1.2.2 and 9.1.3).
public enum DeviceResponseWriter {
    /// Encodes a response.
    ///
    /// - Parameters:
    ///   - documents: what is presented.
    ///   - transcript: the session's transcript.
    ///   - readerKey: the reader's ephemeral public key of a proximity session, for documents that prove themselves by MAC.
    public static func encode(
        _ documents: [PresentedDocument], transcript: SessionTranscript, readerKey: P256.KeyAgreement.PublicKey?
    ) throws(PresentationRefusal) -> [UInt8] {
        var writer = CBORWriter(capacity: 4096)
        writer.map(3)
        writer.text("version")
        writer.text("1.0")
        writer.text("documents")
        writer.array(documents.count)
        for document in documents { try write(document, transcript, readerKey, to: &writer) }
        writer.text("status")
        writer.unsigned(0)
        return writer.bytes
    }

    private static func write(
        _ presented: PresentedDocument, _ transcript: SessionTranscript, _ readerKey: P256.KeyAgreement.PublicKey?,
        to writer: inout CBORWriter
    ) throws(PresentationRefusal) {
        let document = presented.document
        writer.map(3)
        writer.text("docType")
        writer.text(document.docType.rawValue)
        writer.text("issuerSigned")
        document.issuerSigned.write(Self.items(presented), to: &writer)
        writer.text("deviceSigned")
        writer.map(2)
        writer.text("nameSpaces")
        writer.encoded(DeviceSigned.emptyNameSpaces.encoded)
        writer.text("deviceAuth")
        writer.map(1)
        let content = DeviceAuthentication(transcript: transcript, docType: document.docType, nameSpaces: DeviceSigned.emptyNameSpaces).bytes
        switch document.deviceKey {
        case .signature(let key):
            let signature: [UInt8]
            do { signature = try sign(content, with: key) } catch let error as DeviceKeyError { throw .deviceKey(error) } catch { throw .cryptography }
            writer.text("deviceSignature")
            writer.encoded(signature)
        case .mac(let key):
            guard let readerKey else { throw .signatureUnavailable }
            guard let macKey = try? DeviceMacKey.derive(privateKey: key, publicKey: readerKey, transcript: transcript) else {
                throw .cryptography
            }
            writer.text("deviceMac")
            writer.encoded(COSEMac0.encode(authenticating: content, with: macKey))
        }
    }

    private static func sign(_ content: [UInt8], with key: some COSESigner) throws -> [UInt8] {
        try COSESign1.encode(signing: content, isDetached: true, with: key)
    }

    /// The released items, in the document's own order.
    private static func items(_ presented: PresentedDocument) -> [IssuerSignedItem] {
        let released = Set(presented.released)
        return presented.document.issuerSigned.items.filter { released.contains($0.reference) }
    }
}
