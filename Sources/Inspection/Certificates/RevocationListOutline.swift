/// The fields of a certificate revocation list with their places (RFC 5280, 5.1). Nothing is judged and nothing checked.
struct RevocationListOutline {
    struct Entry {
        let element: DERElement
        let serial: DERElement
        let time: DERElement
        /// Why, where the entry says so.
        let reason: Int?
    }

    /// Entries that are shown and counted apart; a list may have a million.
    static let shownEntries = 64

    let whole: DERElement
    let issuer: DERElement
    let thisUpdate: DERElement
    let nextUpdate: DERElement?
    let entries: [Entry]
    let entryCount: Int
    let extensions: [CertificateOutline.Extension]
    let signatureAlgorithm: String
    let signature: DERElement

    init(_ bytes: [UInt8], in range: Range<Int>) throws(DERElement.Fault) {
        whole = try DERElement(bytes, in: range)
        let parts = try whole.children(bytes)
        guard parts.count == 3 else { throw DERElement.Fault(offset: whole.offset, reason: "a revocation list is a sequence of three parts") }
        var fields = try parts[0].children(bytes)[...]
        if fields.first?.tag == 0x02 { fields.removeFirst() }
        guard fields.count >= 3 else { throw DERElement.Fault(offset: parts[0].offset, reason: "the revocation list's content has too few fields") }
        fields.removeFirst()
        issuer = fields.removeFirst()
        thisUpdate = fields.removeFirst()
        nextUpdate = [0x17, 0x18].contains(fields.first?.tag) ? fields.removeFirst() : nil
        var places: [Range<Int>] = []
        if let list = fields.first, list.tag == 0x30 {
            places = try Self.places(in: list, bytes)
            fields.removeFirst()
        }
        entryCount = places.count
        var entries: [Entry] = []
        for place in places.prefix(Self.shownEntries) { entries.append(try Self.entry(DERElement(bytes, in: place), bytes)) }
        self.entries = entries
        extensions = try fields.first(where: { $0.tag == 0xa0 }).map { wrapper throws(DERElement.Fault) in
            try CertificateOutline.extensions(in: DERElement(bytes, in: wrapper.content), bytes)
        } ?? []
        signatureAlgorithm = try DERElement(bytes, in: parts[1].content).objectIdentifier(bytes) ?? "unreadable"
        signature = parts[2]
    }

    /// A list of entries may be longer than anything else in DER that is looked into.
    private static func places(in list: DERElement, _ bytes: [UInt8]) throws(DERElement.Fault) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var position = list.content.lowerBound
        while position < list.content.upperBound {
            let element = try DERElement(bytes, in: position..<list.content.upperBound)
            places.append(element.range)
            position = element.content.upperBound
        }
        return places
    }

    private static func entry(_ element: DERElement, _ bytes: [UInt8]) throws(DERElement.Fault) -> Entry {
        let members = try element.children(bytes)
        guard members.count >= 2 else { throw DERElement.Fault(offset: element.offset, reason: "an entry has a serial number and a time") }
        var reason: Int?
        if members.count > 2 {
            let code = try CertificateOutline.extensions(in: members[2], bytes).first { $0.identifier == "2.5.29.21" }
            if let code, let value = try? DERElement(bytes, in: code.value), value.tag == 0x0a, value.content.count == 1 {
                reason = Int(bytes[value.content.lowerBound])
            }
        }
        return Entry(element: element, serial: members[0], time: members[1], reason: reason)
    }
}
