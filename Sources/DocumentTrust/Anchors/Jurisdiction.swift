/// A country, or one state or province of it, as certificates name them.
public struct Jurisdiction: Sendable, Hashable {
    /// Two capital letters (C).
    public let country: String
    /// State or province (ST), spelt as in the certificate; nil for the whole country.
    public let stateOrProvince: String?

    /// Names a place.
    public init(country: String, stateOrProvince: String? = nil) {
        self.country = country
        self.stateOrProvince = stateOrProvince
    }

    /// Reads `UT` or `UT/UT-7`; nil unless there are two capital letters and, behind a slash, a name.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts[0].utf8.count == 2, parts[0].utf8.allSatisfy({ (0x41...0x5a).contains($0) }), parts.count == 1 || !parts[1].isEmpty
        else { return nil }
        self.init(country: parts[0], stateOrProvince: parts.count == 2 ? parts[1] : nil)
    }

    /// Whether a certificate's subject is of this place.
    func contains(_ certificate: ParsedCertificate) -> Bool {
        certificate.country == country && (stateOrProvince == nil || certificate.stateOrProvince == stateOrProvince)
    }
}

extension Jurisdiction: CustomStringConvertible {
    /// `UT` or `UT/UT-7`.
    public var description: String { stateOrProvince.map { "\(country)/\($0)" } ?? country }
}
