package import PresentmentRequest

/// A document that an app registers.
package struct DocumentRegistration: BrokerMessage {
    /// Its name in the app's own storage.
    package let documentIdentifier: String
    /// Its type, such as `org.iso.18013.5.1.mDL`.
    package let documentType: String
    /// Key identifiers of the authorities whose readers may ask; none for any reader, unsigned requests included.
    package let authorityKeyIdentifiers: [[UInt8]]
    /// Key identifiers of who issued it.
    package let issuerKeyIdentifiers: [[UInt8]]
    /// From when on it is not offered: seconds since 1970; nil for never.
    package let invalidation: Double?

    /// Describes a document.
    package init(
        documentIdentifier: String, documentType: String, authorityKeyIdentifiers: [[UInt8]], issuerKeyIdentifiers: [[UInt8]],
        invalidation: Double?
    ) {
        self.documentIdentifier = documentIdentifier
        self.documentType = documentType
        self.authorityKeyIdentifiers = authorityKeyIdentifiers
        self.issuerKeyIdentifiers = issuerKeyIdentifiers
        self.invalidation = invalidation
    }

    package func write(to writer: inout WireWriter) {
        writer.text(documentIdentifier)
        writer.text(documentType)
        for identifiers in [authorityKeyIdentifiers, issuerKeyIdentifiers] {
            writer.short(identifiers.count)
            for identifier in identifiers { writer.data(identifier) }
        }
        writer.optional(invalidation) { $0.long($1.bitPattern) }
    }

    package init(from reader: inout WireReader) throws(WireFault) {
        func identifiers(_ reader: inout WireReader) throws(WireFault) -> [[UInt8]] {
            try reader.list(upTo: MessageBounds.keyIdentifiers) { (reader) throws(WireFault) in
                try reader.data(upTo: MessageBounds.keyIdentifierBytes)
            }
        }
        documentIdentifier = try reader.text(upTo: MessageBounds.text)
        documentType = try reader.text(upTo: MessageBounds.text)
        authorityKeyIdentifiers = try identifiers(&reader)
        issuerKeyIdentifiers = try identifiers(&reader)
        invalidation = try reader.optional { (reader) throws(WireFault) in
            let seconds = Double(bitPattern: try reader.long())
            guard seconds.isFinite, seconds != 0 || seconds.sign == .plus else { throw reader.fault("a date is no number") }
            return seconds
        }
    }
}
