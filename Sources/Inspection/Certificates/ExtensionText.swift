import MobileDocument

/// What a certificate extension says, for people. Nil where its content cannot be read.
enum ExtensionText {
    private static let readable: Set<String> = [
        "2.5.29.14", "2.5.29.15", "2.5.29.17", "2.5.29.18", "2.5.29.19", "2.5.29.20", "2.5.29.31", "2.5.29.35", "2.5.29.37",
        ObjectIdentifierNames.logotype, ObjectIdentifierNames.readerGrant, ObjectIdentifierNames.readerRegistration,
        ObjectIdentifierNames.merchant,
    ]

    static func of(_ item: CertificateOutline.Extension, _ bytes: [UInt8]) -> String? {
        guard readable.contains(item.identifier) else { return "\(item.value.count) bytes" }
        guard let element = try? DERElement(bytes, in: item.value), element.content.upperBound == item.value.upperBound else {
            return nil
        }
        switch item.identifier {
        case "2.5.29.14": return element.tag == 0x04 ? Hexadecimal.text(bytes[element.content].prefix(64)) : nil
        case "2.5.29.15": return keyUsage(element, bytes)
        case "2.5.29.17", "2.5.29.18": return names(element, bytes)
        case "2.5.29.19": return basicConstraints(element, bytes)
        case "2.5.29.20": return element.tag == 0x02 ? Hexadecimal.text(bytes[element.content].prefix(40)) : nil
        case "2.5.29.31": return distributionPoints(element, bytes)
        case "2.5.29.35": return authorityKeyIdentifier(element, bytes)
        case "2.5.29.37":
            return purposes(element, bytes).map { list in
                list.map { ObjectIdentifierNames.purpose($0) ?? $0 }.joined(separator: ", ")
                    + " [" + list.joined(separator: ", ") + "]"
            }
        case ObjectIdentifierNames.logotype: return RegistrarExtensionText.logotype(element, bytes)
        case ObjectIdentifierNames.readerGrant: return RegistrarExtensionText.grant(element, bytes)
        case ObjectIdentifierNames.readerRegistration: return RegistrarExtensionText.registration(element, bytes)
        case ObjectIdentifierNames.merchant: return RegistrarExtensionText.merchant(element, bytes)
        default: return nil
        }
    }

    /// The OIDs of extended key usage.
    static func purposes(_ element: DERElement, _ bytes: [UInt8]) -> [String]? {
        guard element.tag == 0x30, let children = try? element.children(bytes), !children.isEmpty else { return nil }
        let identifiers = children.prefix(32).compactMap { $0.objectIdentifier(bytes) }
        return identifiers.count == min(children.count, 32) ? identifiers : nil
    }

    private static func keyUsage(_ element: DERElement, _ bytes: [UInt8]) -> String? {
        guard element.tag == 0x03, element.content.count >= 2, element.content.count <= 3 else { return nil }
        let names = [
            "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement", "keyCertSign", "cRLSign",
            "encipherOnly", "decipherOnly",
        ]
        let bits = bytes[element.content.dropFirst()]
        let set = names.enumerated().filter { index, _ in
            let byte = bits.startIndex + index / 8
            return byte < bits.endIndex && bits[byte] & (0x80 >> UInt8(index % 8)) != 0
        }
        return set.isEmpty ? "none" : set.map(\.element).joined(separator: ", ")
    }

    private static func basicConstraints(_ element: DERElement, _ bytes: [UInt8]) -> String? {
        guard element.tag == 0x30, let children = try? element.children(bytes) else { return nil }
        guard children.first?.tag == 0x01, bytes[children[0].content].first ?? 0 != 0 else { return "not a CA" }
        guard children.count > 1, children[1].content.count == 1 else { return "CA" }
        return "CA, path length \(bytes[children[1].content.lowerBound])"
    }

    private static func authorityKeyIdentifier(_ element: DERElement, _ bytes: [UInt8]) -> String? {
        guard element.tag == 0x30, let children = try? element.children(bytes) else { return nil }
        guard let identifier = children.first(where: { $0.tag == 0x80 }) else { return "without key identifier" }
        return Hexadecimal.text(bytes[identifier.content].prefix(64))
    }

    private static func names(_ element: DERElement, _ bytes: [UInt8]) -> String? {
        guard element.tag == 0x30, let children = try? element.children(bytes) else { return nil }
        return children.prefix(16).map { generalName($0, bytes) }.joined(separator: ", ")
    }

    private static func generalName(_ element: DERElement, _ bytes: [UInt8]) -> String {
        let text = SafeText.plain(String(decoding: bytes[element.content], as: UTF8.self), limit: 160)
        switch element.tag {
        case 0x81: return "e-mail \(text)"
        case 0x82: return "DNS \(text)"
        case 0x86: return text
        case 0xa4:
            return (try? DERElement(bytes, in: element.content)).map { CertificateOutline.name($0, bytes) } ?? "unreadable name"
        default: return "another kind of name"
        }
    }

    private static func distributionPoints(_ element: DERElement, _ bytes: [UInt8]) -> String? {
        guard element.tag == 0x30, let points = try? element.children(bytes) else { return nil }
        var texts: [String] = []
        for point in points.prefix(8) {
            guard let fields = try? point.children(bytes), let name = fields.first(where: { $0.tag == 0xa0 }),
                let full = try? DERElement(bytes, in: name.content), full.tag == 0xa0, let names = try? full.children(bytes)
            else { continue }
            texts += names.prefix(8).map { generalName($0, bytes) }
        }
        return texts.isEmpty ? "no address" : texts.joined(separator: ", ")
    }
}
