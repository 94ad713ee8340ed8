import ArgumentParser
import CBOR
import COSE
import IdentityElements
import IssuingAuthority
import MobileDocument

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `mdoc issuer issue`
struct IssuerIssueCommand: ParsableCommand {
    private struct Output: Encodable {
        let document: String
        let docType: String
        let elements: [String]
        let signed: String
        let validFrom: String
        let validUntil: String
        let newDeviceKey: String?
    }

    static let configuration = CommandConfiguration(
        commandName: "issue",
        abstract: "Issue a document to a device key.",
        discussion: """
            Example: mdoc issuer issue --issuer issuer --content licence.json \\
                       --portrait face.jpg --new-device-key device-key.pem \\
                       --out licence.mdoc

            The content is {"docType": TEXT, "nameSpaces": {NAMESPACE: {ELEMENT: VALUE}}}, dates as text, bytes as \
            base64url.
            """)

    @Option(help: ArgumentHelp("Folder of the issuing authority.", valueName: "dir"))
    var issuer: String

    @Option(help: ArgumentHelp("What the document says.", valueName: "file"))
    var content: String

    @Option(help: ArgumentHelp("The portrait, JPEG or JPEG 2000.", valueName: "file"))
    var portrait: String?

    @Option(help: ArgumentHelp("Key of the device, public or private, in PEM.", valueName: "file"))
    var deviceKey: String?

    @Option(help: ArgumentHelp("Make a device key and keep it here.", valueName: "file"))
    var newDeviceKey: String?

    @Option(help: ArgumentHelp("Where to write the document.", valueName: "file"))
    var out: String

    @Option(help: ArgumentHelp("When the document becomes valid; default: today.", valueName: "time"), transform: MomentOptions.parse)
    var validFrom: Instant?

    @Option(help: ArgumentHelp("When it ends; default: in a year, or with its signer.", valueName: "time"), transform: MomentOptions.parse)
    var validUntil: Instant?

    @Option(help: ArgumentHelp("Digest algorithm.", valueName: "name"))
    var digest: DigestName = .sha256

    @Option(help: ArgumentHelp("Digests without an element, which hide how many there are.", valueName: "number"))
    var decoys = 0

    @Option(
        help: ArgumentHelp("Address of the status list in which it can be revoked.", valueName: "uri"), transform: AddressArgument.parse)
    var statusUri: String?

    @Option(help: ArgumentHelp("Its place in that list, which no other document may have.", valueName: "number"))
    var statusIndex: UInt64?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (statusUri == nil) == (statusIndex == nil) else { throw ValidationError("--status-uri and --status-index belong together") }
        guard (deviceKey == nil) != (newDeviceKey == nil) else { throw ValidationError("give either --device-key or --new-device-key") }
        guard newDeviceKey != "-" else { throw ValidationError("a key does not belong on standard output; give --new-device-key a file") }
        guard (0...1000).contains(decoys) else { throw ValidationError("--decoys must be from 0 to 1000") }
    }

    func run() throws {
        try checkPlace()
        let signer = try IssuerFolder.signer(of: .documents, in: issuer)
        let content = try readContent()
        let validity = self.validity(within: signer)
        let newKey = newDeviceKey.map { _ in SigningKey.generate(.p256) }
        let publicKey = try newKey?.verificationKey ?? KeyFile.publicKey(deviceKey ?? "", for: "--device-key")
        let issued: [UInt8]
        do {
            issued = try MobileDocumentIssuer(signer: signer, digestAlgorithm: digest.algorithm)
                .issue(content, deviceKey: publicKey.coseKey, validity: validity, status: status, decoys: decoys)
        } catch {
            let place = error.code == .content ? self.content : nil
            let lacksPortrait = content.docType == .mobileDrivingLicence && content[.mobileDrivingLicence, "portrait"] == nil
            let mend =
                switch error.code {
                case .documentStatus: "change --status-index or --status-uri"
                case .documentValidity: "change --valid-from or --valid-until, or make a new signer with 'mdoc issuer signer'"
                case .content where lacksPortrait: "change the content, and give the portrait with --portrait"
                default: "change the content"
                }
            throw error.failure(at: place, mend: mend)
        }
        let keyFile = newDeviceKey.map { OutputFile($0) }
        if let newKey { try keyFile?.create(text: newKey.pemRepresentation + "\n", isSecret: true) }
        let file = OutputFile(out)
        // One that is there keeps its permissions.
        do { try file.write(binary: issued, isSecret: !file.isThere) } catch {
            keyFile?.takeBack()
            throw error
        }
        guard out != "-" else { return }
        try present(content, validity)
    }

    /// The document takes the place of nothing that the authority keeps, and not that of the key it is issued to. A new key of a device is none of
    /// the authority's keys, and goes to no place of theirs.
    private func checkPlace() throws {
        let (file, kept) = (OutputFile(out), IssuerFolder.kept(in: issuer))
        try kept.check(file)
        if let newDeviceKey { try kept.check(OutputFile(newDeviceKey), for: "--new-device-key") }
        try file.check(apartFrom: [content, portrait].compactMap { $0 })
        try file.checkBeforehand()
        guard !file.isStandardOutput, let key = newDeviceKey ?? deviceKey, FilePlace(key) == FilePlace(out) else { return }
        throw CommandFailure("the key of the device is there, or would be", at: out, mend: "give --out another file")
    }

    private var status: StatusReference? {
        guard let statusUri, let statusIndex else { return nil }
        return StatusReference(statusList: .init(index: statusIndex, uri: statusUri))
    }

    private func readContent() throws -> DocumentContent {
        let file = try InputFile(content, for: "--content")
        let picture = try portrait.map(Self.readPicture)
        do {
            return try DocumentContent(json: Data(file.content), portrait: picture)
        } catch {
            let mend = error.code == .contentPortrait ? "leave out --portrait, and put the picture into the content" : "change the content"
            throw error.failure(at: file.path, mend: mend)
        }
    }

    private static func readPicture(_ path: String) throws -> [UInt8] {
        let file = try InputFile(path, for: "--portrait")
        guard ElementType.picture.accepts(.bytes(file.content)) else {
            throw CommandFailure("this is no JPEG or JPEG 2000 picture", at: file.path, mend: "check what --portrait is given")
        }
        return file.content
    }

    private func validity(within signer: CertifiedKey) -> ValidityInfo {
        let today = CalendarDate(MomentOptions.now).startOfDay
        let from = validFrom ?? max(today, signer.notBefore)
        let until = validUntil ?? min(from.advanced(byDays: 365), CalendarDate(signer.notAfter).startOfDay)
        return ValidityInfo(signed: min(max(today, signer.notBefore), from), validFrom: from, validUntil: until)
    }

    private func present(_ content: DocumentContent, _ validity: ValidityInfo) throws {
        guard !output.json else {
            return try Console.print(
                json: Output(
                    document: out, docType: content.docType.rawValue, elements: content.elements.map(\.reference.description),
                    signed: validity.signed.instant.description, validFrom: validity.validFrom.instant.description,
                    validUntil: validity.validUntil.instant.description, newDeviceKey: newDeviceKey))
        }
        var page = Page()
        page.line("✔ issued \(content.docType) with \(content.elements.count.counted("element", "elements"))", .green)
        page.entry("valid", labelStyle: .faint, "\(validity.validFrom.instant) to \(validity.validUntil.instant)", width: 10)
        page.entry("document", labelStyle: .faint, out, width: 10)
        if let newDeviceKey { page.entry("device key", labelStyle: .faint, "\(newDeviceKey) (secret)", width: 10) }
        try Console.print(page)
    }
}
