public import CBOR

/// The device-signed half of a document, not yet verified (ISO/IEC 18013-5, 8.3.2.1.2.2).
public struct DeviceSigned: Sendable, Hashable {
    /// One device-signed element.
    public struct Element: Sendable, Hashable {
        /// Which element.
        public let reference: ElementReference
        /// Its value, not yet verified.
        package let value: CBORItem
    }

    /// `24(DeviceNameSpaces)` as received; part of what the device authenticates.
    package let nameSpaces: EmbeddedCBOR
    /// The elements in it; usually none.
    public let elements: [Element]
    /// The device's proof.
    public let deviceAuth: DeviceAuth

    /// Encoding of no device-signed elements: `24(h'a0')`.
    public static let emptyNameSpaces = EmbeddedCBOR(wrapping: [0xa0])

    init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        var nameSpaces: EmbeddedCBOR?
        var deviceAuth: DeviceAuth?
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "nameSpaces": nameSpaces = try reader.readEmbedded()
            case "deviceAuth": deviceAuth = try DeviceAuth(from: &reader)
            default: break
            }
        }
        let content = try required(nameSpaces.take(), "nameSpaces", of: "DeviceSigned", at: start)
        let proof = try required(deviceAuth.take(), "deviceAuth", of: "DeviceSigned", at: start)
        elements = try Self.readElements(content)
        self.nameSpaces = content
        self.deviceAuth = proof
    }

    private static func readElements(_ nameSpaces: EmbeddedCBOR) throws(CBORError) -> [Element] {
        var elements: [Element] = []
        var reader = try nameSpaces.reader()
        try reader.readTextMap { (reader, key) throws(CBORError) in
            let nameSpace = NameSpace(rawValue: try reader.identifier(key))
            try reader.readTextMap { (reader, key) throws(CBORError) in
                let name = ElementIdentifier(rawValue: try reader.identifier(key))
                elements.append(Element(reference: ElementReference(nameSpace, name), value: try reader.readItem()))
            }
        }
        try reader.finish()
        return elements
    }
}
