import CBOR
import MobileDocument

/// What a RICAL says, as decoded: nothing in it is believed yet (ISO/IEC 18013-5 second edition, annex F).
struct RICALContent: SignedListContent {
    static let signerPurpose = CertificatePurpose.ricalSigner
    static let hasProtectedChain = true

    let type: String
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
            case "type": type = try reader.readShortText()
            case "version": version = try reader.readShortText()
            case "provider": provider = try reader.readShortText()
            case "id": issueID = try reader.readUnsigned()
            case "date": date = try EncodedDateTime(from: &reader)
            case "nextUpdate": nextUpdate = try EncodedDateTime(from: &reader)
            case "notAfter": notAfter = try EncodedDateTime(from: &reader)
            case "latestRicalUrl": url = try reader.readTextIfAny()
            case "certificateInfos": entries = try Self.readEntries(&reader)
            default: break
            }
        }
        func missing(_ name: String) -> CBORError { CBORError(.missingMember, at: start, "the RICAL has no \(name)") }
        guard let type else { throw missing("type") }
        guard let version else { throw missing("version") }
        guard let provider else { throw missing("provider") }
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

    func check(_ report: inout VerificationReport) {
        report.require(
            ExactText.isSame(type, VerifiedRICAL.readerAuthentication), .listType,
            "the list is of the type \"\(type)\", not of \(VerifiedRICAL.readerAuthentication)")
    }
}
