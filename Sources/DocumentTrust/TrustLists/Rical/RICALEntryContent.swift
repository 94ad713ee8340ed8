import CBOR

/// One entry of a RICAL as decoded: what the provider says of a certificate (`CertificateInfo`).
struct RICALEntryContent {
    let listed: ListedCertificate
    /// Deployed lists leave it out.
    let isTrustAnchor: Bool?
    let authorityKeyIdentifier: ByteSlice?
    let type: String?
    let name: String?
    let constraints: [RICALTrustConstraint]

    init(_ item: CBORItem) throws(CBORError) {
        var reader = try item.reader()
        let start = reader.offset
        var fields = ListedCertificate.Fields()
        var isTrustAnchor: Bool?
        var authorityKeyIdentifier: ByteSlice?
        var type: String?
        var name: String?
        var constraints: [RICALTrustConstraint] = []
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "isTrustAnchor": isTrustAnchor = try reader.readBoolean()
            case "aki": authorityKeyIdentifier = try reader.readBytes()
            case "type": type = try reader.readTextIfAny()
            case "name": name = try reader.readTextIfAny()
            // The annex spells it in both ways.
            case "trustConstraints", "trustContraints":
                let read = RICALTrustConstraint.readAll(try reader.readItem())
                constraints = constraints.isEmpty ? read : [.unreadable]
            default: try fields.read(key, from: &reader)
            }
        }
        listed = try fields.finish(at: start)
        self.isTrustAnchor = isTrustAnchor
        self.authorityKeyIdentifier = authorityKeyIdentifier
        self.type = type
        self.name = name
        self.constraints = constraints
    }
}
