/// What a COSE signature is there for; decides what its certificates ought to say.
enum SignatureRole: Sendable {
    case issuer, reader, device, trustList, readerTrustList, statusToken, other

    /// Extended key usages that fit, by OID; empty where any may do.
    var keyPurposes: Set<String> {
        switch self {
        case .issuer: ["1.0.18013.5.1.2", "1.0.23220.4.1.2", "1.3.130.2.0.0.1.2"]
        case .reader: ["1.0.18013.5.1.6", "1.0.23220.4.1.6"]
        case .trustList: ["1.0.18013.5.1.8", "1.0.23220.4.1.8"]
        case .device, .readerTrustList, .statusToken, .other: []
        }
    }

    /// The signer's name for reports.
    var signer: String {
        switch self {
        case .issuer: "document signer"
        case .reader: "reader"
        case .trustList, .readerTrustList: "list signer"
        case .device: "device"
        case .statusToken: "token signer"
        case .other: "signer"
        }
    }

    /// Whether ISO/IEC 18013-5 carries the structure untagged.
    var isUntagged: Bool {
        switch self {
        case .issuer, .reader, .device, .trustList, .readerTrustList: true
        case .statusToken, .other: false
        }
    }

    /// Where the certificates belong.
    var chainIsProtected: Bool? {
        switch self {
        case .issuer, .reader: false
        case .statusToken, .readerTrustList: true
        case .trustList, .device, .other: nil
        }
    }
}
