/// Why parts do not make a partial request.
public struct PartialRequestFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name of the broken rule.
    public enum Code: String, Sendable, Hashable {
        /// Too many or too few of something.
        case count = "partialRequest.count"
        /// A name or origin that is empty, too long, or not visible ASCII.
        case identifier = "partialRequest.identifier"
        /// The same thing twice where once is meant.
        case repetition = "partialRequest.repetition"
        /// A position at which there is no document request.
        case reference = "partialRequest.reference"
    }

    /// The broken rule.
    public let code: Code
    /// What is wrong, one sentence for a developer. Holds no text of the request.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
