import CBOR

/// A map with text keys, as elements that have a structure of their own are made of.
struct TextMembers {
    /// A date that may be left out.
    struct OptionalDate {
        let value: CalendarDate?
    }

    /// A text that may be left out.
    struct OptionalText {
        let value: String?
    }

    private let entries: [CBORValue.Entry]

    /// Takes a map; nil for anything else.
    init?(_ value: CBORValue) {
        guard case .map(let entries) = value else { return nil }
        self.entries = entries
    }

    subscript(name: String) -> CBORValue? { entries.first { $0.key == .text(name) }?.value }

    /// A text; nil where it is missing or no text.
    func text(_ name: String) -> String? {
        if case .text(let text)? = self[name] { return text }
        return nil
    }

    /// A text that may be left out; nil where there is something else in its place.
    func optionalText(_ name: String) -> OptionalText? {
        guard let value = self[name] else { return OptionalText(value: nil) }
        guard case .text(let text) = value else { return nil }
        return OptionalText(value: text)
    }

    /// A calendar date; nil where there is something else in its place.
    func date(_ name: String) -> OptionalDate? {
        guard let value = self[name] else { return OptionalDate(value: nil) }
        guard case .tagged(1004, .text(let text)) = value, let date = CalendarDate(text) else { return nil }
        return OptionalDate(value: date)
    }

    /// The same, and a date whose tag is left out, as deployed issuers do.
    func deployedDate(_ name: String) -> OptionalDate? {
        guard case .text(let text)? = self[name] else { return date(name) }
        return CalendarDate(text).map { OptionalDate(value: $0) }
    }

    /// A list, empty where it is missing; nil where there is something else in its place.
    func array(_ name: String) -> [CBORValue]? {
        guard let value = self[name] else { return [] }
        if case .array(let elements) = value { return elements }
        return nil
    }
}
