import CBOR
import MobileDocument

/// What a signed list says, VICAL or RICAL, as decoded: nothing in it is believed yet (ISO/IEC 18013-5, annexes C and F).
struct SignedListContent {
    /// What one kind of list calls the members that both have.
    private struct Names {
        let provider: StaticString
        let issueID: StaticString
        let url: StaticString

        init(_ kind: TrustListKind) {
            switch kind {
            case .vical: (provider, issueID, url) = ("vicalProvider", "vicalIssueID", "vicalURL")
            case .rical: (provider, issueID, url) = ("provider", "id", "latestRicalUrl")
            }
        }
    }

    /// Nil where the kind of list has no type.
    let type: String?
    let version: String
    let provider: String
    let issueID: UInt64?
    let date: EncodedDateTime
    let nextUpdate: EncodedDateTime?
    let notAfter: EncodedDateTime?
    let url: String?
    /// The entries, each well-formed, none of them read.
    let entries: [CBORItem]

    /// Reads the payload of a token.
    init(_ payload: ByteSlice, of kind: TrustListKind) throws(CBORError) {
        var reader = try CBORReader(payload.bytes, limits: SignedListLimits.reading)
        try self.init(from: &reader, kind)
        try reader.finish()
    }

    private init(from reader: inout CBORReader, _ kind: TrustListKind) throws(CBORError) {
        let start = reader.offset
        let names = Names(kind)
        let isTyped = kind.requiredType != nil
        var type: String?
        var version: String?
        var provider: String?
        var issueID: UInt64?
        var date: EncodedDateTime?
        var nextUpdate: EncodedDateTime?
        var notAfter: EncodedDateTime?
        var url: String?
        var entries: [CBORItem]?
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "type" where isTyped: type = try reader.readShortText()
            case "version": version = try reader.readShortText()
            case names.provider: provider = try reader.readShortText()
            case names.issueID: issueID = try reader.readUnsigned()
            case "date": date = try EncodedDateTime(from: &reader)
            case "nextUpdate": nextUpdate = try EncodedDateTime(from: &reader)
            case "notAfter": notAfter = try EncodedDateTime(from: &reader)
            case names.url: url = try reader.readTextIfAny()
            case "certificateInfos": entries = try Self.readEntries(&reader)
            default: break
            }
        }
        func missing(_ name: StaticString) -> CBORError { CBORError(.missingMember, at: start, "the \(kind.name) has no \(name)") }
        guard type != nil || !isTyped else { throw missing("type") }
        guard let version else { throw missing("version") }
        guard let provider else { throw missing(names.provider) }
        guard let date else { throw missing("date") }
        guard let entries else { throw missing("certificateInfos") }
        self.type = type
        self.version = version
        self.provider = provider
        self.issueID = issueID
        self.date = date
        self.nextUpdate = nextUpdate
        self.notAfter = notAfter
        self.url = url
        self.entries = entries
    }

    /// Reads `certificateInfos` without looking into the entries.
    private static func readEntries(_ reader: inout CBORReader) throws(CBORError) -> [CBORItem] {
        let start = reader.offset
        var entries: [CBORItem] = []
        try reader.readArray { (reader, index) throws(CBORError) in
            guard index < SignedListLimits.entries else {
                throw CBORError(.invalidValue, at: start, "the list has more than \(SignedListLimits.entries) entries")
            }
            entries.append(try reader.readItem())
        }
        return entries
    }
}
