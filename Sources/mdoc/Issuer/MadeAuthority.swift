import IssuingAuthority
import MobileDocument

/// An authority and the first identity it certified, both just made.
struct MadeAuthority {
    private struct Output: Encodable {
        struct Certificate: Encodable {
            let file: String
            let subject: String
            let notBefore: String
            let notAfter: String
        }

        let authority: Certificate
        let certificate: Certificate
        let trust: String
        let files: [String]
    }

    /// Name of the folder that others trust.
    static let trustFolder = "trust"

    let authority: CertifiedKey
    let authorityName: String
    let identity: CertifiedKey
    let identityName: String

    /// The files that will be written.
    static func files(authority: String, identity: String) -> [String] {
        [
            Identity.certificateFile(authority), Identity.keyFile(authority), Identity.certificateFile(identity), Identity.keyFile(identity),
            "\(trustFolder)/\(Identity.certificateFile(authority))",
        ]
    }

    /// Writes certificates for everybody and keys for their owner.
    func write(to folder: inout OutputFolder) throws {
        try folder.create(Identity.keyFile(authorityName), text: authority.privateKeyPEM, isSecret: true)
        try folder.create(Identity.certificateFile(authorityName), text: authority.certificatePEM)
        try folder.create(Identity.keyFile(identityName), text: identity.privateKeyPEM, isSecret: true)
        try folder.create(Identity.certificateFile(identityName), text: identity.certificatePEM)
        try folder.create("\(Self.trustFolder)/\(Identity.certificateFile(authorityName))", text: authority.certificatePEM)
    }

    /// Says what was made.
    func present(_ folder: OutputFolder, _ options: OutputOptions) throws {
        guard !options.json else {
            return try Console.print(
                json: Output(
                    authority: output(authority, Identity.certificateFile(authorityName), folder),
                    certificate: output(identity, Identity.certificateFile(identityName), folder), trust: folder.path(Self.trustFolder),
                    files: folder.files))
        }
        var page = Page()
        set(authority, "authority", on: &page)
        set(identity, "certificate", on: &page)
        page.entry("trust", labelStyle: .faint, folder.path(Self.trustFolder), indent: 0, width: 11)
        page.entry("files", labelStyle: .faint, folder.files.joined(separator: " "), indent: 0, width: 11)
        try Console.print(page)
    }

    private func set(_ key: CertifiedKey, _ label: String, on page: inout Page) {
        page.entry(label, labelStyle: .faint, "\(key.certificate.subject)", .bold, indent: 0, width: 11)
        page.entry("", "valid \(key.notBefore) to \(key.notAfter)", indent: 0, width: 11)
    }

    private func output(_ key: CertifiedKey, _ file: String, _ folder: OutputFolder) -> Output.Certificate {
        .init(
            file: folder.path(file), subject: "\(key.certificate.subject)", notBefore: key.notBefore.description, notAfter: key.notAfter.description)
    }
}
