import CBOR
import MobileDocument

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads trust anchors from a folder of PEM files.
///
/// Every `.pem`, `.crt` and `.cer` file may hold several certificates. A file `NAME.doctypes` beside `NAME.pem` limits
/// what its certificates may vouch for: one document type a line, `#` begins a comment. Without it they may vouch for any type.
public enum TrustAnchorFolder {
    /// Loads a folder, or a single PEM file.
    ///
    /// A certificate that cannot be used stops the loading, with its file named: trust is never a guess.
    public static func load(_ path: String) throws(TrustAnchorFolderError) -> [TrustAnchor] {
        var isDirectory = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw TrustAnchorFolderError(path: path, reason: "there is no such file or folder")
        }
        guard isDirectory else { return try anchors(inFile: path) }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw TrustAnchorFolderError(path: path, reason: "the folder cannot be read")
        }
        var anchors: [TrustAnchor] = []
        for name in names where [".pem", ".crt", ".cer"].contains(where: name.hasSuffix) {
            anchors += try self.anchors(inFile: path + "/" + name)
        }
        return anchors
    }

    private static func anchors(inFile path: String) throws(TrustAnchorFolderError) -> [TrustAnchor] {
        guard let data = FileManager.default.contents(atPath: path), let text = String(data: data, encoding: .utf8) else {
            throw TrustAnchorFolderError(path: path, reason: "the file cannot be read as text")
        }
        let scope = try scope(besides: path)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let blocks = PEMBlock.all(in: text)
        guard !blocks.isEmpty else { throw TrustAnchorFolderError(path: path, reason: "it holds no certificate in PEM") }
        var anchors: [TrustAnchor] = []
        for block in blocks {
            guard block.label == "CERTIFICATE" else {
                throw TrustAnchorFolderError(path: path, reason: "it holds a \(block.label), expected certificates only")
            }
            guard let bytes = block.bytes else {
                throw TrustAnchorFolderError(path: path, reason: "a certificate in it is not base64, or was cut off")
            }
            do {
                anchors.append(TrustAnchor(try ParsedCertificate(ByteSlice(bytes)), scope: scope, provenance: name))
            } catch {
                throw TrustAnchorFolderError(path: path, reason: error.description)
            }
        }
        return anchors
    }

    /// What the certificates of a file may vouch for, by the file beside it.
    package static func scope(besides path: String) throws(TrustAnchorFolderError) -> TrustAnchor.Scope {
        let name = path.split(separator: "/").last ?? ""
        let stem = name.lastIndex(of: ".").map { path.dropLast(name.distance(from: $0, to: name.endIndex)) } ?? path[...]
        let sidecar = stem + ".doctypes"
        // One that is there and cannot be read must not widen what the roots may vouch for. Of a link Foundation says that nothing is there where it
        // leads nowhere now, or to where this user may not go.
        let isThere =
            FileManager.default.fileExists(atPath: String(sidecar)) || (try? FileManager.default.destinationOfSymbolicLink(atPath: String(sidecar))) != nil
        guard isThere else { return .anyDocType }
        guard let data = FileManager.default.contents(atPath: String(sidecar)) else {
            throw TrustAnchorFolderError(path: String(sidecar), reason: "the file cannot be read")
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw TrustAnchorFolderError(path: String(sidecar), reason: "the file cannot be read as text")
        }
        let docTypes = text.split(whereSeparator: \.isNewline)
            .map { $0.prefix { $0 != "#" }.filter { !$0.isWhitespace } }
            .filter { !$0.isEmpty }
            .map { DocType(rawValue: $0) }
        guard !docTypes.isEmpty else {
            throw TrustAnchorFolderError(path: String(sidecar), reason: "it lists no document type; delete it to allow all")
        }
        return .docTypes(Set(docTypes))
    }
}
