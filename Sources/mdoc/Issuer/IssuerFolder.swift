import COSE
import DocumentTrust
import IssuingAuthority
import MobileDocument

/// The folder of an issuing authority: its root and its signers.
struct IssuerFolder {
    /// What a signer signs.
    enum Signer {
        case documents, statusLists

        /// The name of its files.
        var name: String {
            switch self {
            case .documents: Identity.documentSigner
            case .statusLists: Identity.statusSigner
            }
        }

        /// What makes a new one.
        var command: String {
            switch self {
            case .documents: "mdoc issuer signer"
            case .statusLists: "mdoc issuer signer --status"
            }
        }
    }

    /// What it has withdrawn, and the number of its last revocation list.
    static let recordFile = "crl.json"

    /// Days for which a signer's certificate is valid, where the root does not end before.
    private static let days: Int64 = 397

    /// Its path as given to `--issuer`.
    let path: String
    /// The root with its key.
    let root: IssuerRoot

    /// Reads the root.
    init(_ path: String) throws {
        self.path = path
        let identity = try Identity.read(path, name: Identity.issuerRoot, for: "--issuer")
        do { root = try IssuerRoot(identity: identity) } catch {
            throw error.failure(at: path, mend: "give --issuer a folder that 'mdoc issuer init' made", options: [:])
        }
    }

    /// Runs `body` while no other program changes the folder.
    func locked<Value>(_ body: () throws -> Value) throws -> Value { try LockedFolder.run(in: path, for: "--issuer", body) }

    /// The same, writing what it makes.
    func locked<Value>(writing file: OutputFile, _ make: () throws -> (bytes: [UInt8], value: Value)) throws -> Value {
        try LockedFolder.run(in: path, for: "--issuer", writing: file, make)
    }

    /// What is kept in the folder at a path.
    static func kept(in path: String) -> KeptFiles {
        KeptFiles(folder: path, option: "--issuer", records: [recordFile], subfolders: [MadeAuthority.trustFolder])
    }

    /// Reads a signer from the folder at a path, where the root's key need not be. One that is withdrawn signs nothing more.
    static func signer(of signed: Signer, in path: String) throws -> CertifiedKey {
        let signer = try Identity.read(path, name: signed.name, for: "--issuer")
        guard try WithdrawnCertificates.read(in: path)?.contains(Array(signer.certificate.serialNumber.bytes)) != true else {
            throw CommandFailure(
                "the signer is withdrawn, and so would be what it signs", at: "\(path)/\(Identity.certificateFile(signed.name))",
                mend: "make a new one with '\(signed.command)'")
        }
        return signer
    }

    /// Makes the key and the certificate of a signer on the root's curve, valid from the beginning of a day. Contact and revocation list stay
    /// what the certificates in the folder say.
    func makeSigner(of signed: Signer, from moment: Instant) throws -> CertifiedKey {
        let certificates = [certificate(Identity.documentSigner), certificate(Identity.issuerRoot)].compactMap { $0 }
        guard let contact = certificates.lazy.compactMap({ AlternativeName(issuerOf: $0.certificate) }).first,
            let revocationList = certificates.lazy.compactMap({ $0.revocationListAddresses.first }).first
        else {
            throw CommandFailure(
                "neither the signer nor the root names a contact and a revocation list", at: path, mend: "give --issuer a folder that 'mdoc issuer init' made")
        }
        let begin = max(CalendarDate(moment).startOfDay, root.identity.notBefore)
        let left = (root.identity.notAfter.secondsSinceEpoch + 1 - begin.secondsSinceEpoch) / 86_400
        guard left > 0 else {
            throw CommandFailure("the root ends at \(root.identity.notAfter)", at: path, mend: "make a new authority with 'mdoc issuer init'")
        }
        let (curve, days) = (root.identity.signingKey.verificationKey.curve, Int(min(left, Self.days)))
        do {
            switch signed {
            case .documents:
                return try root.issueDocumentSigner(
                    curve: curve, notBefore: begin, days: days, contact: contact, crlDistributionPoint: revocationList)
            case .statusLists:
                return try root.issueStatusSigner(
                    curve: curve, notBefore: begin, days: days, contact: contact, crlDistributionPoint: revocationList)
            }
        } catch {
            throw error.failure(at: path, mend: "see 'mdoc issuer signer --help'", options: [:])
        }
    }

    /// Puts a signer in the place of the one before, whose certificate stays under its serial number: it may have to be withdrawn. One that
    /// nobody can read stays, too.
    ///
    /// - Returns: the file of the former certificate; nil where there was none.
    func replaceSigner(of signed: Signer, with signer: CertifiedKey) throws -> String? {
        let file = file(Identity.certificateFile(signed.name))
        // Nil where there is nothing, or nothing in it.
        let former = (try? InputFile(file, for: "--issuer"))?.content
        let number = certificate(signed.name).map { Hexadecimal.text($0.certificate.serialNumber.bytes) } ?? "unreadable"
        let kept = former == nil ? nil : self.file(Identity.certificateFile("\(signed.name)-\(number)"))
        var files = FileReplacement()
        do throws(FileDescriptor.Failure) {
            if let former, let kept { try files.write(former, for: kept, isSecret: false) }
            // The certificate before the key: should the key not follow, the next signer's certificate leaves this one behind under its number.
            try files.write(Array(signer.certificatePEM.utf8), for: file, isSecret: false)
            try files.write(Array(signer.privateKeyPEM.utf8), for: self.file(Identity.keyFile(signed.name)), isSecret: true)
            try files.finish()
        } catch {
            throw CommandFailure("cannot write the signer, \(error.reason)", at: path, mend: "check the folder, its permissions and the space left")
        }
        return kept
    }

    /// Path of something in the folder.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Nil where there is none that can be read.
    private func certificate(_ name: String) -> ParsedCertificate? {
        try? CertificateFile.read(file(Identity.certificateFile(name)), for: "--issuer")
    }
}
