import ArgumentParser
import MobileDocument

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a provider is called and what it shows: shared by the commands that write one.
struct ProviderOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("Name of the provider: small letters, digits and -.", valueName: "name"))
    var name: String

    @Option(help: ArgumentHelp("Type of the documents it shows; may be repeated.", valueName: "type"))
    var docType: [String] = [DocType.mobileDrivingLicence.rawValue]

    func validate() throws {
        guard name.first?.isLetter == true, name.count <= 64, name.allSatisfy({ $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }) else {
            throw ValidationError("a name begins with a letter and has small letters, digits and - only, such as city-library")
        }
        try Self.check(docType)
    }

    /// Makes sure that texts can stand in Swift and in JSON.
    static func check(_ texts: [String]) throws {
        for text in texts where text.unicodeScalars.contains(where: Self.endsLiterals) || text.isEmpty {
            throw ValidationError("\"\(text.printable)\" cannot be a document type, a program or a place")
        }
    }

    /// Whether a text with it could not stand between quotation marks, also where a mark behind it makes another character of it.
    private static func endsLiterals(_ scalar: Unicode.Scalar) -> Bool { scalar == "\"" || scalar == "\\" || Character(scalar).isNewline }

    /// Refuses targets that would not build beside swift-mdoc.
    static func check(targets: String...) throws {
        for target in targets where TakenNames.contains(target) {
            throw CommandFailure("a module or type that the package needs is called like its target", at: target, mend: "give the provider another name")
        }
    }

    /// Where swift-mdoc is: a folder as it is found from anywhere; a URL as it is.
    static func place(_ text: String) throws -> String {
        guard !text.contains("://") else { return text }
        let folder = absolute(text)
        guard FileManager.default.fileExists(atPath: folder + "/Package.swift") else {
            throw CommandFailure(
                "there is no package", at: folder, mend: "name the folder of swift-mdoc, or the URL of its repository (--swift-mdoc)")
        }
        return folder
    }

    /// A path from the root, without the names that mean "here".
    static func absolute(_ path: String) -> String {
        let path = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        return "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }
}
