import CBOR

/// The identifiers of revoked documents (ISO/IEC 18013-5 second edition, 12.3.6).
struct IdentifierList: Sendable {
    let identifiers: Set<ByteSlice>

    init(_ item: CBORItem) throws(StatusFault) {
        var identifiers: Set<ByteSlice>?
        do {
            var reader = try item.reader()
            try reader.readTextMap { (reader, key) throws(CBORError) in
                guard case "identifiers" = key else { return }
                identifiers = try Self.readIdentifiers(&reader)
            }
        } catch {
            throw StatusFault(.list, "the identifier list cannot be read: \(error)")
        }
        guard let identifiers else { throw StatusFault(.list, "the identifier list lacks identifiers") }
        self.identifiers = identifiers
    }

    private static func readIdentifiers(_ reader: inout CBORReader) throws(CBORError) -> Set<ByteSlice> {
        var identifiers: Set<ByteSlice> = []
        try reader.readMap { (reader, key) throws(CBORError) in
            switch key {
            case .bytes(let identifier): identifiers.insert(identifier)
            // Deployed issuers that write identifiers as text write them so here too; they are compared by their bytes.
            case .text(let identifier): identifiers.insert(ByteSlice(Array(identifier.utf8)))
            default: throw CBORError(.unexpectedType, at: reader.offset, "an identifier must be a byte string")
            }
        }
        return identifiers
    }

    func contains(_ identifier: ByteSlice) -> Bool { identifiers.contains(identifier) }
}
