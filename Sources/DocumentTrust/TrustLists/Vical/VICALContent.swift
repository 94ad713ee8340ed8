import CBOR
import MobileDocument

/// What a VICAL says, as decoded: nothing in it is believed yet (ISO/IEC 18013-5, annex C).
struct VICALContent: SignedListContent {
    static let signerPurpose = CertificatePurpose.vicalSigner
    static let hasProtectedChain = false

    let version: String
    let provider: String
    let issueID: UInt64?
    let date: EncodedDateTime
    let nextUpdate: EncodedDateTime?
    let notAfter: EncodedDateTime?
    let url: String?
    let entries: [CBORItem]

    init(from reader: inout CBORReader) throws(CBORError) {
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

    func check(_ report: inout VerificationReport) {}
}
