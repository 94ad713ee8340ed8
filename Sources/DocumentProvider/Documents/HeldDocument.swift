public import COSE
public import Crypto
public import MobileDocument
import CBOR
import DocumentTrust

/// A document a wallet holds, together with the key of the device it was issued to.
public struct HeldDocument: Sendable {
    /// How the device proves itself. One key serves one of the two, never both in its life (ISO/IEC 18013-5, 9.1.3).
    enum DeviceKey: Sendable {
        /// A signature; the only proof there is online.
        case signature(any COSESigner)
        /// A MAC, in sessions where the reader has a key of its own.
        case mac(P256.KeyAgreement.PrivateKey)
    }

    /// The type of document.
    public let docType: DocType
    /// When it may be used.
    public let validity: ValidityInfo
    let issuerSigned: IssuerSigned
    let deviceKey: DeviceKey

    /// Takes a document into the wallet.
    ///
    /// Verify it first with `IssuedDocumentVerification`; this only makes sure that the key is the one it was issued to.
    ///
    /// - Parameters:
    ///   - issuerSigned: the document as issued.
    ///   - deviceKey: the private key of the device.
    public init(issuerSigned: [UInt8], deviceKey: SigningKey) throws(HeldDocumentError) {
        try self.init(issuerSigned: issuerSigned, deviceKey: .signature(deviceKey), publicKey: deviceKey.verificationKey.coseKey)
    }

    /// Takes a document whose device key stays where it was made.
    public init(issuerSigned: [UInt8], deviceKey: some DocumentProvider.DeviceKey) throws(HeldDocumentError) {
        try self.init(issuerSigned: issuerSigned, deviceKey: .signature(deviceKey), publicKey: deviceKey.publicKey)
    }

    /// Takes a document whose device proves itself by a MAC.
    public init(issuerSigned: [UInt8], macKey: P256.KeyAgreement.PrivateKey) throws(HeldDocumentError) {
        try self.init(issuerSigned: issuerSigned, deviceKey: .mac(macKey), publicKey: COSEKey(macKey.publicKey))
    }

    private init(issuerSigned: [UInt8], deviceKey: DeviceKey, publicKey: COSEKey) throws(HeldDocumentError) {
        let mso: MobileSecurityObject
        do {
            self.issuerSigned = try IssuerSigned(issuerSigned)
            guard let payload = self.issuerSigned.issuerAuth.payload else { throw CBORError(.missingMember, at: 0, "issuerAuth carries no payload") }
            mso = try MobileSecurityObject(issuerAuthPayload: payload)
        } catch {
            throw .malformed(String(describing: error))
        }
        guard Self.isSame(mso.deviceKey, publicKey) else { throw .otherDeviceKey }
        docType = mso.docType
        validity = mso.validityInfo
        self.deviceKey = deviceKey
    }

    /// Compares keys and not encodings, since a key may come in compressed form.
    private static func isSame(_ lhs: COSEKey, _ rhs: COSEKey) -> Bool {
        guard let left = try? lhs.verificationKey().coseKey, let right = try? rhs.verificationKey().coseKey else { return false }
        return left == right
    }

    /// Key identifiers of the authorities along the document signer's chain, by which requests name acceptable issuers.
    public var issuerKeyIdentifiers: [[UInt8]] {
        issuerSigned.issuerAuth.headers.certificateChain.compactMap { (try? ParsedCertificate($0))?.authorityKeyIdentifier }
    }

    func item(_ reference: ElementReference) -> IssuerSignedItem? {
        issuerSigned.items.position(of: reference).map { issuerSigned.items[$0] }
    }

    /// What the document attests about ages in a namespace.
    func ageAttestations(in nameSpace: NameSpace) -> [Int: Bool] {
        var attestations: [Int: Bool] = [:]
        for item in issuerSigned.items where item.reference.nameSpace == nameSpace {
            guard let threshold = AgeAttestation.threshold(of: item.elementIdentifier),
                case .boolean(let value)? = try? item.elementValue.value()
            else { continue }
            attestations[threshold] = value
        }
        return attestations
    }
}

extension HeldDocument: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type only.
    public var description: String { "held document of type \(docType)" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so nothing prints elements or keys by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
