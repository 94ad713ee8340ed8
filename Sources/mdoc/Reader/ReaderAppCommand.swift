import AppGrantTokens
import ArgumentParser
import Crypto
import DocumentTrust
import Foundation
import IdentityElements
import IssuingAuthority
import MobileDocument
import X509

/// `mdoc reader app`
struct ReaderAppCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app", abstract: "Make what a registrar would give an app on a developer's machine: a grant, and a key for its answers.",
        discussion: """
            Example: mdoc reader app --authority reader --out app \\
                       --program .build/debug/docking-pass --client example.docking \\
                       --name "Docking Pass" --merchant merchant.example.docking \\
                       --team DOCKING --element age-at-least --element portrait

            Writes grant.jwt, merchant.pem and merchant-key.pem. The grant is for this very file of the program: after another build it needs \
            another one. Existing files are never replaced.
            """)

    @Option(help: ArgumentHelp("Folder that 'mdoc reader init' made.", valueName: "dir"))
    var authority: String

    @Option(help: ArgumentHelp("Folder to make.", valueName: "dir"))
    var out: String

    @Option(help: ArgumentHelp("The app's program.", valueName: "file"))
    var program: String

    @Option(help: ArgumentHelp("The app's identifier.", valueName: "name"))
    var client: String

    @Option(help: ArgumentHelp("What people call it.", valueName: "text"))
    var name: String

    @Option(help: ArgumentHelp("The merchant identifier of its server.", valueName: "name"))
    var merchant: String

    @Option(help: ArgumentHelp("Identifier of the team that makes it.", valueName: "name"))
    var team: String

    @Option(help: ArgumentHelp("Word for something it may ask for, such as age-at-least; may be repeated.", valueName: "word"))
    var element: [String]

    @Option(help: ArgumentHelp("Type of document it may ask for.", valueName: "type"))
    var docType = DocType.mobileDrivingLicence.rawValue

    @Option(help: ArgumentHelp("Where its privacy policy is.", valueName: "url"))
    var privacyPolicy = "https://app.example/privacy"

    /// Nobody publishes the list of an authority that is made to be thrown away.
    private static let revocationList = "https://reader.example/readers.crl"
    private static let days: Int64 = 90

    func run() throws {
        try checkWords()
        try checkPolicy()
        let registrar: ReaderAuthority
        do { registrar = try ReaderAuthority(identity: Identity.read(authority, name: Identity.readerAuthority, for: "--authority")) } catch let error as IssuingError {
            throw error.failure(mend: "give the folder that 'mdoc reader init' made with --authority")
        }
        let key = P256.KeyAgreement.PrivateKey()
        let grant = try grant(by: registrar)
        let certificate: String
        do { certificate = try self.certificate(of: key.publicKey, by: registrar) } catch let error as IssuingError {
            throw error.failure(mend: "see 'mdoc reader app --help'", options: [.nameCommonName: "--merchant"])
        }
        // Once everything is made: a file written before would be in the way of the corrected command.
        var folder = try OutputFolder(out, for: ["grant.jwt", "merchant.pem", "merchant-key.pem"])
        try folder.create("grant.jwt", text: grant.text)
        try folder.create("merchant.pem", text: certificate)
        try folder.create("merchant-key.pem", text: key.pemRepresentation + "\n", isSecret: true)
        try Console.print(text: folder.files.map { $0.printable + "\n" }.joined())
    }

    /// A word that no table has would grant nothing.
    private func checkWords() throws {
        let tables = try ElementTables.installed()
        guard let document = tables.documents[docType] else {
            throw CommandFailure("there is no table of the document type \"\(docType)\"", mend: "change --doc-type")
        }
        for word in element where !document.words.contains(word) {
            throw CommandFailure(
                "there is no word \"\(word)\" of \(docType)", mend: "give --element one of \(document.words.joined(separator: ", "))")
        }
    }

    /// As a registrar reads it: people follow the link.
    private func checkPolicy() throws {
        guard (try? ReaderRegistration(brand: "brand", purpose: "purpose", privacyPolicy: privacyPolicy)) != nil else {
            throw CommandFailure("the privacy policy is not an https URL of at most 512 visible ASCII characters", mend: "change --privacy-policy")
        }
    }

    private func grant(by registrar: ReaderAuthority) throws -> GrantToken {
        guard let content = try? Data(contentsOf: URL(fileURLWithPath: program), options: .alwaysMapped) else {
            throw CommandFailure("the program cannot be read", at: program, mend: "give the app's file with --program")
        }
        let begin = MomentOptions.now.secondsSinceEpoch
        let claims = GrantClaims(
            serialNumber: (0..<16).map { _ in UInt8.random(in: 1...127) }, client: client, name: name, team: team, executable: Array(SHA256.hash(data: content)),
            grant: AppGrant(words: [docType: Set(element)], merchantIdentifiers: [merchant]),
            privacyPolicies: [PrivacyPolicyLink(holder: name, url: privacyPolicy)], notBefore: begin, notAfter: begin + Self.days * 86_400)
        do throws(GrantTokenFault) {
            return try GrantToken(claims, for: registrar.identity.certificate.publicKey) { try registrar.identity.signingKey.signature(over: $0) }
        } catch {
            // Of these claims only the name can be one that no wallet reads.
            let mend = error == .claims ? "give --name one line of visible characters" : "give shorter texts, or another --authority"
            throw CommandFailure("the grant cannot be signed (\(error.code))", mend: mend)
        }
    }

    private func certificate(of key: P256.KeyAgreement.PublicKey, by registrar: ReaderAuthority) throws -> String {
        var generator = SystemRandomNumberGenerator()
        let subject = try AuthorityName(country: "UT", commonName: merchant)
        let publicKey = try P256.Signing.PublicKey(x963Representation: key.x963Representation)
        let encoded = try registrar.certify(
            MerchantEncryption(
                name: subject, publicKey: Certificate.PublicKey(publicKey), merchantIdentifier: merchant, teamIdentifier: team,
                crlDistributionPoint: Self.revocationList),
            notBefore: CalendarDate(MomentOptions.now).startOfDay, using: &generator)
        return try Certificate(derEncoded: encoded).serializeAsPEM().pemString + "\n"
    }
}
