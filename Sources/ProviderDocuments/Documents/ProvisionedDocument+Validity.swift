public import MobileDocument

extension ProvisionedDocument {
    /// When its issuer has it end; nobody is answered with it later. Nil where that cannot be read. What it says is as it is stored: who stands
    /// behind it, `DocumentStore.contents` verifies.
    public var validUntil: Instant? {
        guard let payload = try? IssuerSigned(issuerSigned).issuerAuth.payload else { return nil }
        return (try? MobileSecurityObject(issuerAuthPayload: payload))?.validityInfo.validUntil.instant
    }
}
