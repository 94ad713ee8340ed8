import DocumentTrust

/// Why what was fetched is not taken: a stable name and a sentence.
struct SourceFault: Error {
    let code: String
    let reason: String

    static let noAuthority = SourceFault(code: "crl.authority", reason: "no authority in the store may sign this list")
    static let issuedLater = SourceFault(code: "crl.issuedLater", reason: "the list is dated later than now")
    static let rollback = SourceFault(code: "crl.rollback", reason: "the list is older than the one at hand, or says less under its number; that one is kept")
    static let nothingHeld = SourceFault(code: "fetch.status", reason: "the server says that nothing has changed, and what that is said of is not held")
    static let unwritable = SourceFault(code: "copy.unwritable", reason: "the copy cannot be written beside the store; it is in use until the program ends")

    init(code: String, reason: String) {
        self.code = code
        self.reason = reason
    }

    init(_ fault: RevocationListFault) {
        let name = switch fault {
        case .malformed: "crl.malformed"
        case .criticalExtension: "crl.criticalExtension"
        case .otherIssuer: "crl.otherIssuer"
        case .signature: "crl.signature"
        }
        self.init(code: name, reason: fault.description)
    }

    init(_ error: FetchError) { self.init(code: error.code.rawValue, reason: error.reason) }

    init(_ error: TrustStoreError) { self.init(code: error.code.rawValue, reason: error.reason) }
}
