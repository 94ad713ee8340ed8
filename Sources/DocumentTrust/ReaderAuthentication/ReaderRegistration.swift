import SwiftASN1

/// Who asks and why, in words a registrar has reviewed; a wallet may show them.
public struct ReaderRegistration: Sendable, Hashable {
    /// The brand's name.
    public let brand: String
    /// What the data is for, one sentence.
    public let purpose: String
    /// Where the privacy policy is: an https URL.
    public let privacyPolicy: String

    /// Longest brand name in characters.
    public static let maximumBrand = 64
    /// Longest purpose in characters.
    public static let maximumPurpose = 200
    /// Longest URL in characters.
    public static let maximumURL = 512

    /// Accepts the words if nothing in them deceives the eye.
    public init(brand: String, purpose: String, privacyPolicy: String) throws(ReaderCertificateFault) {
        guard Self.isSafe(brand, limit: Self.maximumBrand) else { throw .registrationText("brand") }
        guard Self.isSafe(purpose, limit: Self.maximumPurpose) else { throw .registrationText("purpose") }
        guard Self.isSafe(privacyPolicy, limit: Self.maximumURL), privacyPolicy.hasPrefix("https://"),
            privacyPolicy.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .registrationText("privacy policy") }
        self.brand = brand
        self.purpose = purpose
        self.privacyPolicy = privacyPolicy
    }

    /// Whether a text is not empty, not too long, has no space at its ends, and no control, bidirectional or other invisible
    /// character, with which one name could be made to look like another.
    public static func isSafe(_ text: String, limit: Int) -> Bool {
        guard text.utf8.count <= 4 * limit, (1...limit).contains(text.unicodeScalars.count), let first = text.unicodeScalars.first,
            let last = text.unicodeScalars.last, !first.properties.isWhitespace, !last.properties.isWhitespace
        else { return false }
        return text.unicodeScalars.allSatisfy(\.isVisible)
    }

    /// Reads the extension's value.
    package init(der: ArraySlice<UInt8>) throws(ReaderCertificateFault) {
        let texts: [String]
        do {
            texts = try DERFields.sequence(DER.parse(der), limit: 3, orThrow: .registrationStructure).map(DERFields.text)
        } catch { throw .registrationStructure }
        guard texts.count == 3 else { throw .registrationStructure }
        try self.init(brand: texts[0], purpose: texts[1], privacyPolicy: texts[2])
    }
}
