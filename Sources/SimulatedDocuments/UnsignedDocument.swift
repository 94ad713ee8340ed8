import CBOR
import COSE
import IssuingAuthority
import MobileDocument

/// Encodes what no issuer signs: the form of an issued document, with zeros for a signature, no certificate, and the mark of mock data.
///
/// `MobileDocumentIssuer` stays without a way to leave its signature out.
enum UnsignedDocument {
    private static let algorithm = DigestAlgorithm.sha256
    private static let saltBytes = 32

    static func encode(_ content: DocumentContent, deviceKey: COSEKey, validity: ValidityInfo) throws -> [UInt8] {
        let groups = Dictionary(grouping: content.elements) { $0.reference.nameSpace }.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { group in (nameSpace: group.key, items: group.value.enumerated().map { item($0.element, digestID: UInt64($0.offset)) }) }
        var writer = CBORWriter(capacity: 8192)
        writer.map(2)
        writer.text("nameSpaces")
        writer.map(groups.count)
        for group in groups {
            writer.text(group.nameSpace.rawValue)
            writer.array(group.items.count)
            for item in group.items { writer.encoded(item.encoded) }
        }
        writer.text("issuerAuth")
        let object = mobileSecurityObject(content.docType, groups, deviceKey, validity)
        writer.encoded(try COSESign1.encode(signing: object.encoded.array, isDetached: false, with: AbsentKey()))
        return writer.bytes
    }

    private static func item(_ element: DocumentContent.Element, digestID: UInt64) -> EmbeddedCBOR {
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        return EmbeddedCBOR(
            wrapping: CBORValue.textMap([
                "digestID": .unsigned(digestID), "random": .bytes(generator.bytes(saltBytes)),
                "elementIdentifier": .text(element.reference.identifier.rawValue), "elementValue": element.value,
            ]).encoded)
    }

    private static func mobileSecurityObject(
        _ docType: DocType, _ groups: [(nameSpace: NameSpace, items: [EmbeddedCBOR])], _ deviceKey: COSEKey, _ validity: ValidityInfo
    ) -> EmbeddedCBOR {
        var writer = CBORWriter()
        writer.map(6)
        writer.text("version")
        writer.text("1.0")
        writer.text("digestAlgorithm")
        writer.text(algorithm.rawValue)
        writer.text("valueDigests")
        writer.map(groups.count + 1)
        for group in groups {
            writer.text(group.nameSpace.rawValue)
            writer.map(group.items.count)
            for (digestID, item) in group.items.enumerated() {
                writer.unsigned(UInt64(digestID))
                writer.byteString(algorithm.digest(of: item.encoded.bytes))
            }
        }
        // The mark by which every verifier knows mock data, even if somebody signed it afterwards.
        writer.text(NameSpace.developerTest.rawValue)
        writer.map(1)
        writer.unsigned(0)
        writer.byteString([UInt8](repeating: 0, count: algorithm.digestBytes))
        writer.text("deviceKeyInfo")
        writer.map(1)
        writer.text("deviceKey")
        deviceKey.write(to: &writer)
        writer.text("docType")
        writer.text(docType.rawValue)
        writer.text("validityInfo")
        validity.write(to: &writer)
        return EmbeddedCBOR(wrapping: writer.bytes)
    }
}
