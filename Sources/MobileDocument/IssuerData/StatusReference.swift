public import CBOR

/// Where the revocation status of a mobile security object is published (ISO/IEC 18013-5 second edition).
public struct StatusReference: Sendable, Hashable {
    /// A place in a token status list.
    public struct StatusList: Sendable, Hashable {
        /// Index of the status value.
        public let index: UInt64
        /// Address of the list's token.
        public let uri: String
        /// Certificate that must have signed the top of the token's chain.
        public let certificate: ByteSlice?
    }

    /// An entry in an identifier list.
    public struct IdentifierList: Sendable, Hashable {
        /// The identifier that is listed when revoked.
        public let identifier: ByteSlice
        /// Address of the list's token.
        public let uri: String
        /// Certificate that must have signed the top of the token's chain.
        public let certificate: ByteSlice?
        /// True when the identifier came as text, which the standard does not have.
        public let identifierIsText: Bool
    }

    /// Reference into a token status list.
    public let statusList: StatusList?
    /// Reference into an identifier list.
    public let identifierList: IdentifierList?

    init(from reader: inout CBORReader) throws(CBORError) {
        var statusList: StatusList?
        var identifierList: IdentifierList?
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "status_list": statusList = try Self.readStatusList(&reader)
            case "identifier_list": identifierList = try Self.readIdentifierList(&reader)
            default: break
            }
        }
        self.statusList = statusList
        self.identifierList = identifierList
    }

    private static func readStatusList(_ reader: inout CBORReader) throws(CBORError) -> StatusList {
        let start = reader.offset
        var index: UInt64?
        var uri: String?
        var certificate: ByteSlice?
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "idx": index = try reader.readUnsigned()
            case "uri": uri = try reader.readText()
            case "certificate": certificate = try reader.readBytes()
            default: break
            }
        }
        return StatusList(
            index: try required(index, "idx", of: "status_list", at: start),
            uri: try required(uri, "uri", of: "status_list", at: start), certificate: certificate)
    }

    private static func readIdentifierList(_ reader: inout CBORReader) throws(CBORError) -> IdentifierList {
        let start = reader.offset
        var identifier: ByteSlice?
        var isText = false
        var uri: String?
        var certificate: ByteSlice?
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "id" where try reader.peekKind() == .text:
                identifier = ByteSlice(Array(try reader.readText().utf8))
                isText = true
            case "id": identifier = try reader.readBytes()
            case "uri": uri = try reader.readText()
            case "certificate": certificate = try reader.readBytes()
            default: break
            }
        }
        return IdentifierList(
            identifier: try required(identifier, "id", of: "identifier_list", at: start),
            uri: try required(uri, "uri", of: "identifier_list", at: start), certificate: certificate, identifierIsText: isText)
    }
}
