import ArgumentParser
import DocumentTrust
import IssuingAuthority
import MobileDocument

/// What a registrar would have reviewed, for a website that plays a registered reader on a developer's machine.
struct RegistrationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Icon of a registered reader, PNG; its brand is --organization.", valueName: "file"))
    var icon: String?

    @Option(
        help: ArgumentHelp("Element a registered reader may ask for; may be repeated.", valueName: "name"), transform: ElementArgument.reference)
    var element: [ElementReference] = []

    @Option(name: .customLong("doc-type"), help: ArgumentHelp("Type of document it may ask for.", valueName: "type"))
    var docType = DocType.mobileDrivingLicence.rawValue

    @Option(help: ArgumentHelp("What the data is for, one sentence.", valueName: "text"))
    var purpose = "To try out how documents are asked for."

    @Option(help: ArgumentHelp("Where the privacy policy is.", valueName: "url"))
    var privacyPolicy = "https://reader.example/privacy"

    /// Nobody publishes the list of an authority that is made to be thrown away.
    private static let revocationList = "https://reader.example/readers.crl"

    func validate() throws {
        guard (icon == nil) == element.isEmpty else { throw ValidationError("a registered reader has both --icon and --element") }
    }

    /// The certificate of the same key with what was registered; the same certificate where nothing is.
    func register(
        _ reader: CertifiedKey, _ name: AuthorityName, domains: [String], revocationList: String?, at begin: Instant,
        by authority: ReaderAuthority
    ) throws -> CertifiedKey {
        guard let icon else { return reader }
        guard let brand = name.organization else { throw ValidationError("a registered reader has a brand: give --organization") }
        let registered = RegisteredReader(
            name: name, publicKey: reader.certificate.publicKey, domains: domains, crlDistributionPoint: revocationList ?? Self.revocationList,
            registration: try registration(of: brand), icon: try Self.picture(icon), allowedElements: try allowedElements())
        var generator = SystemRandomNumberGenerator()
        let encoded = try authority.certify(registered, notBefore: begin, using: &generator)
        return try CertifiedKey(derEncoded: encoded, signingKey: reader.signingKey)
    }

    private func registration(of brand: String) throws -> ReaderRegistration {
        do { return try ReaderRegistration(brand: brand, purpose: purpose, privacyPolicy: privacyPolicy) } catch {
            throw CommandFailure(error.description, mend: "change --organization, --purpose or --privacy-policy")
        }
    }

    private func allowedElements() throws -> AllowedElements {
        do { return try AllowedElements([DocType(rawValue: docType): Set(element)]) } catch {
            throw CommandFailure(error.description, mend: "change --element or --doc-type")
        }
    }

    private static func picture(_ path: String) throws -> BrandIcon {
        let file = try InputFile(path, for: "--icon")
        do { return try BrandIcon(png: file.content) } catch {
            throw CommandFailure(error.description, at: file.path, mend: "give a square PNG of 64 to 1024 pixels with --icon")
        }
    }
}
