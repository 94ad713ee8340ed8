import IssuingAuthority
import MobileDocument

/// The status signer in an issuer's folder, made when it is first needed; whoever asks for it has locked the folder.
struct StatusSignerFile {
    let folder: IssuerFolder

    /// Reads the signer, or makes one that is valid from the beginning of the day.
    func signer(at moment: Instant) throws -> CertifiedKey {
        if let signer = try existing() { return signer }
        let made = try folder.makeSigner(of: .statusLists, from: moment)
        _ = try folder.replaceSigner(of: .statusLists, with: made)
        return made
    }

    /// Nil where there is no certificate: a key alone is what is left of one that was not made to its end.
    private func existing() throws -> CertifiedKey? {
        guard OutputFile(folder.file(Identity.certificateFile(Identity.statusSigner))).isThere else { return nil }
        return try IssuerFolder.signer(of: .statusLists, in: folder.path)
    }
}
