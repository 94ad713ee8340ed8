import ArgumentParser

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The address of something that is published, as documents or lists name it.
enum AddressArgument {
    /// Reads it, where something begins.
    static func parse(_ text: String) throws -> String {
        if let fault = Self.fault(text) { throw ValidationError(fault) }
        return text
    }

    /// Reads it, where something may go on that began under http.
    static func parseFormer(_ text: String) throws -> String {
        guard scheme(of: text) != "http" else { return text }
        return try parse(text)
    }

    /// Why nothing can begin there; nil where it can.
    static func fault(_ text: String) -> String? {
        guard scheme(of: text) != "https" else { return nil }
        return "\"\(text)\" is not an https URI, and verifiers fetch no other; write it as https://authority.example/status"
    }

    private static func scheme(of text: String) -> String? {
        guard let address = URLComponents(string: text, encodingInvalidCharacters: false), address.user == nil, let host = address.host, !host.isEmpty
        else { return nil }
        return address.scheme?.lowercased()
    }
}
