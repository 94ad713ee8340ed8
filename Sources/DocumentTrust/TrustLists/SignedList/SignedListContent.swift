import CBOR
import MobileDocument

/// What the payloads of the two kinds of signed list, VICAL and RICAL, have in common: nothing in it is believed yet.
protocol SignedListContent {
    /// What the signer's certificate must be for.
    static var signerPurpose: CertificatePurpose { get }
    /// Whether the signer's certificate must stand in the protected header; otherwise either will do.
    static var hasProtectedChain: Bool { get }

    var version: String { get }
    var date: EncodedDateTime { get }
    var nextUpdate: EncodedDateTime? { get }
    var notAfter: EncodedDateTime? { get }
    /// The entries, each well-formed, none of them read.
    var entries: [CBORItem] { get }

    /// Reads the payload's map.
    init(from reader: inout CBORReader) throws(CBORError)

    /// Checks that only one kind of list has.
    func check(_ report: inout VerificationReport)
}

extension SignedListContent {
    /// Reads the payload of the token.
    init(_ payload: ByteSlice) throws(CBORError) {
        var reader = try CBORReader(payload.bytes, limits: SignedListLimits.reading)
        try self.init(from: &reader)
        try reader.finish()
    }

    /// Reads `certificateInfos` without looking into the entries.
    static func readEntries(_ reader: inout CBORReader) throws(CBORError) -> [CBORItem] {
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

/// Bounds of a whole list.
enum SignedListLimits {
    /// The most entries. There are some 200 states and provinces that issue documents.
    static let entries = 20_000
    /// 64 MiB, and as many items as 20,000 full entries have.
    static let reading = CBORLimits(totalBytes: 64 << 20, items: 4_000_000, stringBytes: 64 << 20)
}
