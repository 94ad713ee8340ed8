/// What a registrar writes into a reader's certificate, for people: the brand's icon, the grant, and who asks and why.
enum RegistrarExtensionText {
    /// The picture of a logotype (RFC 9399, 4.1): its type, and whether it is in the certificate.
    static func logotype(_ element: DERElement, _ bytes: [UInt8]) -> String? {
        var texts: [String] = []
        guard element.tag == 0x30, collect(element, bytes, depth: 0, into: &texts) else { return nil }
        guard let type = texts.first(where: { $0.hasPrefix("image/") }), let address = texts.last, address != type else {
            return "without a picture"
        }
        let shown = SafeText.plain(type, limit: 40)
        guard address.hasPrefix("data:"), let comma = address.utf8.firstIndex(of: UInt8(ascii: ",")) else {
            return "\(shown) at \(SafeText.plain(address, limit: 160))"
        }
        let encoded = address[comma...].utf8.dropFirst()
        return "\(shown) picture, embedded, \(encoded.count * 3 / 4 - encoded.suffix(2).count { $0 == UInt8(ascii: "=") }) bytes"
    }

    /// The texts of a tree, in their order.
    private static func collect(_ element: DERElement, _ bytes: [UInt8], depth: Int, into texts: inout [String]) -> Bool {
        guard element.tag & 0x20 != 0 else {
            if let text = element.string(bytes) { texts.append(text) }
            return true
        }
        guard depth < 16, let children = try? element.children(bytes) else { return false }
        return children.allSatisfy { collect($0, bytes, depth: depth + 1, into: &texts) }
    }

    /// The elements that may be asked for, by type of document and namespace.
    static func grant(_ element: DERElement, _ bytes: [UInt8]) -> String? {
        guard element.tag == 0x30, let entries = try? element.children(bytes) else { return nil }
        var parts: [String] = []
        for entry in entries.prefix(8) {
            guard let members = try? entry.children(bytes), members.count == 2, let docType = members[0].string(bytes),
                let nameSpaces = try? members[1].children(bytes)
            else { return nil }
            for nameSpace in nameSpaces.prefix(8) {
                guard let fields = try? nameSpace.children(bytes), fields.count == 2, let name = fields[0].string(bytes),
                    let elements = try? fields[1].children(bytes)
                else { return nil }
                let names = elements.prefix(16).compactMap { $0.string(bytes) }.map { SafeText.plain($0, limit: 60) }
                let more = elements.count > names.count ? " and \(elements.count - names.count) more" : ""
                parts.append(
                    "\(SafeText.plain(docType, limit: 80)), \(SafeText.plain(name, limit: 80)): \(names.joined(separator: ", "))\(more)")
            }
        }
        return parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
    }

    /// Brand, purpose and privacy policy.
    static func registration(_ element: DERElement, _ bytes: [UInt8]) -> String? {
        texts(3, element, bytes).map { "brand \($0[0]), purpose \($0[1]), privacy policy \($0[2])" }
    }

    /// Merchant and team.
    static func merchant(_ element: DERElement, _ bytes: [UInt8]) -> String? {
        texts(2, element, bytes).map { "merchant \($0[0]), team \($0[1])" }
    }

    /// The texts of a sequence of so many.
    private static func texts(_ count: Int, _ element: DERElement, _ bytes: [UInt8]) -> [String]? {
        guard element.tag == 0x30, let members = try? element.children(bytes), members.count == count else { return nil }
        let texts = members.compactMap { $0.string(bytes) }.map { SafeText.quoted($0, limit: 160) }
        return texts.count == count ? texts : nil
    }
}
