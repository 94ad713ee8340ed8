public import CBOR
public import COSE

/// The object an issuer signs: digests of all elements, the device key, the document type and the validity
/// (ISO/IEC 18013-5, 9.1.2.4; second edition 12.3).
///
/// A class only because it is large and handed from check to check; nothing of it ever changes.
public final class MobileSecurityObject: Sendable, Hashable {
    /// Version text, `major.minor`.
    public let version: String
    /// The digest algorithm's name as written; the verifier refuses names it does not know.
    public let digestAlgorithmName: String
    /// Digests by namespace.
    public let valueDigests: ValueDigests
    /// The key that proves possession of the device.
    public let deviceKey: COSEKey
    /// What the device key may sign by itself.
    public let keyAuthorizations: KeyAuthorizations?
    /// The document type it vouches for.
    public let docType: DocType
    /// When it may be used.
    public let validityInfo: ValidityInfo
    /// Where its revocation status is published.
    public let status: StatusReference?
    /// True when `status` is present and null, as simulators send it; counts as absent.
    public let statusIsNull: Bool

    /// Reads the payload of `issuerAuth`: `24(MobileSecurityObject)`.
    public convenience init(issuerAuthPayload payload: ByteSlice) throws(CBORError) {
        var outer = try CBORReader(payload.bytes)
        let embedded = try outer.readEmbedded()
        try outer.finish()
        var reader = try embedded.reader()
        try self.init(from: &reader)
        try reader.finish()
    }

    init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        var version: String?
        var digestAlgorithm: String?
        var valueDigests: ValueDigests?
        var deviceKey: COSEKey?
        var keyAuthorizations: KeyAuthorizations?
        var docType: DocType?
        var validityInfo: ValidityInfo?
        var status: StatusReference?
        var statusIsNull = false
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "version": version = try reader.readText()
            case "digestAlgorithm": digestAlgorithm = try reader.readText()
            case "valueDigests": valueDigests = try ValueDigests(from: &reader)
            case "deviceKeyInfo": (deviceKey, keyAuthorizations) = try Self.readDeviceKeyInfo(&reader)
            case "docType": docType = DocType(rawValue: try reader.readIdentifier())
            case "validityInfo": validityInfo = try ValidityInfo(from: &reader)
            case "status" where try reader.peekKind() == .null: statusIsNull = true
            case "status": status = try StatusReference(from: &reader)
            default: break
            }
        }
        self.version = try required(version.take(), "version", of: "MobileSecurityObject", at: start)
        self.digestAlgorithmName = try required(digestAlgorithm.take(), "digestAlgorithm", of: "MobileSecurityObject", at: start)
        self.valueDigests = try required(valueDigests.take(), "valueDigests", of: "MobileSecurityObject", at: start)
        self.deviceKey = try required(deviceKey.take(), "deviceKeyInfo.deviceKey", of: "MobileSecurityObject", at: start)
        self.keyAuthorizations = keyAuthorizations.take()
        self.docType = try required(docType.take(), "docType", of: "MobileSecurityObject", at: start)
        self.validityInfo = try required(validityInfo.take(), "validityInfo", of: "MobileSecurityObject", at: start)
        self.status = status.take()
        self.statusIsNull = statusIsNull
    }

    /// The digest algorithm, if its name is known.
    public var digestAlgorithm: DigestAlgorithm? { DigestAlgorithm(rawValue: digestAlgorithmName) }

    /// Equal when all parts are.
    public static func == (lhs: MobileSecurityObject, rhs: MobileSecurityObject) -> Bool {
        lhs.version == rhs.version && lhs.digestAlgorithmName == rhs.digestAlgorithmName && lhs.valueDigests == rhs.valueDigests
            && lhs.deviceKey == rhs.deviceKey && lhs.keyAuthorizations == rhs.keyAuthorizations && lhs.docType == rhs.docType
            && lhs.validityInfo == rhs.validityInfo && lhs.status == rhs.status && lhs.statusIsNull == rhs.statusIsNull
    }

    /// In agreement with equality.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(deviceKey)
        hasher.combine(valueDigests)
    }

    private static func readDeviceKeyInfo(
        _ reader: inout CBORReader
    ) throws(CBORError) -> (COSEKey?, KeyAuthorizations?) {
        var deviceKey: COSEKey?
        var authorizations: KeyAuthorizations?
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "deviceKey": deviceKey = try COSEKey(from: &reader)
            case "keyAuthorizations": authorizations = try KeyAuthorizations(from: &reader)
            default: break
            }
        }
        return (deviceKey, authorizations)
    }
}
