import CBOR
import DocumentTrust

/// One certificate in a file of any form.
enum CertificateFile {
    /// Reads it.
    static func read(_ path: String, for option: String) throws -> ParsedCertificate {
        let parts = try InputFile(path, for: option).decoded().parts
        guard parts.count == 1 else {
            throw CommandFailure("the file holds \(parts.count) certificates", at: path, mend: "give \(option) one certificate, so that each is confirmed")
        }
        do {
            return try ParsedCertificate(ByteSlice(parts[0].bytes))
        } catch {
            throw CommandFailure("\(error)", at: path, mend: "give \(option) one certificate")
        }
    }
}
