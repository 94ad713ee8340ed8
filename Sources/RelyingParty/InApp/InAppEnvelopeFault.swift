package import DocumentTrust
import MobileDocument

/// Why an in-app envelope does not open.
package enum InAppEnvelopeFault: Error, Sendable, Hashable, CustomStringConvertible {
    case malformed(String)
    /// SHA-256 of the key it is sealed to.
    case unknownKey([UInt8])
    case otherTranscript
    case decryption

    /// The check that it fails.
    package var check: CheckIdentifier {
        if case .malformed = self { return .responseEncoding }
        return .responseDecryption
    }

    package var description: String {
        switch self {
        case .malformed(let reason): reason
        case .unknownKey(let hash):
            "the envelope is sealed to the key \(Hexadecimal.text(hash)) (pkRHash), which is not among the merchant keys in use"
        case .otherTranscript: "the envelope belongs to another transcript: nonce, merchant identifier or team identifier differ (infoHash)"
        case .decryption: "the envelope does not open; its bytes were changed"
        }
    }
}
