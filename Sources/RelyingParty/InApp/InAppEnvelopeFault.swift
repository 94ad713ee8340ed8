import DocumentTrust

/// Why an in-app envelope does not open.
package enum InAppEnvelopeFault: Error, Sendable, Hashable, CustomStringConvertible {
    case malformed(String)
    case unknownKey
    case otherTranscript
    case decryption

    var check: CheckIdentifier {
        if case .malformed = self { return .responseEncoding }
        return .responseDecryption
    }

    package var description: String {
        switch self {
        case .malformed(let reason): reason
        case .unknownKey: "the envelope is sealed to a key that is not among the merchant keys (pkRHash)"
        case .otherTranscript: "the envelope belongs to another transcript: nonce, merchant identifier or team identifier differ (infoHash)"
        case .decryption: "the envelope does not open; its bytes were changed"
        }
    }
}
