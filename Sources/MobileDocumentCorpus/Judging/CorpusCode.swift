import CBOR
import COSE
import DocumentProvider
import DocumentTrust
import HybridTransport
import MobileDocument

/// The codes under which errors appear in the corpus: their own where they have one.
enum CorpusCode {
    static func of(_ error: any Error) -> String {
        switch error {
        case let error as CBORError: error.code.rawValue
        case let error as COSEFault: of(error)
        case let error as HybridError: error.code.rawValue
        case let error as StatusFault: error.code.rawValue
        case let error as PresentedRequestError: error.code
        case let error as CertificateFault: error.code
        case let error as RevocationListFault: of(error)
        case let error as OriginError: of(error)
        default: "unexpected"
        }
    }

    private static func of(_ fault: COSEFault) -> String {
        switch fault {
        case .algorithmMissing: "cose.algorithm-missing"
        case .algorithmUnprotected: "cose.algorithm-unprotected"
        case .algorithmUnsupported: "cose.algorithm-unsupported"
        case .algorithmNotAllowed: "cose.algorithm-not-allowed"
        case .algorithmKeyMismatch: "cose.algorithm-key-mismatch"
        case .criticalHeader: "cose.critical-header"
        case .labelInBothHeaders, .textLabelInBothHeaders: "cose.label-in-both-headers"
        case .signatureLength: "cose.signature-length"
        case .payloadMissing: "cose.payload-missing"
        case .payloadDiffers: "cose.payload-differs"
        case .signatureInvalid: "cose.signature-invalid"
        case .keyUnsupported: "cose.key-unsupported"
        case .keyInvalid: "cose.key-invalid"
        }
    }

    private static func of(_ fault: RevocationListFault) -> String {
        switch fault {
        case .malformed: "crl.malformed"
        case .criticalExtension: "crl.critical-extension"
        case .otherIssuer: "crl.other-issuer"
        case .signature: "crl.signature"
        }
    }

    private static func of(_ error: OriginError) -> String {
        switch error {
        case .opaque: "origin.opaque"
        case .scheme: "origin.scheme"
        case .path: "origin.path"
        case .userInformation: "origin.user-information"
        case .host: "origin.host"
        case .port: "origin.port"
        }
    }
}
