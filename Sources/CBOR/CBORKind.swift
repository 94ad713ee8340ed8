/// The type of the next item, as far as its head tells.
public enum CBORKind: String, Sendable, Hashable {
    /// Major type 0.
    case unsigned = "unsigned integer"
    /// Major type 1.
    case negative = "negative integer"
    /// Major type 2.
    case bytes = "byte string"
    /// Major type 3.
    case text = "text string"
    /// Major type 4.
    case array = "array"
    /// Major type 5.
    case map = "map"
    /// Major type 6.
    case tag = "tag"
    /// Simple values 20 and 21.
    case boolean = "boolean"
    /// Simple value 22.
    case null = "null"
    /// Simple value 23.
    case undefined = "undefined"
    /// Any other simple value.
    case simple = "simple value"
    /// A half, single or double precision number.
    case float = "floating-point number"
    /// The end marker of an indefinite-length item.
    case stop = "break"
}
