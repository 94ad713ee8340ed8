#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Standard output and standard error.
enum Console {
    /// Prints a page.
    static func print(_ page: Page) throws { try write(page.text, to: .standardOutput) }

    /// Prints text that is laid out already.
    static func print(text: String) throws { try write(text, to: .standardOutput) }

    /// Prints a page where standard output carries data.
    static func printAside(_ page: Page) throws { try write(page.text, to: .standardError) }

    /// Prints a line where standard output carries data.
    static func printAside(text: String) throws { try write(text, to: .standardError) }

    /// Prints JSON.
    static func print(json value: some Encodable) throws { try write(json(value), to: .standardOutput) }

    /// JSON as this program writes it.
    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }

    private static func write(_ text: String, to descriptor: FileDescriptor) throws {
        do {
            try descriptor.write(Array(text.utf8))
        } catch {
            throw CommandFailure("cannot write the result, \(error.reason)", mend: "check where the output goes")
        }
    }
}
