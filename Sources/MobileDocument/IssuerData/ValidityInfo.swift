public import CBOR

/// When a mobile security object was signed and may be used. Technical validity, not the document's expiry date.
public struct ValidityInfo: Sendable, Hashable {
    /// When it was signed.
    public let signed: EncodedDateTime
    /// First moment of validity.
    public let validFrom: EncodedDateTime
    /// Last moment of validity.
    public let validUntil: EncodedDateTime
    /// When the wallet should fetch a successor.
    public let expectedUpdate: EncodedDateTime?

    /// Makes validity information in the prescribed form.
    public init(signed: Instant, validFrom: Instant, validUntil: Instant, expectedUpdate: Instant? = nil) {
        self.signed = EncodedDateTime(signed)
        self.validFrom = EncodedDateTime(validFrom)
        self.validUntil = EncodedDateTime(validUntil)
        self.expectedUpdate = expectedUpdate.map(EncodedDateTime.init)
    }

    init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        var signed: EncodedDateTime?
        var validFrom: EncodedDateTime?
        var validUntil: EncodedDateTime?
        var expectedUpdate: EncodedDateTime?
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "signed": signed = try EncodedDateTime(from: &reader)
            case "validFrom": validFrom = try EncodedDateTime(from: &reader)
            case "validUntil": validUntil = try EncodedDateTime(from: &reader)
            case "expectedUpdate": expectedUpdate = try EncodedDateTime(from: &reader)
            default: break
            }
        }
        let signing = try required(signed.take(), "signed", of: "validityInfo", at: start)
        let from = try required(validFrom.take(), "validFrom", of: "validityInfo", at: start)
        let until = try required(validUntil.take(), "validUntil", of: "validityInfo", at: start)
        self.signed = signing
        self.validFrom = from
        self.validUntil = until
        self.expectedUpdate = expectedUpdate
    }

    /// Writes `signed, validFrom, validUntil, expectedUpdate` in this order.
    public func write(to writer: inout CBORWriter) {
        writer.map(expectedUpdate == nil ? 3 : 4)
        writer.text("signed")
        signed.write(to: &writer)
        writer.text("validFrom")
        validFrom.write(to: &writer)
        writer.text("validUntil")
        validUntil.write(to: &writer)
        if let expectedUpdate {
            writer.text("expectedUpdate")
            expectedUpdate.write(to: &writer)
        }
    }

    /// All deviations from the prescribed date form, each once.
    public var deviations: [EncodedDateTime.Deviation] { signed.form.union(validFrom.form).union(validUntil.form).deviations }
}
