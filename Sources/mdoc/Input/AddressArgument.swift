import ArgumentParser

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The address of something that is published, as documents name it.
enum AddressArgument {
    /// Reads it.
    static func parse(_ text: String) throws -> String {
        guard let address = URLComponents(string: text, encodingInvalidCharacters: false), address.user == nil,
            address.scheme?.lowercased() == "https", let host = address.host, !host.isEmpty
        else {
            throw ValidationError("\"\(text)\" is not an https URI, and verifiers fetch no other; write it as https://authority.example/status")
        }
        return text
    }
}
