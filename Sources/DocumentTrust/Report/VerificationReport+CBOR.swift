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
            try reader.readArray { reader, _ throws(CBORError) in report.append(contentsOf: [try CheckResult(from: &reader)]) }
            return report
        }
    }
}

extension CheckResult {
    fileprivate init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        self = try reader.readTuple(6) { reader throws(CBORError) in
            guard let identifier = CheckIdentifier(rawValue: try reader.readText()), let outcome = CheckOutcome(rawValue: try reader.readText()) else {
                throw CBORError(.invalidValue, at: start, "there is no such check or outcome")
            }
            return CheckResult(
                identifier: identifier, outcome: outcome,
                document: try reader.readOptional { reader throws(CBORError) in Int(clamping: try reader.readUnsigned()) },
                nameSpace: try reader.readOptional { reader throws(CBORError) in NameSpace(rawValue: try reader.readText()) },
                element: try reader.readOptional { reader throws(CBORError) in ElementIdentifier(rawValue: try reader.readText()) },
                reason: try reader.readOptional { reader throws(CBORError) in try reader.readText() })
        }
    }
}
