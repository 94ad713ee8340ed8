/// Why a request goes no further than the parser. A page learns the kind of exception, and by a browser's extension the code of a form that is
/// broken; the rest is for developers.
public struct RequestRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The broken rule. Numbers are those of the wire form and never change their meaning.
    public enum Code: UInt8, Sendable, Hashable, CaseIterable {
        /// More bytes than a request may have.
        case tooLarge = 1
        /// What vouches for the page is not a web origin in its ASCII serialization.
        case origin = 2
        /// The page was not delivered securely.
        case insecureOrigin = 3
        /// The data is not a JSON object of exactly the two members `deviceRequest` and `encryptionInfo`, each once.
        case data = 4
        /// A member is missing.
        case missingMember = 5
        /// A member is not a string.
        case memberType = 6
        /// A member is not base64url: padding, white space, another alphabet, or an impossible length.
        case base64url = 7
        /// A member is not exactly one well-formed CBOR item with valid text.
        case cbor = 8
        /// A map has the same key twice.
        case duplicateKey = 9
        /// `deviceRequest` is CBOR, but not the structure of a request.
        case deviceRequest = 10
        /// An `itemsRequest` is not tag 24 around the bytes of the structure it should be.
        case itemsRequest = 11
        /// An element that must never be asked for (`oidc_info`, `webapi_info`).
        case forbiddenElement = 12
        /// `encryptionInfo` is CBOR, but not the structure it should be, or its key cannot be answered to.
        case encryptionInfo = 13
        /// Signatures are claimed, none of them verifies, and each is known to be wrong.
        case readerSignature = 14
        /// The request is outside the bounds of a partial request.
        case bounds = 15

        /// Stable name, such as `request.base64url`.
        public var name: String {
            switch self {
            case .tooLarge: "request.tooLarge"
            case .origin: "request.origin"
            case .insecureOrigin: "request.insecureOrigin"
            case .data: "request.data"
            case .missingMember: "request.missingMember"
            case .memberType: "request.memberType"
            case .base64url: "request.base64url"
            case .cbor: "request.cbor"
            case .duplicateKey: "request.duplicateKey"
            case .deviceRequest: "request.deviceRequest"
            case .itemsRequest: "request.itemsRequest"
            case .forbiddenElement: "request.forbiddenElement"
            case .encryptionInfo: "request.encryptionInfo"
            case .readerSignature: "request.readerSignature"
            case .bounds: "request.bounds"
            }
        }
    }

    /// The broken rule.
    public let code: Code
    /// One sentence for a developer, in visible ASCII and spaces, up to 300 bytes. It came from strangers' input: show it as text.
    public let detail: String

    static let maximumDetail = 300

    /// States a refusal. Characters of the detail that are not plain ASCII become question marks; what is too long is cut off.
    public init(_ code: Code, _ detail: String) {
        self.code = code
        let plain = detail.unicodeScalars.prefix(Self.maximumDetail).map { (0x20...0x7e).contains($0.value) ? Character($0) : "?" }
        self.detail = String(plain)
    }

    /// Name and sentence on one line.
    public var description: String { "\(code.name): \(detail)" }
}
