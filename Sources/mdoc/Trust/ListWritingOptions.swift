import ArgumentParser
import IssuingAuthority
import MobileDocument

/// Who signs a list of authorities, of which kind it may be, and what it says of itself.
struct ListWritingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Folder with list-signer.pem and its key.", valueName: "dir"))
    var signer: String

    @Option(help: ArgumentHelp("Name of the provider.", valueName: "name"))
    var provider: String

    @Option(help: ArgumentHelp("Number of this issue, higher with each.", valueName: "number"))
    var issue: UInt64?

    @Option(help: ArgumentHelp("When the next issue is due.", valueName: "time"), transform: MomentOptions.parse)
    var nextUpdate: Instant?

    @Option(help: ArgumentHelp("The last moment at which the list may be used.", valueName: "time"), transform: MomentOptions.parse)
    var notAfter: Instant?

    @Option(help: ArgumentHelp("Where the newest list is to be had.", valueName: "url"), transform: AddressArgument.parse)
    var url: String?

    @Option(help: ArgumentHelp("Where to write the list.", valueName: "file"))
    var out: String

    @OptionGroup var time: MomentOptions

    /// Writes what the signer makes of a list.
    ///
    /// - Parameters:
    ///   - command: the command that is used, whose help says more.
    ///   - certificates: paths of those that the list is made of.
    func write(_ command: String, of certificates: [String], _ sign: (CertifiedKey) throws -> [UInt8]) throws {
        let file = OutputFile(out)
        try KeptFiles(folder: self.signer, option: "--signer", records: [], subfolders: [MadeAuthority.trustFolder]).check(file)
        try file.check(apartFrom: certificates)
        let signer = try Identity.read(signer, name: Identity.listSigner, for: "--signer")
        do {
            try file.write(binary: try sign(signer))
        } catch let error as IssuingError {
            throw error.failure(mend: "see 'mdoc \(command) --help'")
        }
    }
}
