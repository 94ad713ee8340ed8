/// What inspected bytes are. The raw values are stable and meant for programs.
public enum InspectionKind: String, Sendable, Hashable, CaseIterable, Encodable {
    /// A request for documents (ISO/IEC 18013-5, 8.3.2.1.2.1).
    case deviceRequest = "device-request"
    /// An answer with documents (ISO/IEC 18013-5, 8.3.2.1.2.2).
    case deviceResponse = "device-response"
    /// One document of an answer.
    case document = "document"
    /// The issuer-signed half of a document, the form in which documents are issued.
    case issuerSigned = "issuer-signed"
    /// One issuer-signed element.
    case issuerSignedItem = "issuer-signed-item"
    /// The device-signed half of a document.
    case deviceSigned = "device-signed"
    /// A device's proof on its own.
    case deviceAuth = "device-auth"
    /// A document request of a request.
    case docRequest = "doc-request"
    /// What is asked of one document.
    case itemsRequest = "items-request"
    /// The object an issuer signs.
    case mobileSecurityObject = "mobile-security-object"
    /// A COSE_Sign1 around a mobile security object.
    case issuerAuth = "issuer-auth"
    /// Any other COSE_Sign1.
    case coseSign1 = "cose-sign1"
    /// A COSE_Mac0.
    case coseMac0 = "cose-mac0"
    /// A COSE_Key.
    case coseKey = "cose-key"
    /// The bytes a COSE signature covers.
    case signatureStructure = "signature-structure"
    /// The bytes a COSE MAC covers.
    case macStructure = "mac-structure"
    /// Nonce and key of an Annex C request.
    case encryptionInfo = "encryption-info"
    /// A sealed Annex C answer.
    case encryptedResponse = "encrypted-response"
    /// A sealed answer of Apple's in-app path (APPLE-HPKE-v1).
    case inAppEnvelope = "in-app-envelope"
    /// The opened content of such an answer.
    case inAppPlaintext = "in-app-plaintext"
    /// What both sides know about an exchange.
    case sessionTranscript = "session-transcript"
    /// The bytes a device authenticates.
    case deviceAuthentication = "device-authentication"
    /// The bytes a reader signs.
    case readerAuthentication = "reader-authentication"
    /// How to reach a device in person.
    case deviceEngagement = "device-engagement"
    /// First message of a session in person.
    case sessionEstablishment = "session-establishment"
    /// Further message of a session in person.
    case sessionData = "session-data"
    /// A list of issuers' roots.
    case vical = "vical"
    /// A list of readers' roots.
    case rical = "rical"
    /// A token status list, signed.
    case statusListToken = "status-list-token"
    /// An identifier list, signed.
    case identifierListToken = "identifier-list-token"
    /// An X.509 certificate.
    case certificate = "certificate"
    /// A PKCS#10 certificate request.
    case certificateRequest = "certificate-request"
    /// An X.509 certificate revocation list.
    case certificateRevocationList = "certificate-revocation-list"
    /// A public key (SubjectPublicKeyInfo).
    case publicKey = "public-key"
    /// A private key, of which nothing is shown.
    case privateKey = "private-key"
    /// CBOR of no known structure.
    case cbor = "cbor"
    /// Nothing known.
    case unknown = "unknown"

    /// The name people know it by.
    public var name: String {
        switch self {
        case .deviceRequest: "DeviceRequest"
        case .deviceResponse: "DeviceResponse"
        case .document: "Document"
        case .issuerSigned: "IssuerSigned"
        case .issuerSignedItem: "IssuerSignedItem"
        case .deviceSigned: "DeviceSigned"
        case .deviceAuth: "DeviceAuth"
        case .docRequest: "DocRequest"
        case .itemsRequest: "ItemsRequest"
        case .mobileSecurityObject: "MobileSecurityObject"
        case .issuerAuth: "issuerAuth"
        case .coseSign1: "COSE_Sign1"
        case .coseMac0: "COSE_Mac0"
        case .coseKey: "COSE_Key"
        case .signatureStructure: "Sig_structure"
        case .macStructure: "MAC_structure"
        case .encryptionInfo: "EncryptionInfo"
        case .encryptedResponse: "EncryptedResponse"
        case .inAppEnvelope: "in-app envelope"
        case .inAppPlaintext: "opened in-app envelope"
        case .sessionTranscript: "SessionTranscript"
        case .deviceAuthentication: "DeviceAuthentication"
        case .readerAuthentication: "ReaderAuthentication"
        case .deviceEngagement: "DeviceEngagement"
        case .sessionEstablishment: "SessionEstablishment"
        case .sessionData: "SessionData"
        case .vical: "VICAL"
        case .rical: "RICAL"
        case .statusListToken: "status list token"
        case .identifierListToken: "identifier list token"
        case .certificate: "X.509 certificate"
        case .certificateRequest: "certificate request"
        case .certificateRevocationList: "certificate revocation list"
        case .publicKey: "public key"
        case .privateKey: "private key"
        case .cbor: "CBOR"
        case .unknown: "unknown"
        }
    }
}
