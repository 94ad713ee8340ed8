/// The ledger's written form. Reading it applies the rules again, so that nothing enters through the file that could not enter
/// otherwise.
extension RegistrarLedger: Codable {
    /// Version of the written form: a greater one may hold what this program would leave out when it writes the ledger again.
    private static let formVersion = 1

    private enum CodingKeys: String, CodingKey {
        case version, crlDistributionPoint, brands, forms, screenshots, applications, grants, certificates, credentials, lastListNumber, audit
    }

    /// Reads a ledger.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let version = try container.decode(Int.self, forKey: .version)
        guard version <= Self.formVersion else {
            throw RegistrarError(
                .storage, "the ledger was written by a newer version of this program: its form is \(version), and this one knows \(Self.formVersion)",
                mend: "use that version or a later one; nothing was changed")
        }
        self.init(crlDistributionPoint: try container.decode(String.self, forKey: .crlDistributionPoint))
        for record in try container.decode([BrandRecord].self, forKey: .brands) {
            let brand = try record.brand()
            brands[brand.identifier] = brand
        }
        forms = try container.decode([FormRecord].self, forKey: .forms).enumerated().map { try $0.element.form(number: $0.offset + 1) }
        screenshots = try container.decode([String: Set<String>].self, forKey: .screenshots)
        applications = try container.decode([ApplicationRecord].self, forKey: .applications).enumerated()
            .map { try $0.element.application(number: $0.offset + 1) }
        grants = try container.decode([IssuedGrant].self, forKey: .grants)
        certificates = try container.decode([IssuedCertificate].self, forKey: .certificates)
        credentials = try container.decode([Credential].self, forKey: .credentials)
        lastListNumber = try container.decode(UInt64.self, forKey: .lastListNumber)
        audit = try container.decode([AuditRecord].self, forKey: .audit)
    }

    /// Writes a ledger.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.formVersion, forKey: .version)
        try container.encode(crlDistributionPoint, forKey: .crlDistributionPoint)
        try container.encode(brands.values.sorted { $0.identifier < $1.identifier }.map(BrandRecord.init), forKey: .brands)
        try container.encode(forms.map(FormRecord.init), forKey: .forms)
        try container.encode(screenshots.mapValues { $0.sorted() }, forKey: .screenshots)
        try container.encode(applications.map(ApplicationRecord.init), forKey: .applications)
        try container.encode(grants, forKey: .grants)
        try container.encode(certificates, forKey: .certificates)
        try container.encode(credentials, forKey: .credentials)
        try container.encode(lastListNumber, forKey: .lastListNumber)
        try container.encode(audit, forKey: .audit)
    }
}
