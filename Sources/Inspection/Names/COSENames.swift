import COSE

/// Names of COSE numbers, those this library does not compute with included.
enum COSENames {
    static func algorithm(_ identifier: Int64) -> String? {
        if let known = COSEAlgorithm(rawValue: identifier) { return known.name }
        if let name = COSEAlgorithm.unsupportedName(identifier) { return name }
        return switch identifier {
        case 1: "A128GCM"
        case 3: "A256GCM"
        case 4: "HMAC 256/64"
        case 6: "HMAC 384/384"
        case 7: "HMAC 512/512"
        case -16: "SHA-256"
        case -37: "PS256"
        case -47: "ES256K"
        case -257: "RS256"
        default: nil
        }
    }

    static func hash(_ identifier: Int64) -> String? {
        switch identifier {
        case -16: "SHA-256"
        case -43: "SHA-384"
        case -44: "SHA-512"
        default: nil
        }
    }

    static func keyType(_ identifier: Int64) -> String? {
        switch identifier {
        case 1: "OKP"
        case 2: "EC2"
        case 3: "RSA"
        case 4: "symmetric"
        default: nil
        }
    }

    static func curve(_ identifier: Int64) -> String? {
        if let known = EllipticCurve(rawValue: identifier) { return known.name }
        return switch identifier {
        case 4: "X25519"
        case 5: "X448"
        case 7: "Ed448"
        case 8: "secp256k1"
        case 256: "brainpoolP256r1"
        case 257: "brainpoolP320r1"
        case 258: "brainpoolP384r1"
        case 259: "brainpoolP512r1"
        default: nil
        }
    }

    static func tag(_ number: UInt64) -> String? {
        switch number {
        case 0: "date and time"
        case 1: "seconds since 1970"
        case 2: "big integer"
        case 3: "negative big integer"
        case 16: "COSE_Encrypt0"
        case 17: "COSE_Mac0"
        case 18: "COSE_Sign1"
        case 24: "embedded CBOR"
        case 32: "URI"
        case 61: "CWT"
        case 1004: "date"
        case 55799: "self-described CBOR"
        default: nil
        }
    }
}
