import IssuingAuthority
import MobileDocument

/// The status signer in an issuer's folder, made when it is first needed.
struct StatusSignerFile {
    let folder: IssuerFolder

    /// Reads the signer, or makes one that is valid from the beginning of the day.
    func signer(at moment: Instant) throws -> CertifiedKey {
        let certificate = folder.file(Identity.certificateFile(Identity.statusSigner))
        if let file = try? FileDescriptor(reading: certificate) {
            file.close()
            return try Identity.read(folder.path, name: Identity.statusSigner, for: "--issuer")
        }
        let made = try folder.makeSigner(of: .statusLists, from: moment)
        try OutputFile(folder.file(Identity.keyFile(Identity.statusSigner))).create(text: made.privateKeyPEM, isSecret: true)
        try OutputFile(certificate).create(text: made.certificatePEM, isSecret: false)
        return made
    }
}
