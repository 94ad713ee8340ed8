package import CBOR
import MobileDocument

extension RequestComparison {
    /// Writes the comparison for storage: `[asked, answered, missing, unrequested]`, each an array of `[namespace, identifier]`.
    package func write(to writer: inout CBORWriter) {
        writer.array(4)
        for references in [asked, answered, missing, unrequested] {
            writer.array(references.count)
            for reference in references { reference.write(to: &writer) }
        }
    }

    /// Reads what was written.
    package init(from reader: inout CBORReader) throws(CBORError) {
        self = try reader.readTuple(4) { reader throws(CBORError) in
            func references() throws(CBORError) -> [ElementReference] {
                var references: [ElementReference] = []
                try reader.readArray { reader, _ throws(CBORError) in references.append(try ElementReference(from: &reader)) }
                return references
            }
            return RequestComparison(
                asked: try references(), answered: try references(), missing: try references(), unrequested: try references())
        }
    }
}
