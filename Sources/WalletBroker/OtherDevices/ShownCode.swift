/// A code that another device shows, as it came to this one. Nobody here has read it.
public enum ShownCode: Sendable, Hashable {
    /// Its text, as somebody typed or pasted it.
    case text(String)
    /// A picture with the code in it: grey values, one byte each, row by row.
    case picture(width: Int, pixels: [UInt8])
}

extension ShownCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What it is: who knows a code can answer in its owner's place.
    public var description: String {
        switch self {
        case .text: "<code>"
        case .picture(_, let pixels): "<picture of \(pixels.count) points>"
        }
    }

    /// The same as `description`.
    public var debugDescription: String { description }
    /// No children, so nothing prints the code by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
