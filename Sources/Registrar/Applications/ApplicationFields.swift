import DocumentTrust

/// The fields of an application: which are missing, and what is wrong with one.
struct ApplicationFields {
    private var missing: [String] = []

    /// Takes a field, or notes that it is missing.
    mutating func require(_ text: String?, _ field: String) -> String {
        if text?.isEmpty ?? true { missing.append(field) }
        return text ?? ""
    }

    /// Takes a list, or notes that it is missing; an empty one is there.
    mutating func require<Value>(_ list: [Value]?, _ field: String) -> [Value] {
        if list == nil { missing.append(field) }
        return list ?? []
    }

    /// Names everything that is missing.
    func check() throws(RegistrarError) {
        guard missing.isEmpty else {
            throw RegistrarError(.applicationMissing, "the application lacks \(missing.joined(separator: ", "))", mend: "fill it in")
        }
    }

    static func checkText(_ text: String, _ field: String, limit: Int) throws(RegistrarError) {
        guard ReaderRegistration.isSafe(text, limit: limit) else {
            throw wrong(field, "is empty, too long, or holds invisible characters", "give 1 to \(limit) visible characters in one line")
        }
    }

    static func checkURL(_ text: String, _ field: String) throws(RegistrarError) {
        guard (try? ReaderRegistration(brand: "brand", purpose: "purpose", privacyPolicy: text)) != nil else {
            throw wrong(field, "is not an https URL", "give an https URL of at most \(ReaderRegistration.maximumURL) characters")
        }
    }

    static func checkIdentifier(_ text: String, _ field: String) throws(RegistrarError) {
        guard ReverseDomainName.isIdentifier(text) else { throw wrong(field, "is not an identifier", ReverseDomainName.remedy) }
    }

    static func checkCount(_ list: [some Any], _ field: String, _ range: ClosedRange<Int>) throws(RegistrarError) {
        guard range.contains(list.count) else { throw wrong(field, "has \(list.count) entries", "give \(range.lowerBound) to \(range.upperBound)") }
    }

    static func wrong(_ field: String, _ fault: String, _ remedy: String) -> RegistrarError {
        RegistrarError(.applicationField, "the field \(field) \(fault)", mend: remedy)
    }
}
