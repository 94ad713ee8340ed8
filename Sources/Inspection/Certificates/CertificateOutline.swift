/// The fields of an X.509 certificate with their places. Nothing is judged and nothing checked.
struct CertificateOutline {
    struct Extension {
        let identifier: String
        let isCritical: Bool
        let element: DERElement
        /// Content of the octet string.
        let value: Range<Int>
    }

    let whole: DERElement
    let version: Int
    let serial: DERElement
    let issuer: DERElement
    let notBefore: DERElement
    let notAfter: DERElement
    let subject: DERElement
    let publicKey: DERElement
    let extensions: [Extension]
    let signatureAlgorithm: String
    let signature: DERElement

    init(_ bytes: [UInt8], in range: Range<Int>) throws(DERElement.Fault) {
        whole = try DERElement(bytes, in: range)
        let parts = try Self.children(of: whole, bytes, tag: 0x30, count: 3, "a certificate is a sequence of three parts")
        var fields = try Self.children(of: parts[0], bytes, tag: 0x30, count: 6, "the certificate's content has too few fields")
        var version = 1
        if fields[0].tag == 0xa0 {
            let number = try DERElement(bytes, in: fields[0].content)
            version = number.content.count == 1 ? Int(bytes[number.content.lowerBound]) + 1 : 0
            fields.removeFirst()
        }
        guard fields.count >= 6 else {
            throw DERElement.Fault(offset: parts[0].offset, reason: "the certificate's content has too few fields")
        }
        self.version = version
        serial = fields[0]
        issuer = fields[2]
        let validity = try Self.children(of: fields[3], bytes, tag: 0x30, count: 2, "validity is a sequence of two times")
        (notBefore, notAfter) = (validity[0], validity[1])
        subject = fields[4]
        publicKey = fields[5]
        signatureAlgorithm = try DERElement(bytes, in: parts[1].content).objectIdentifier(bytes) ?? "unreadable"
        signature = parts[2]
        if let wrapper = fields.dropFirst(6).first(where: { $0.tag == 0xa3 }) {
            extensions = try Self.extensions(in: DERElement(bytes, in: wrapper.content), bytes)
        } else {
            extensions = []
        }
    }

    /// The extensions of a sequence of them, as certificates, revocation lists and their entries have.
    static func extensions(in list: DERElement, _ bytes: [UInt8]) throws(DERElement.Fault) -> [Extension] {
        var extensions: [Extension] = []
        for element in try list.children(bytes) {
            let members = try children(of: element, bytes, tag: 0x30, count: 2, "an extension has an identifier and a value")
            guard let identifier = members[0].objectIdentifier(bytes), let value = members.last, value.tag == 0x04 else {
                throw DERElement.Fault(offset: element.offset, reason: "an extension has an identifier and a value")
            }
            let isCritical = members[1].tag == 0x01 && bytes[members[1].content].first ?? 0 != 0
            extensions.append(Extension(identifier: identifier, isCritical: isCritical, element: element, value: value.content))
        }
        return extensions
    }

    func `extension`(_ identifier: String) -> Extension? { extensions.first { $0.identifier == identifier } }

    private static func children(
        of element: DERElement, _ bytes: [UInt8], tag: UInt8, count: Int, _ reason: String
    ) throws(DERElement.Fault) -> [DERElement] {
        guard element.tag == tag else { throw DERElement.Fault(offset: element.offset, reason: reason) }
        let children = try element.children(bytes)
        guard children.count >= count else { throw DERElement.Fault(offset: element.offset, reason: reason) }
        return children
    }

    /// A distinguished name as people write it, first component first.
    static func name(_ element: DERElement, _ bytes: [UInt8]) -> String {
        var parts: [String] = []
        for set in (try? element.children(bytes)) ?? [] {
            for attribute in (try? set.children(bytes)) ?? [] {
                guard let members = try? attribute.children(bytes), members.count == 2,
                    let identifier = members[0].objectIdentifier(bytes)
                else { continue }
                let value = members[1].string(bytes).map { SafeText.plain($0, limit: 100) } ?? "(not text)"
                parts.append("\(ObjectIdentifierNames.attribute(identifier))=\(value)")
            }
        }
        return parts.isEmpty ? "empty name" : parts.joined(separator: ", ")
    }

    /// Name of a public key's algorithm or curve.
    static func keyName(_ element: DERElement, _ bytes: [UInt8]) -> String {
        guard let algorithm = try? DERElement(bytes, in: element.content), let members = try? algorithm.children(bytes),
            let identifier = members.first?.objectIdentifier(bytes)
        else { return "unreadable" }
        let parameter = members.count > 1 ? members[1].objectIdentifier(bytes) : nil
        return ObjectIdentifierNames.key(algorithm: identifier, parameter: parameter)
    }
}
