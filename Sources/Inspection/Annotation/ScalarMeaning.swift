/// What a single value stands for, so that it can be shown with its name.
enum ScalarMeaning: Sendable {
    case docType
    case responseStatus, errorCode
    case dateTime
    case digestAlgorithm, digestIdentifier, random
    case elementIdentifier, elementValue
    case retention
    case algorithm, hashAlgorithm, keyType, curve
    case point
    case nonce
    case secret
    case purpose
    case sessionStatus
    case secondsSinceEpoch
    case certificateProfile, listType, trustAnchor
    case opaque(String)
}
