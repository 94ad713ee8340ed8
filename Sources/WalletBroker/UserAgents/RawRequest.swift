/// A request as a user agent gives it.
public struct RawRequest: Sendable, Hashable {
    /// The JSON object with `deviceRequest` and `encryptionInfo`, unread.
    public let data: [UInt8]
    /// The page it comes from, as the user agent vouches for it.
    public let origin: String

    /// Takes a request.
    public init(data: [UInt8], origin: String) {
        self.data = data
        self.origin = origin
    }
}

extension RawRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Its size.
    public var description: String { "<\(data.count) bytes>" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// No children, so nothing prints the request by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
