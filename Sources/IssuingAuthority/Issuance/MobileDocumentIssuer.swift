import CBOR
public import COSE
import DocumentTrust
public import MobileDocument

/// Issues mobile documents with one document signer (ISO/IEC 18013-5, 9.1.2; second edition 12.3).
public struct MobileDocumentIssuer: Sendable {
    private let signer: CertifiedKey
    private let digestAlgorithm: DigestAlgorithm
    /// Bytes of salt in each item; the standard asks for 16, deployed issuers use 32.
    private static let saltBytes = 32

    /// Makes an issuer.
    public init(signer: CertifiedKey, digestAlgorithm: DigestAlgorithm = .sha256) {
        self.signer = signer
        self.digestAlgorithm = digestAlgorithm
    }

    /// Issues a document to a device key.
    ///
    /// Salts are fresh and digest identifiers shuffled, so that nothing but the elements themselves links two documents.
    /// Round the times, for example to midnight, for the same reason; on a signer's first day not to before the signer begins.
    ///
    /// - Parameters:
    ///   - content: what the document says; refused with every fault named if it departs from the catalogues, or if wallets could not read the whole
    ///     document, as one of more than 8 MiB (`issuer.content`).
    ///   - deviceKey: public key of the device, whose possession has been proved.
    ///   - validity: when the document is signed and may be used; within the signer's validity, or it is refused (`issuer.document.validity`), since
    ///     verifiers would refuse it.
    ///   - keyAuthorizations: what the device may sign by itself; usually nothing. A namespace is authorised as a whole or by its elements.
    ///   - status: where its revocation will be published; of the document alone, so that no two share a place. One that no list can have, at an
    ///     address that verifiers do not fetch, or with a certificate that cannot be read or may not issue certificates is refused
    ///     (`issuer.document.status`).
    ///   - decoys: digests without an element, which hide how many elements the document has.
    /// - Returns: the encoded `IssuerSigned`.
    public func issue(
        _ content: DocumentContent, deviceKey: COSEKey, validity: ValidityInfo, keyAuthorizations: KeyAuthorizations? = nil,
        status: StatusReference? = nil, decoys: Int = 0
    ) throws(IssuingError) -> [UInt8] {
        try check(content)
        try check(validity)
        if let keyAuthorizations { try Self.check(keyAuthorizations) }
        if let status { try Self.check(status) }
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        let groups = Self.grouped(content.elements)
        var items: [(nameSpace: NameSpace, items: [EmbeddedCBOR])] = []
        var digests: [(nameSpace: NameSpace, digests: [(UInt64, [UInt8])])] = []
        for (nameSpace, elements) in groups {
            let identifiers = (0..<UInt64(elements.count + max(decoys, 0))).shuffled(using: &generator)
            let encoded = zip(elements, identifiers).map { Self.encode($0, digestID: $1, using: &generator) }
            var table = zip(identifiers, encoded).map { ($0, digestAlgorithm.digest(of: $1.encoded.bytes)) }
            for identifier in identifiers.dropFirst(elements.count) {
                table.append((identifier, generator.bytes(digestAlgorithm.digestBytes)))
            }
            items.append((nameSpace, encoded))
            digests.append((nameSpace, table.sorted { $0.0 < $1.0 }))
        }
        let mso = encodeMobileSecurityObject(content.docType, digests, deviceKey, validity, keyAuthorizations, status)
        let issued = try encode(items, issuerAuth: sign(mso))
        try Self.checkReadable(issued)
        return issued
    }

    // MARK: Checks

    private func check(_ content: DocumentContent) throws(IssuingError) {
        var faults = content.faults
        if content.docType == .mobileDrivingLicence {
            guard let subject = try? ParsedCertificate(ByteSlice(signer.derEncoded)) else {
                throw IssuingError(.certificateEncoding, "the document signer's certificate cannot be read")
            }
            if case .text(let country)? = content[.mobileDrivingLicence, "issuing_country"], country != subject.country {
                faults.append("issuing_country is not the signer's country (\(subject.country ?? "none"))")
            }
            if case .text(let state)? = content[.mobileDrivingLicence, "issuing_jurisdiction"], let signerState = subject.stateOrProvince,
                state != signerState
            {
                faults.append("issuing_jurisdiction is not the signer's state (\(signerState))")
            }
        }
        guard faults.isEmpty else { throw IssuingError(.content, faults.joined(separator: "; ")) }
    }

    private func check(_ validity: ValidityInfo) throws(IssuingError) {
        let (signed, from, until) = (validity.signed.instant, validity.validFrom.instant, validity.validUntil.instant)
        guard signed <= from, from < until else {
            throw IssuingError(.documentValidity, "a document is signed first, then valid from one moment until a later one")
        }
        let (notBefore, notAfter) = (signer.notBefore, signer.notAfter)
        guard signed >= notBefore, until <= notAfter else {
            throw IssuingError(.documentValidity, "the document must be signed and end within the signer's validity, \(notBefore) to \(notAfter)")
        }
    }

    private static func check(_ authorizations: KeyAuthorizations) throws(IssuingError) {
        if let element = authorizations.elements.first(where: { authorizations.nameSpaces.contains($0.nameSpace) }) {
            throw IssuingError(
                .documentAuthorizations, "\(element.nameSpace) is authorised as a whole and by its element \(element.identifier); choose one of the two")
        }
    }

    /// Refuses a status that no verifier could ever look up: the document could not be revoked.
    private static func check(_ status: StatusReference) throws(IssuingError) {
        guard status != StatusReference() else {
            throw IssuingError(.documentStatus, "the document would say that its revocation is published, and nowhere; give a place, or no status")
        }
        if let entry = status.statusList {
            // One bit each: in a list of larger values there are fewer.
            let places = UInt64(StatusList.maximumBytes) * 8
            guard entry.index < places else {
                throw IssuingError(
                    .documentStatus, "no list has a place \(entry.index), so the document could never be revoked; the last one is \(places - 1)")
            }
            try check("status list", at: entry.uri, vouchedBy: entry.certificate)
        }
        if let entry = status.identifierList { try check("identifier list", at: entry.uri, vouchedBy: entry.certificate) }
    }

    private static func check(_ list: String, at uri: String, vouchedBy certificate: ByteSlice?) throws(IssuingError) {
        if let fault = StatusAddress.fault(uri) {
            throw IssuingError(.documentStatus, "verifiers would never fetch the \(list) that the document names: \(fault)")
        }
        guard let certificate else { return }
        let authority: ParsedCertificate
        do { authority = try ParsedCertificate(certificate) } catch {
            throw IssuingError(.documentStatus, "the certificate that the document names for its \(list) cannot be read: \(error)")
        }
        // It has to have issued the certificate of the list's signer, and is not that itself.
        guard CertificationPath.mayIssue(authority, below: 0) else {
            throw IssuingError(
                .documentStatus,
                "the certificate that the document names for its \(list), \"\(authority.subject)\", may not issue certificates; name the one that "
                    + "issued the certificate of the list's signer")
        }
    }

    /// What is handed out is what a wallet will read: each part by itself may be in order, and all of them more than is read.
    private static func checkReadable(_ issued: [UInt8]) throws(IssuingError) {
        do throws(CBORError) {
            if let payload = try IssuerSigned(issued).issuerAuth.payload { _ = try MobileSecurityObject(issuerAuthPayload: payload) }
        } catch { throw IssuingError(.content, "no wallet could read the document: \(error)") }
    }

    // MARK: Encoding

    private static func grouped(_ elements: [DocumentContent.Element]) -> [(NameSpace, [DocumentContent.Element])] {
        var order: [NameSpace] = []
        var groups: [NameSpace: [DocumentContent.Element]] = [:]
        for element in elements {
            if groups[element.reference.nameSpace] == nil { order.append(element.reference.nameSpace) }
            groups[element.reference.nameSpace, default: []].append(element)
        }
        return order.map { ($0, groups[$0] ?? []) }
    }

    /// `digestID, random, elementIdentifier, elementValue`, the order of the standard's example.
    private static func encode(
        _ element: DocumentContent.Element, digestID: UInt64, using generator: inout some RandomNumberGenerator
    ) -> EmbeddedCBOR {
        var writer = CBORWriter()
        writer.map(4)
        writer.text("digestID")
        writer.unsigned(digestID)
        writer.text("random")
        writer.byteString(generator.bytes(saltBytes))
        writer.text("elementIdentifier")
        writer.text(element.reference.identifier.rawValue)
        writer.text("elementValue")
        element.value.write(to: &writer)
        return EmbeddedCBOR(wrapping: writer.bytes)
    }

    private func encodeMobileSecurityObject(
        _ docType: DocType, _ digests: [(nameSpace: NameSpace, digests: [(UInt64, [UInt8])])], _ deviceKey: COSEKey,
        _ validity: ValidityInfo, _ keyAuthorizations: KeyAuthorizations?, _ status: StatusReference?
    ) -> EmbeddedCBOR {
        var writer = CBORWriter()
        writer.map(status == nil ? 6 : 7)
        writer.text("version")
        writer.text("1.0")
        writer.text("digestAlgorithm")
        writer.text(digestAlgorithm.rawValue)
        writer.text("valueDigests")
        writer.map(digests.count)
        for (nameSpace, table) in digests {
            writer.text(nameSpace.rawValue)
            writer.map(table.count)
            for (identifier, digest) in table {
                writer.unsigned(identifier)
                writer.byteString(digest)
            }
        }
        writer.text("deviceKeyInfo")
        // What authorises nothing is left out.
        let keyAuthorizations = keyAuthorizations == KeyAuthorizations() ? nil : keyAuthorizations
        writer.map(keyAuthorizations == nil ? 1 : 2)
        writer.text("deviceKey")
        deviceKey.write(to: &writer)
        if let keyAuthorizations {
            writer.text("keyAuthorizations")
            keyAuthorizations.write(to: &writer)
        }
        writer.text("docType")
        writer.text(docType.rawValue)
        writer.text("validityInfo")
        validity.write(to: &writer)
        if let status {
            writer.text("status")
            status.write(to: &writer)
        }
        return EmbeddedCBOR(wrapping: writer.bytes)
    }

    private func sign(_ mso: EmbeddedCBOR) throws(IssuingError) -> [UInt8] {
        do {
            return try COSESign1.encode(signing: mso.encoded.array, isDetached: false, chain: [signer.derEncoded], with: signer.signingKey)
        } catch {
            throw IssuingError(.documentSigning, "the document signer's key could not sign")
        }
    }

    private func encode(_ items: [(nameSpace: NameSpace, items: [EmbeddedCBOR])], issuerAuth: [UInt8]) -> [UInt8] {
        var writer = CBORWriter()
        writer.map(2)
        writer.text("nameSpaces")
        writer.map(items.count)
        for (nameSpace, members) in items {
            writer.text(nameSpace.rawValue)
            writer.array(members.count)
            for member in members { writer.encoded(member.encoded) }
        }
        writer.text("issuerAuth")
        writer.encoded(issuerAuth)
        return writer.bytes
    }
}
