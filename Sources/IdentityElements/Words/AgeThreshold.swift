/// An age somebody is asked to have reached: 1 to 125 years.
public struct AgeThreshold: Hashable, Sendable {
    /// The years.
    public let years: Int

    /// The ages that can be asked about.
    public static let range = 1...125

    /// `age_over_NN`, the identifier under which tables keep all thresholds.
    static let family = "age_over_NN"
    private static let prefix: StaticString = "age_over_"

    /// Takes an age from 1 to 125.
    public init(_ years: Int) throws(IdentityRequestError) {
        guard Self.range.contains(years) else { throw .threshold(years) }
        self.years = years
    }

    /// Reads `age_over_NN` with two digits, from 00 on.
    public init?(ofElement identifier: String) {
        let prefixBytes = Self.prefix.utf8CodeUnitCount
        // By its length first, which tells most elements apart.
        guard identifier.utf8.count == prefixBytes + 2 else { return nil }
        var identifier = identifier
        let years = identifier.withUTF8 { name -> Int? in
            let digits = name[prefixBytes...]
            guard Self.prefix.withUTF8Buffer({ prefix in prefix.indices.allSatisfy { prefix[$0] == name[$0] } }),
                digits.allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
            return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        guard let years else { return nil }
        self.years = years
    }

    /// The element that attests it; nil above 99, since identifiers have two digits.
    public var elementIdentifier: String? { years > 99 ? nil : Self.elementIdentifier(years: years) }

    /// `age_over_NN` for 0 to 99 years.
    public static func elementIdentifier(years: Int) -> String { years < 10 ? "\(prefix)0\(years)" : "\(prefix)\(years)" }
}
