import CBOR
import Crypto
import MobileDocument
public import RelyingParty

/// Opens a sealed answer with the session's key, changes it, and seals it again: what an attacker who got hold of a
/// device or a wallet's code could send.
public enum AlteredResponse {
    /// Changes the plaintext of an answer.
    ///
    /// - Parameters:
    ///   - response: a good answer.
    ///   - session: its session.
    ///   - change: receives the encoded `DeviceResponse`.
    public static func make(
        from response: CredentialResponse, for session: PendingSession, _ change: ([UInt8]) throws -> [UInt8]
    ) throws -> CredentialResponse? {
        guard let bytes = response.sealed, let plaintext = ResponseOpener.open(try EncryptedResponse(bytes), for: session)
        else { return nil }
        let sealed = try ResponseEncryption.seal(try change(plaintext), to: session.recipientKey.publicKey, transcript: session.transcript)
        return CredentialResponse(sealed: EncryptedResponse(encapsulatedKey: sealed.encapsulatedKey, cipherText: sealed.cipherText).encoded)
    }

    /// Replaces the first occurrence of a byte sequence with another.
    public static func replacing(_ old: [UInt8], with new: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        guard let range = bytes.firstRange(of: old) else { return bytes }
        return bytes[..<range.lowerBound] + new + bytes[range.upperBound...]
    }

    /// One `DeviceResponse` with the documents of several, each as it is.
    public static func joining(_ responses: [[UInt8]]) throws -> [UInt8] {
        var documents: [[UInt8]] = []
        for bytes in responses {
            var reader = try CBORReader(bytes)
            try reader.readTextMap { (reader, key) throws(CBORError) in
                guard key == "documents" else { return }
                try reader.readArray { (reader, _) throws(CBORError) in documents.append(try reader.readItem().encoded.array) }
            }
        }
        var writer = CBORWriter()
        writer.map(3)
        writer.text("version")
        writer.text("1.0")
        writer.text("documents")
        writer.array(documents.count)
        for document in documents { writer.encoded(document) }
        writer.text("status")
        writer.unsigned(0)
        return writer.bytes
    }
}
