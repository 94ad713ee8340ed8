import Inspection
import MobileDocument
import TextEncodings

/// `--encryption-info`: the text itself, or a file with it.
enum EncryptionInfoArgument {
    private static let member = "encryptionInfo"

    /// The base64url text, whose characters enter the transcript.
    static func text(_ argument: String) throws -> String {
        let text = try candidate(argument)
        do {
            _ = try EncryptionInfo(text: text)
        } catch {
            throw CommandFailure("this is not an EncryptionInfo, \(error)", mend: "check what --encryption-info is given")
        }
        return text
    }

    /// The text as it may have been sent, whatever it says.
    static func candidate(_ argument: String) throws -> String {
        let file: InputFile
        do { file = try InputFile(argument, for: "--encryption-info") } catch {
            // What is there, or has a letter that only a path can have, is no text that was sent.
            guard FileIdentity(argument) == nil, argument != "-", !argument.isEmpty, argument.utf8.allSatisfy(\.isBase64) else { throw error }
            return argument
        }
        let input = try file.decoded()
        let part = input.parts.first { $0.name.hasSuffix(member) } ?? input.parts[0]
        switch input.encoding {
        case .base64, .base64url, .json: return part.text ?? Base64URL.encode(part.bytes)
        case .binary, .hex, .pem: return Base64URL.encode(part.bytes)
        }
    }
}

extension UInt8 {
    /// Whether it stands in base64 or base64url, padded or not.
    fileprivate var isBase64: Bool { isASCIILetterOrDigit || "+/-_=".utf8.contains(self) }
}
