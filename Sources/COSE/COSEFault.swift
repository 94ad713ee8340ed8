/// Why a COSE structure was not accepted. Expected on hostile input, so it is a result and not a crash.
public enum COSEFault: Error, Hashable, Sendable {
    /// The protected header names no algorithm.
    case algorithmMissing
    /// The algorithm stands in the unprotected header only, where anyone may change it.
    case algorithmUnprotected
    /// A registered algorithm that this library cannot compute; its name.
    case algorithmUnsupported(String)
    /// A number outside the allow-list.
    case algorithmNotAllowed(Int64)
    /// The algorithm does not belong to the key's curve.
    case algorithmKeyMismatch(algorithm: String, key: String)
    /// `crit` lists a label that is not processed here.
    case criticalHeader
    /// One label stands in both headers.
    case labelInBothHeaders(Int64)
    /// One text label stands in both headers.
    case textLabelInBothHeaders
    /// A raw signature or tag of the wrong length.
    case signatureLength(Int, expected: Int)
    /// No payload, neither carried nor detached.
    case payloadMissing
    /// A payload is carried that is not the one both sides must have made.
    case payloadDiffers
    /// The mathematics say no.
    case signatureInvalid
    /// A public key of an unsupported type or curve.
    case keyUnsupported(String)
    /// A public key whose coordinates have a wrong length or are not on the curve.
    case keyInvalid
}

extension COSEFault: CustomStringConvertible {
    /// One sentence for the report.
    public var description: String {
        switch self {
        case .algorithmMissing: "the protected header names no algorithm"
        case .algorithmUnprotected: "the algorithm stands in the unprotected header, which the signature does not cover"
        case .algorithmUnsupported(let name): "the algorithm \(name) is not supported"
        case .algorithmNotAllowed(let number): "the algorithm \(number) is not one an mdoc may use"
        case .algorithmKeyMismatch(let algorithm, let key): "the algorithm \(algorithm) does not belong to a key on \(key)"
        case .criticalHeader: "a header marked critical is not understood"
        case .labelInBothHeaders(let label): "header \(label) stands in both the protected and the unprotected header"
        case .textLabelInBothHeaders: "a header with a text label stands in both the protected and the unprotected header"
        case .signatureLength(let length, let expected): "the signature has \(length) bytes instead of \(expected) (raw r, s)"
        case .payloadMissing: "there is no payload"
        case .payloadDiffers: "the payload carried is not the one this session gives"
        case .signatureInvalid: "the signature does not verify"
        case .keyUnsupported(let name): "keys of type \(name) are not supported"
        case .keyInvalid: "the public key is not a point on its curve"
        }
    }
}
