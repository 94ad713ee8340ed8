package import CBOR
import MobileDocument

extension VerificationReport {
    /// Writes the report for storage: `[profile, [check, ...]]`, a check as `[identifier, outcome, document, namespace, element, reason]`.
    package func write(to writer: inout CBORWriter) {
        writer.array(2)
        writer.text(profile)
        writer.array(checks.count)
        for check in checks {
            writer.array(6)
            writer.text(check.identifier.rawValue)
            writer.text(check.outcome.rawValue)
            writer.optional(check.document) { $0.unsigned(UInt64($1)) }
            writer.optional(check.nameSpace) { $0.text($1.rawValue) }
            writer.optional(check.element) { $0.text($1.rawValue) }
            writer.optional(check.reason) { $0.text($1) }
        }
    }

    /// Reads what was written.
    package init(from reader: inout CBORReader) throws(CBORError) {
        self = try reader.readTuple(2) { reader throws(CBORError) in
            var report = VerificationReport(profile: try reader.readText())
            try reader.readArray { reader, _ throws(CBORError) in try report.readCheck(&reader) }
            return report
        }
    }

    private mutating func readCheck(_ reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        try reader.readTuple(6) { reader throws(CBORError) in
            guard let identifier = CheckIdentifier(rawValue: try reader.readText()), let outcome = CheckOutcome(rawValue: try reader.readText()) else {
                throw CBORError(.invalidValue, at: start, "there is no such check or outcome")
            }
            let document = try reader.readOptional { reader throws(CBORError) in Int(clamping: try reader.readUnsigned()) }
            let nameSpace = try reader.readOptional { reader throws(CBORError) in NameSpace(rawValue: try reader.readText()) }
            let name = try reader.readOptional { reader throws(CBORError) in ElementIdentifier(rawValue: try reader.readText()) }
            let reason = try reader.readOptional { reader throws(CBORError) in try reader.readText() }
            guard (nameSpace == nil) == (name == nil), outcome != .passed || reason == nil else {
                throw CBORError(.invalidValue, at: start, "a check names half an element, or a reason to pass")
            }
            let element: ElementReference? = if let nameSpace, let name { ElementReference(nameSpace, name) } else { nil }
            record(identifier, outcome, document: document, element: element, reason)
        }
    }
}
