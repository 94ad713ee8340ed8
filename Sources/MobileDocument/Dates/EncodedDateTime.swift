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

    /// Deviations as bits, so that dates are copied without counting references.
    struct Form: OptionSet, Sendable, Hashable {
        let rawValue: UInt8

        static let untagged = Form(rawValue: 1)
        static let fraction = Form(rawValue: 2)
        static let offset = Form(rawValue: 4)

        var deviations: [Deviation] {
            var deviations: [Deviation] = []
            if contains(.untagged) { deviations.append(.untagged) }
            if contains(.fraction) { deviations.append(.fraction) }
            if contains(.offset) { deviations.append(.offset) }
            return deviations
        }
    }

    /// The moment, fractions cut off.
    public let instant: Instant
    let form: Form

    /// What is unusual about its form.
    public var deviations: [Deviation] { form.deviations }

    /// Reads a `tdate`, or text that should have been one.
    public init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        var form: Form = []
        if try reader.peekKind() == .tag {
            guard try reader.readTag() == 0 else {
                throw CBORError(.unexpectedType, at: start, "expected a date and time (tag 0)")
            }
        } else {
            form.insert(.untagged)
        }
        let place = try reader.readPlaceOfText()
        guard let value = reader.withBytes(at: place, DateText.dateTime) else {
            throw CBORError(.invalidValue, at: start, "the text is not an RFC 3339 date and time")
        }
        if value.hasFraction { form.insert(.fraction) }
        if value.hasOffset { form.insert(.offset) }
        instant = value.instant
        self.form = form
    }

    /// A date in the prescribed form.
    public init(_ instant: Instant) {
        self.instant = instant
        form = []
    }

    func write(to writer: inout CBORWriter) {
        writer.tag(0)
        writer.text(instant.description)
    }
}
