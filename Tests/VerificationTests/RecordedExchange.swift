import CBOR
import Crypto
import DocumentTrust
import Foundation
import MobileDocument
import RelyingParty
import VectorSupport

/// Exchanges other people's wallets made, read in place from the vector folder.
enum RecordedExchange {
    struct Missing: Error {}

    static func text(_ path: String) throws -> String {
        guard let folder = Vectors.folder else { throw Missing() }
        return try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }

    static func hex(_ path: String) throws -> [UInt8] {
        try bytes(hex: text(path))
    }

    static func bytes(hex: String) throws -> [UInt8] {
        guard let bytes = Hexadecimal.bytes(hex.filter { !$0.isWhitespace }) else { throw Missing() }
        return bytes
    }

    static func json(_ path: String) throws -> [String: Any] {
        guard let object = try JSONSerialization.jsonObject(with: Data(text(path).utf8)) as? [String: Any] else { throw Missing() }
        return object
    }

    static func string(_ object: [String: Any], _ key: String) throws -> String {
        if let text = object[key] as? String { return text }
        guard let text = (object[key] as? [Any])?.first as? String else { throw Missing() }
        return text
    }

    static func anchors(_ paths: String...) throws -> IssuerTrustList {
        guard let folder = Vectors.folder else { throw Missing() }
        return IssuerTrustList(try paths.flatMap { try TrustAnchorFolder.load(folder.appendingPathComponent($0).path) })
    }

    /// The failed checks of a report by name, each once, sorted.
    static func failures(_ report: VerificationReport) -> [String] {
        Array(Set(report.failures.map(\.identifier.rawValue))).sorted()
    }

    static func warnings(_ report: VerificationReport) -> [String] {
        Array(Set(report.warnings.map(\.identifier.rawValue))).sorted()
    }
}

extension Instant {
    static func at(_ text: String) throws -> Instant {
        guard let instant = Instant(text) else { throw RecordedExchange.Missing() }
        return instant
    }
}
