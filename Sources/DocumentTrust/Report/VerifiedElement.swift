public import CBOR
public import MobileDocument

/// An element whose digest, issuer and device proof have been verified. Only a verification makes one.
///
/// It prints without its value; reading the value is always a deliberate act.
public struct VerifiedElement: Sendable, Hashable {
    /// Which element.
    public let reference: ElementReference
    /// Its value in the original encoding.
    public let item: CBORItem
    /// Whether the request announced that it would be kept. Anything else must be forgotten after the transaction.
    public let mayBeRetained: Bool

    package init(reference: ElementReference, item: CBORItem, mayBeRetained: Bool) {
        self.reference = reference
        self.item = item
        self.mayBeRetained = mayBeRetained
    }

    /// The value as a tree.
    public var value: CBORValue {
        // The item was checked when it was read, so the tree can always be built.
        (try? item.value()) ?? .undefined
    }

    /// The value, if it is text.
    public var text: String? {
        if case .text(let text) = value { return text }
        return nil
    }

    /// The value, if it is true or false.
    public var boolean: Bool? {
        guard var reader = try? item.reader() else { return nil }
        return try? reader.readBoolean()
    }

    /// The value, if it is an unsigned integer that fits `Int`.
    public var integer: Int? {
        if case .unsigned(let integer) = value { return Int(exactly: integer) }
        return nil
    }

    /// The value, if it is bytes; a slice of the response, not a copy.
    public var bytes: ByteSlice? {
        guard var reader = try? item.reader() else { return nil }
        return try? reader.readBytes()
    }

    /// The value, if it is a calendar date or a date and time: its day.
    ///
    /// Nil for anything else, also for text without a date's tag, as some issuers write dates: then `text` has it. So an element that is there and
    /// has no `date` says something that was not understood. Never take it for no date, such as a document without an end.
    public var date: CalendarDate? {
        guard case .tagged(let tag, .text(let text)) = value else { return nil }
        switch tag {
        case 1004: return CalendarDate(text)
        case 0: return Instant(text).map { CalendarDate($0) }
        default: return nil
        }
    }
}
