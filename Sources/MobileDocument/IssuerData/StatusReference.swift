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

        /// Names a place; without a certificate the document's own root vouches for the token.
        public init(index: UInt64, uri: String, certificate: ByteSlice? = nil) {
            self.index = index
            self.uri = uri
            self.certificate = certificate
        }
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

        /// Names an entry; without a certificate the document's own root vouches for the token.
        public init(identifier: ByteSlice, uri: String, certificate: ByteSlice? = nil) {
            self.init(identifier: identifier, uri: uri, certificate: certificate, identifierIsText: false)
        }

        init(identifier: ByteSlice, uri: String, certificate: ByteSlice?, identifierIsText: Bool) {
            self.identifier = identifier
            self.uri = uri
            self.certificate = certificate
            self.identifierIsText = identifierIsText
        }
    }

    /// Reference into a token status list.
    public let statusList: StatusList?
    /// Reference into an identifier list.
    public let identifierList: IdentifierList?

    /// Says where a document's status will be published; with both members, either one can revoke it.
    public init(statusList: StatusList? = nil, identifierList: IdentifierList? = nil) {
        self.statusList = statusList
        self.identifierList = identifierList
    }

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

    /// Writes the map. An identifier is written as the byte string the standard has, even if it was received as text.
    package func write(to writer: inout CBORWriter) {
        writer.map((statusList == nil ? 0 : 1) + (identifierList == nil ? 0 : 1))
        if let statusList {
            writer.text("status_list")
            writer.map(statusList.certificate == nil ? 2 : 3)
            writer.text("idx")
            writer.unsigned(statusList.index)
            Self.write(uri: statusList.uri, statusList.certificate, to: &writer)
        }
        if let identifierList {
            writer.text("identifier_list")
            writer.map(identifierList.certificate == nil ? 2 : 3)
            writer.text("id")
            writer.byteString(identifierList.identifier.bytes)
            Self.write(uri: identifierList.uri, identifierList.certificate, to: &writer)
        }
    }

    private static func write(uri: String, _ certificate: ByteSlice?, to writer: inout CBORWriter) {
        writer.text("uri")
        writer.text(uri)
        if let certificate {
            writer.text("certificate")
            writer.byteString(certificate.bytes)
        }
    }
}

extension StatusReference.StatusList: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not which place: that is this one document's, and would make it traceable.
    public var description: String { "place in a status list" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so nothing prints the place by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
