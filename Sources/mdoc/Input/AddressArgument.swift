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
            let scheme = address.scheme?.lowercased(), scheme == "http" || scheme == "https", let host = address.host, !host.isEmpty
        else { throw ValidationError("\"\(text)\" is not an http or https URI; write it as https://authority.example/status") }
        return text
    }
}
