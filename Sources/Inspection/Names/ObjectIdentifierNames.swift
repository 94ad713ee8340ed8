/// Names of object identifiers in certificates.
enum ObjectIdentifierNames {
    /// The picture of a brand (RFC 9399, 3).
    static let logotype = "1.3.6.1.5.5.7.1.12"
    /// What a registrar lets a reader ask for.
    static let readerGrant = "2.25.6849018726503762786.1"
    /// Who asks and why, by a registrar.
    static let readerRegistration = "2.25.6849018726503762786.2"

    /// Whose key answers to apps are sealed to, by a registrar.
    static let merchant = "2.25.6849018726503762786.3"

    static func attribute(_ identifier: String) -> String {
        switch identifier {
        case "2.5.4.3": "CN"
        case "2.5.4.4": "SN"
        case "2.5.4.5": "serialNumber"
        case "2.5.4.6": "C"
        case "2.5.4.7": "L"
        case "2.5.4.8": "ST"
        case "2.5.4.9": "street"
        case "2.5.4.10": "O"
        case "2.5.4.11": "OU"
        case "2.5.4.97": "organizationIdentifier"
        case "0.9.2342.19200300.100.1.25": "DC"
        case "1.2.840.113549.1.9.1": "email"
        default: identifier
        }
    }

    static func key(algorithm: String, parameter: String?) -> String {
        switch (algorithm, parameter) {
        case ("1.2.840.10045.2.1", "1.2.840.10045.3.1.7"): "P-256"
        case ("1.2.840.10045.2.1", "1.3.132.0.34"): "P-384"
        case ("1.2.840.10045.2.1", "1.3.132.0.35"): "P-521"
        case ("1.2.840.10045.2.1", "1.3.36.3.3.2.8.1.1.7"): "brainpoolP256r1"
        case ("1.2.840.10045.2.1", "1.3.36.3.3.2.8.1.1.9"): "brainpoolP320r1"
        case ("1.2.840.10045.2.1", "1.3.36.3.3.2.8.1.1.11"): "brainpoolP384r1"
        case ("1.2.840.10045.2.1", "1.3.36.3.3.2.8.1.1.13"): "brainpoolP512r1"
        case ("1.2.840.10045.2.1", let curve): "EC on \(curve ?? "an unnamed curve")"
        case ("1.2.840.113549.1.1.1", _): "RSA"
        case ("1.3.101.110", _): "X25519"
        case ("1.3.101.112", _): "Ed25519"
        case ("1.3.101.113", _): "Ed448"
        default: algorithm
        }
    }

    static func signature(_ identifier: String) -> String {
        switch identifier {
        case "1.2.840.10045.4.3.2": "ECDSA with SHA-256"
        case "1.2.840.10045.4.3.3": "ECDSA with SHA-384"
        case "1.2.840.10045.4.3.4": "ECDSA with SHA-512"
        case "1.2.840.10045.4.1": "ECDSA with SHA-1"
        case "1.3.101.112": "Ed25519"
        case "1.3.101.113": "Ed448"
        case "1.2.840.113549.1.1.5": "RSA with SHA-1"
        case "1.2.840.113549.1.1.11": "RSA with SHA-256"
        case "1.2.840.113549.1.1.12": "RSA with SHA-384"
        case "1.2.840.113549.1.1.13": "RSA with SHA-512"
        default: identifier
        }
    }

    static func purpose(_ identifier: String) -> String? {
        switch identifier {
        case "1.0.18013.5.1.2": "mDL document signer"
        case "1.0.18013.5.1.3": "mDL JWS signer (first edition)"
        case "1.0.18013.5.1.4": "IACA link certificate"
        case "1.0.18013.5.1.6": "mdoc reader authentication"
        case "1.0.18013.5.1.7": "IACA"
        case "1.0.18013.5.1.8": "VICAL signer"
        case "1.0.23220.4.1.2": "mdoc document signer (generic)"
        case "1.0.23220.4.1.4": "IACA link certificate (generic)"
        case "1.0.23220.4.1.6": "mdoc reader authentication (generic)"
        case "1.0.23220.4.1.7": "IACA (generic)"
        case "1.0.23220.4.1.8": "VICAL signer (generic)"
        case "1.3.130.2.0.0.1.2": "document signer (EU)"
        case "1.3.6.1.5.5.7.3.1": "TLS server"
        case "1.3.6.1.5.5.7.3.2": "TLS client"
        case "1.3.6.1.5.5.7.3.3": "code signing"
        case "1.3.6.1.5.5.7.3.4": "e-mail"
        case "1.3.6.1.5.5.7.3.8": "time stamping"
        case "1.3.6.1.5.5.7.3.9": "OCSP signing"
        case "2.25.6849018726503762786.4": "sealing of answers to apps"
        case "2.5.29.37.0": "any purpose"
        default: nil
        }
    }

    static func `extension`(_ identifier: String) -> String {
        switch identifier {
        case "2.5.29.14": "subject key identifier"
        case "2.5.29.15": "key usage"
        case "2.5.29.16": "private key usage period"
        case "2.5.29.17": "subject alternative name"
        case "2.5.29.18": "issuer alternative name"
        case "2.5.29.19": "basic constraints"
        case "2.5.29.20": "CRL number"
        case "2.5.29.21": "reason code"
        case "2.5.29.24": "invalidity date"
        case "2.5.29.27": "delta CRL indicator"
        case "2.5.29.28": "issuing distribution point"
        case "2.5.29.29": "certificate issuer"
        case "2.5.29.30": "name constraints"
        case "2.5.29.31": "CRL distribution points"
        case "2.5.29.32": "certificate policies"
        case "2.5.29.33": "policy mappings"
        case "2.5.29.35": "authority key identifier"
        case "2.5.29.36": "policy constraints"
        case "2.5.29.37": "extended key usage"
        case "2.5.29.46": "freshest CRL"
        case "2.5.29.54": "inhibit any policy"
        case "1.3.6.1.5.5.7.1.1": "authority information access"
        case logotype: "logotype"
        case readerGrant: "elements the reader may ask for"
        case readerRegistration: "who asks and why"
        case merchant: "whose key answers to apps are sealed to"
        case "1.3.6.1.4.1.11129.2.4.2": "certificate transparency"
        default: identifier
        }
    }
}
