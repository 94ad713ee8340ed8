import CBOR
import MobileDocument

/// What a VICAL says, as decoded: nothing in it is believed yet (ISO/IEC 18013-5, annex C).
struct VICALContent {
    /// The most entries a list may have. There are some 200 states and provinces that issue documents.
    static let maximumEntries = 20_000
    /// Bounds of a whole list: 64 MiB, and as many items as 20,000 full entries have.
    static let limits = CBORLimits(totalBytes: 64 << 20, items: 4_000_000, stringBytes: 64 << 20)

    let version: String
    let provider: String
    let issueID: UInt64?
    let date: EncodedDateTime
    let nextUpdate: EncodedDateTime?
    let notAfter: EncodedDateTime?
    let url: String?
    /// The entries, each well-formed, none of them read.
    let entries: [CBORItem]

    /// Reads the payload of the token.
    init(_ payload: ByteSlice) throws(CBORError) {
        var reader = try CBORReader(payload.bytes, limits: Self.limits)
        try self.init(from: &reader)
        try reader.finish()
    }

    private init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
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
            case "version": version = try reader.readShortText()
            case "vicalProvider": provider = try reader.readShortText()
            case "vicalIssueID": issueID = try reader.readUnsigned()
            case "date": date = try EncodedDateTime(from: &reader)
            case "nextUpdate": nextUpdate = try EncodedDateTime(from: &reader)
            case "notAfter": notAfter = try EncodedDateTime(from: &reader)
            case "vicalURL": url = try reader.readTextIfAny()
            case "certificateInfos": entries = try Self.readEntries(&reader)
            default: break
            }
        }
        func missing(_ name: String) -> CBORError { CBORError(.missingMember, at: start, "the VICAL has no \(name)") }
        guard let version else { throw missing("version") }
        guard let provider else { throw missing("vicalProvider") }
        guard let date else { throw missing("date") }
        guard let entries else { throw missing("certificateInfos") }
        self.version = version
        self.provider = provider
        self.issueID = issueID
        self.date = date
        self.nextUpdate = nextUpdate
        self.notAfter = notAfter
        self.url = url
        self.entries = entries
    }

    private static func readEntries(_ reader: inout CBORReader) throws(CBORError) -> [CBORItem] {
        let start = reader.offset
        var entries: [CBORItem] = []
        try reader.readArray { (reader, index) throws(CBORError) in
            guard index < maximumEntries else {
                throw CBORError(.invalidValue, at: start, "the VICAL has more than \(maximumEntries) entries")
            }
            entries.append(try reader.readItem())
        }
        return entries
    }
}
