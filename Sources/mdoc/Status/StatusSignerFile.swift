import IssuingAuthority
import MobileDocument

/// The status signer in an issuer's folder, made when it is first needed.
struct StatusSignerFile {
    private static let name = "status"
    let folder: String

    /// Reads the signer, or makes one that is valid from the beginning of the day.
    func signer(of root: CertifiedKey, at moment: Instant) throws -> CertifiedKey {
        let certificate = "\(folder)/\(Identity.certificateFile(Self.name))"
        if let file = try? FileDescriptor(reading: certificate) {
            file.close()
            return try Identity.read(folder, name: Self.name, for: "--issuer")
        }
        let made = try make(root, at: moment)
        try OutputFile("\(folder)/\(Identity.keyFile(Self.name))").create(text: made.privateKeyPEM, isSecret: true)
        try OutputFile(certificate).create(text: made.certificatePEM, isSecret: false)
        return made
    }

    private func make(_ root: CertifiedKey, at moment: Instant) throws -> CertifiedKey {
        do {
            let begin = max(CalendarDate(moment).startOfDay, root.notBefore)
            return try IssuerRoot(identity: root).issueStatusSigner(
                notBefore: begin, contact: .uri("https://authority.example"), crlDistributionPoint: "https://authority.example/iaca.crl")
        } catch {
            throw error.failure(mend: "give --issuer a folder with the root's certificate and key")
        }
    }
}
