import DocumentTrust

/// A status token named on the command line.
struct StatusTokenFile {
    private let path: String
    /// Its bytes.
    let bytes: [UInt8]
    private let token: StatusToken

    init(_ path: String, for option: String) throws {
        let file = try InputFile(path, for: option)
        self.path = file.path
        bytes = try file.bytes("a status token", member: "token")
        do {
            token = try StatusToken(bytes)
        } catch {
            throw CommandFailure(error.reason, at: file.path, mend: "give \(option) a status list or identifier list token")
        }
    }

    /// The address it claims to be the token of.
    func claimedSubject() throws -> String {
        do {
            return try token.readSubject()
        } catch {
            throw CommandFailure(error.reason, at: path, mend: "give a status list or identifier list token")
        }
    }

    /// The token, verified.
    func verified(from uri: String, vouchedBy authority: ParsedCertificate) throws(StatusFault) -> VerifiedStatusList {
        try VerifiedStatusList(token, from: uri, vouchedBy: authority)
    }
}
