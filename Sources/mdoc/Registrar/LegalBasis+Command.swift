import ArgumentParser
import Registrar

extension LegalBasis {
    /// Reads an element and its law, `NAME=LAW`.
    static func parse(_ text: String) throws -> LegalBasis {
        guard let equals = text.firstIndex(of: "=") else {
            throw ValidationError("write it as org.iso.23220.1.jp/individual_number_unicode=LAW")
        }
        let reference = try ElementArgument.reference(String(text[..<equals]))
        return LegalBasis(
            nameSpace: reference.nameSpace.rawValue, element: reference.identifier.rawValue, law: String(text[text.index(after: equals)...]))
    }
}
