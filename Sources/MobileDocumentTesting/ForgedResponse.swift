public import CBOR
public import COSE
import Crypto
public import MobileDocument
public import RelyingParty

/// A response made by hand from parts that can each be wrong, to see a verifier refuse it.
///
/// Untouched, it is a good response of `SampleParties`; change one part and encode. Nothing here checks anything.
public struct ForgedResponse: Sendable {
    /// How the certificate chain is written.
    public enum ChainShape: Sendable {
        /// As RFC 9360 has it: one certificate as bytes, several as an array.
        case standard
        /// An array even for one.
        case array
        /// In the protected header.
        case protected
        /// Not at all.
        case absent
        /// An empty array.
        case empty
    }

    /// One element as the issuer would prepare it.
    public struct Item: Sendable {
        /// Namespace under which it is returned.
        public var nameSpace: NameSpace = .mobileDrivingLicence
        /// Namespace under which the mobile security object has its digest, to return an element under another than it was signed for;
        /// nil where both are one.
        public var signedNameSpace: NameSpace?
        /// Digest identifier.
        public var digestID: UInt64
        /// Salt.
        public var random: [UInt8] = Array(repeating: 7, count: 32)
        /// Name.
        public var identifier: ElementIdentifier
        /// Value.
        public var value: CBORValue
        /// Value that is digested in place of `value`, to forge an element after signing.
        public var signedValue: CBORValue?
        /// Whether the mobile security object has a digest of it.
        public var isDigested = true
        /// Whether that digest leaves out the tag and the byte-string head, as hasty implementations have it.
        public var digestsContentOnly = false

        /// Makes an element.
        public init(_ digestID: UInt64, _ identifier: ElementIdentifier, _ value: CBORValue) {
            self.digestID = digestID
            self.identifier = identifier
            self.value = value
        }

        func encode(_ value: CBORValue) -> EmbeddedCBOR {
            EmbeddedCBOR(
                wrapping: CBORValue.textMap([
                    "digestID": .unsigned(digestID), "random": .bytes(random), "elementIdentifier": .text(identifier.rawValue),
                    "elementValue": value,
                ]).encoded)
        }
    }

    /// How the device proves itself.
    public enum Proof: Sendable {
        /// A signature by this key over this session.
        case signature(SigningKey)
        /// A signature over another transcript.
        case otherSession(SigningKey)
        /// These bytes in place of a signature.
        case signatureBytes([UInt8])
        /// A MAC under some key.
        case mac
        /// Signature and MAC together.
        case both(SigningKey)
        /// Nothing.
        case none
    }

    /// Version of the response.
    public var responseVersion = "1.0"
    /// Status of the response.
    public var status: UInt64 = 0
    /// Documents reported as not returned.
    public var documentErrors: [DocType: Int64] = [:]
    /// Further members of the response.
    public var extraMembers: [(String, CBORValue)] = []
    /// How many copies of the document the response holds.
    public var documentCount = 1
    /// Type the document says it is.
    public var docType: DocType = .mobileDrivingLicence
    /// Type the issuer signs.
    public var signedDocType: DocType = .mobileDrivingLicence
    /// Elements.
    public var items: [Item] = [
        Item(3, "family_name", .text("Appleseed")), Item(0, "given_name", .text("Kelly")), Item(2, "age_over_21", .boolean(true)),
        Item(1, "issuing_country", .text("UT")),
    ]
    /// Digests of nothing, by namespace.
    public var extraDigests: [NameSpace: [UInt64]] = [:]
    /// Version of the mobile security object.
    public var msoVersion = "1.0"
    /// Name of the digest algorithm; the digests themselves are SHA-256, SHA-384 or SHA-512 by this name, else SHA-256.
    public var digestAlgorithm = "SHA-256"
    /// Dates as they are written.
    public var signed: CBORValue
    /// Start of validity as it is written.
    public var validFrom: CBORValue
    /// End of validity as it is written.
    public var validUntil: CBORValue
    /// `status` of the mobile security object.
    public var msoStatus: CBORValue?
    /// What the device may sign.
    public var keyAuthorizations: KeyAuthorizations?
    /// The device's public key.
    public var deviceKey: COSEKey
    /// Certificates of the signer, DER.
    public var chain: [[UInt8]]
    /// How they are written.
    public var chainShape = ChainShape.standard
    /// The signer's key.
    public var issuerKey: SigningKey
    /// Algorithm written in the protected header in place of the key's own; nil writes none.
    public var algorithm: Int64?
    /// Further entries of the protected header.
    public var protectedEntries: [(Int64, CBORValue)] = []
    /// Entries of the unprotected header.
    public var unprotectedEntries: [(Int64, CBORValue)] = []
    /// Replaces the issuer's signature.
    public var issuerSignature: [UInt8]?
    /// Elements the device signs.
    public var deviceElements: [(NameSpace, [(ElementIdentifier, CBORValue)])] = []
    /// How the device proves itself.
    public var proof: Proof

    /// A good response of the sample world.
    public init(_ parties: SampleParties) {
        let midnight = CalendarDate(parties.now).startOfDay
        signed = .dateTime(midnight.advanced(byDays: -1).description)
        validFrom = signed
        validUntil = .dateTime(midnight.advanced(byDays: 30).description)
        deviceKey = parties.deviceKey.verificationKey.coseKey
        chain = [parties.signer.derEncoded]
        issuerKey = parties.signer.signingKey
        algorithm = parties.signer.signingKey.algorithm.rawValue
        proof = .signature(parties.deviceKey)
    }

    /// The encoded response.
    public func encode(transcript: SessionTranscript) throws -> [UInt8] {
        var writer = CBORWriter()
        writer.map(2 + (documentCount > 0 ? 1 : 0) + (documentErrors.isEmpty ? 0 : 1) + extraMembers.count)
        writer.text("version")
        writer.text(responseVersion)
        if documentCount > 0 {
            writer.text("documents")
            writer.array(documentCount)
            for _ in 0..<documentCount { try writeDocument(transcript, to: &writer) }
        }
        if !documentErrors.isEmpty {
            writer.text("documentErrors")
            writer.array(documentErrors.count)
            for (docType, code) in documentErrors {
                writer.map(1)
                writer.text(docType.rawValue)
                writer.integer(code)
            }
        }
        for (name, value) in extraMembers {
            writer.text(name)
            value.write(to: &writer)
        }
        writer.text("status")
        writer.unsigned(status)
        return writer.bytes
    }

    private func writeDocument(_ transcript: SessionTranscript, to writer: inout CBORWriter) throws {
        writer.map(3)
        writer.text("docType")
        writer.text(docType.rawValue)
        writer.text("issuerSigned")
        var order: [NameSpace] = []
        for item in items where !order.contains(item.nameSpace) { order.append(item.nameSpace) }
        writer.map(order.isEmpty ? 1 : 2)
        if !order.isEmpty {
            writer.text("nameSpaces")
            writer.map(order.count)
            for nameSpace in order {
                let members = items.filter { $0.nameSpace == nameSpace }
                writer.text(nameSpace.rawValue)
                writer.array(members.count)
                for member in members { writer.encoded(member.encode(member.value).encoded) }
            }
        }
        writer.text("issuerAuth")
        writer.encoded(try issuerAuth())
        try writeDeviceSigned(transcript, to: &writer)
    }

    private func issuerAuth() throws -> [UInt8] {
        var protected: [CBORValue.Entry] = []
        if let algorithm { protected.append(.init(key: .integer(1), value: .integer(algorithm))) }
        protected += protectedEntries.map { .init(key: .integer($0.0), value: $0.1) }
        var unprotected = unprotectedEntries.map { CBORValue.Entry(key: .integer($0.0), value: $0.1) }
        let certificates = chain.map { CBORValue.bytes($0) }
        switch chainShape {
        case .standard:
            unprotected.append(.init(key: .integer(33), value: certificates.count == 1 ? certificates[0] : .array(certificates)))
        case .array: unprotected.append(.init(key: .integer(33), value: .array(certificates)))
        case .protected: protected.append(.init(key: .integer(33), value: .array(certificates)))
        case .empty: unprotected.append(.init(key: .integer(33), value: .array([])))
        case .absent: break
        }
        let header = CBORValue.map(protected).encoded
        let payload = EmbeddedCBOR(wrapping: mobileSecurityObject().encoded).encoded.array
        // An empty header is signed as an empty string (RFC 9052, 4.4).
        let message = COSESign1.signedStructure(protected: protected.isEmpty ? [] : header[...], payload: payload[...])
        let signature = try issuerSignature ?? issuerKey.signature(over: message)
        return CBORValue.array([.bytes(header), .map(unprotected), .bytes(payload), .bytes(signature)]).encoded
    }

    private func mobileSecurityObject() -> CBORValue {
        let hash = DigestAlgorithm(rawValue: digestAlgorithm) ?? .sha256
        var digests: [NameSpace: [UInt64: [UInt8]]] = [:]
        for item in items where item.isDigested {
            let prepared = item.encode(item.signedValue ?? item.value)
            digests[item.signedNameSpace ?? item.nameSpace, default: [:]][item.digestID] =
                hash.digest(of: item.digestsContentOnly ? prepared.content.bytes : prepared.encoded.bytes)
        }
        for (nameSpace, identifiers) in extraDigests {
            for identifier in identifiers { digests[nameSpace, default: [:]][identifier] = Array(repeating: 1, count: 32) }
        }
        var key = CBORWriter()
        deviceKey.write(to: &key)
        var keyInfo: [CBORValue.Entry] = [.init(key: .text("deviceKey"), value: Self.tree(key.bytes))]
        if let keyAuthorizations {
            var writer = CBORWriter()
            keyAuthorizations.write(to: &writer)
            keyInfo.append(.init(key: .text("keyAuthorizations"), value: Self.tree(writer.bytes)))
        }
        var members: [CBORValue.Entry] = [
            .init(key: .text("version"), value: .text(msoVersion)),
            .init(key: .text("digestAlgorithm"), value: .text(digestAlgorithm)),
            .init(
                key: .text("valueDigests"),
                value: .map(digests.sorted { $0.key.rawValue < $1.key.rawValue }.map { nameSpace, table in
                    .init(
                        key: .text(nameSpace.rawValue),
                        value: .map(table.sorted { $0.key < $1.key }.map { .init(key: .unsigned($0.key), value: .bytes($0.value)) }))
                })),
            .init(key: .text("deviceKeyInfo"), value: .map(keyInfo)),
            .init(key: .text("docType"), value: .text(signedDocType.rawValue)),
            .init(key: .text("validityInfo"), value: .textMap(["signed": signed, "validFrom": validFrom, "validUntil": validUntil])),
        ]
        if let msoStatus { members.append(.init(key: .text("status"), value: msoStatus)) }
        return .map(members)
    }

    private static func tree(_ bytes: [UInt8]) -> CBORValue {
        (try? CBORItem(bytes[...]).value()) ?? .null
    }

    private func writeDeviceSigned(_ transcript: SessionTranscript, to writer: inout CBORWriter) throws {
        let nameSpaces = EmbeddedCBOR(
            wrapping: CBORValue.map(deviceElements.map { nameSpace, members in
                .init(key: .text(nameSpace.rawValue), value: .map(members.map { .init(key: .text($0.0.rawValue), value: $0.1) }))
            }).encoded)
        let content = DeviceAuthentication(transcript: transcript, docType: docType, nameSpaces: nameSpaces).bytes
        writer.text("deviceSigned")
        writer.map(2)
        writer.text("nameSpaces")
        writer.encoded(nameSpaces.encoded)
        writer.text("deviceAuth")
        let mac = COSEMac0.encode(authenticating: content, with: SymmetricKey(data: [UInt8](repeating: 9, count: 32)))
        func signature(_ key: SigningKey, _ content: [UInt8]) throws -> [UInt8] {
            try COSESign1.encode(signing: content, isDetached: true, with: key)
        }
        switch proof {
        case .signature(let key):
            writer.map(1)
            writer.text("deviceSignature")
            writer.encoded(try signature(key, content))
        case .otherSession(let key):
            let other = try SessionTranscript(.annexC(encryptionInfo: "another", origin: Origin("https://another.example")))
            writer.map(1)
            writer.text("deviceSignature")
            writer.encoded(try signature(key, DeviceAuthentication(transcript: other, docType: docType, nameSpaces: nameSpaces).bytes))
        case .signatureBytes(let bytes):
            writer.map(1)
            writer.text("deviceSignature")
            writer.encoded(CBORValue.array([.bytes([0xa1, 0x01, 0x26]), .map([]), .null, .bytes(bytes)]).encoded)
        case .mac:
            writer.map(1)
            writer.text("deviceMac")
            writer.encoded(mac)
        case .both(let key):
            writer.map(2)
            writer.text("deviceSignature")
            writer.encoded(try signature(key, content))
            writer.text("deviceMac")
            writer.encoded(mac)
        case .none:
            writer.map(0)
        }
    }

    /// Seals the response as the answer to a session.
    public func seal(for session: PendingSession) throws -> CredentialResponse {
        let sealed = try ResponseEncryption.seal(
            encode(transcript: session.transcript), to: session.recipientKey.publicKey, transcript: session.transcript)
        return CredentialResponse(sealed: EncryptedResponse(encapsulatedKey: sealed.encapsulatedKey, cipherText: sealed.cipherText).encoded)
    }
}
