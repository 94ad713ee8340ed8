/// The status code of a response (ISO/IEC 18013-5, 8.3.2.1.2.3).
public struct ResponseStatus: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code.
    public let rawValue: UInt64

    /// Makes a status from its code.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Normal processing.
    public static let ok = ResponseStatus(rawValue: 0)

    /// What the code means.
    public var description: String {
        switch rawValue {
        case 0: "0 (OK)"
        case 10: "10 (general error)"
        case 11: "11 (the wallet could not decode the request's CBOR)"
        case 12: "12 (the wallet found the request's structure invalid)"
        default: "\(rawValue)"
        }
    }
}
