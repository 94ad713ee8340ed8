public import CBOR

/// A date and time as a structure carried it, remembering deviations from the prescribed form.
///
/// The prescribed form is tag 0 around `YYYY-MM-DDThh:mm:ssZ`. Deployed issuers also send fractions, offsets and untagged
/// text; those are read, and the verification profile decides what each deviation costs.
public struct EncodedDateTime: Sendable, Hashable {
    /// How a date may differ from the prescribed form.
    public enum Deviation: String, Sendable, Hashable {
        /// Text without tag 0.
        case untagged = "untagged text"
        /// Fractions of a second.
        case fraction = "fractional seconds"
        /// A numeric offset instead of `Z`.
        case offset = "a numeric offset"
    }

    /// The moment, fractions cut off.
    public let instant: Instant
    /// What is unusual about its form.
    public let deviations: [Deviation]

    /// Reads a `tdate`, or text that should have been one.
    public init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        var deviations: [Deviation] = []
        if try reader.peekKind() == .tag {
            guard try reader.readTag() == 0 else {
                throw CBORError(.unexpectedType, at: start, "expected a date and time (tag 0)")
            }
        } else {
            deviations.append(.untagged)
        }
        guard let value = DateText.dateTime(try reader.readTextBytes()) else {
            throw CBORError(.invalidValue, at: start, "the text is not an RFC 3339 date and time")
        }
        if value.hasFraction { deviations.append(.fraction) }
        if value.hasOffset { deviations.append(.offset) }
        instant = value.instant
        self.deviations = deviations
    }

    /// A date in the prescribed form.
    public init(_ instant: Instant) {
        self.instant = instant
        deviations = []
    }

    func write(to writer: inout CBORWriter) {
        writer.tag(0)
        writer.text(instant.description)
    }
}
