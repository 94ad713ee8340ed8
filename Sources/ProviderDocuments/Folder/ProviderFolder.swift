public import DocumentProvider
public import DocumentTrust
import ElementTableFiles
import Foundation
public import IdentityElements
import OwnerOnlyFiles

/// The folder that an app and its provider share: documents, device keys, and whom to trust.
///
/// | in it | |
/// |---|---|
/// | `documents/` | the documents, sealed |
/// | `token.json` | the token with the device keys: `{"module", "token", "pinFile"}`, and `"serial"` where several have that name |
/// | `keys/` | the device keys where there is no `token.json`, at the level `software` |
/// | `token-state/` | who makes something in the token holds it meanwhile; notes which state of the PIN's file the token has refused |
/// | `readers/` | roots of readers' authorities, PEM, and their revocation lists, `.crl` in DER, which may be replaced at any time |
/// | `issuers/` | roots of issuers, PEM |
/// | `unheard` | is there while no broker has heard of the last change, such as a document taken in; the provider tells it when it is started next |
public struct ProviderFolder: Sendable {
    /// Where it is.
    public let path: String
    /// The device keys.
    public let keys: any DeviceKeyStore
    /// The documents.
    public let documents: DocumentStore
    /// All tables of documents, as they were when the folder was opened: those of this package, and those that are installed on this machine
    /// if they can be read.
    public let tables: ElementTables
    /// That no broker has heard of the last change.
    let unheard: UnheardNote

    /// Opens a folder, and makes it where there is none.
    public init(_ path: String) throws(DocumentStoreError) { try self.init(path, patience: OwnerOnlyFolder.patience) }

    /// Opens a folder, and makes it where there is none.
    ///
    /// - Parameter patience: for how long to wait for others who are at work in the token with the device keys.
    package init(_ path: String, patience: Duration) throws(DocumentStoreError) {
        self.path = path
        let folder: StorageFolder
        let settings: Data?
        do {
            try? FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            folder = try StorageFolder(path)
            settings = try folder.read("token.json")
        } catch { throw DocumentStoreError(error) }
        keys = try Self.keys(settings, in: folder, patience)
        unheard = UnheardNote(in: folder)
        documents = try DocumentStore(folder: path + "/documents", keys: keys, unheard: unheard)
        // The broker has said what is wrong with them. Without them nothing is answered that they describe.
        tables = (try? InstalledTables.ofEnvironment()) ?? .builtIn
    }

    /// The authorities whose readers may ask. Where there are revocation lists of one they must be fresh.
    public func readers() throws(TrustAnchorFolderError) -> ReaderTrustList {
        let anchors = try Self.anchors(part(of: .reader))
        return ReaderTrustList(anchors, revocationLists: try Self.revocationLists(in: part(of: .reader), of: anchors))
    }

    /// The issuers whose documents are taken in.
    public func issuers() throws(TrustAnchorFolderError) -> IssuerTrustList { IssuerTrustList(try Self.anchors(part(of: .issuer))) }

    /// Trusts a root from now on.
    ///
    /// - Parameters:
    ///   - pem: the certificate.
    ///   - role: `readers` or `issuers`.
    public func trust(_ pem: String, named name: String, as role: TrustRole) throws(DocumentStoreError) {
        do { try StorageFolder(part(of: role)).write(name + ".pem", Data(pem.utf8), replacing: true) } catch { throw DocumentStoreError(error) }
    }

    /// The root that is trusted under a name; nil where there is none.
    public func trusted(_ name: String, as role: TrustRole) throws(DocumentStoreError) -> String? {
        do { return try StorageFolder(part(of: role)).read(name + ".pem").map { String(decoding: $0, as: UTF8.self) } } catch {
            throw DocumentStoreError(error)
        }
    }

    private func part(of role: TrustRole) -> String { path + (role == .reader ? "/readers" : "/issuers") }

    /// Where an app's folder is, among the user's data (XDG).
    public static func standardPath(ofApp name: String) -> String {
        let environment = ProcessInfo.processInfo.environment
        // A path that is empty or not absolute is none.
        func absolute(_ variable: String) -> String? { environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let data = absolute("XDG_DATA_HOME") ?? (absolute("HOME") ?? NSHomeDirectory()) + "/.local/share"
        return "\(data)/\(name)"
    }

    private static func keys(_ settings: Data?, in folder: StorageFolder, _ patience: Duration) throws(DocumentStoreError) -> any DeviceKeyStore {
        do {
            guard let settings else { return try SoftwareDeviceKeys(folder: folder.path + "/keys") }
            // A file that is there and cannot be read must not send new keys elsewhere.
            guard let token = try? JSONDecoder().decode(TokenSettings.self, from: settings) else {
                throw DeviceKeyError.unavailable("\(folder.path)/token.json is not {\"module\", \"token\", \"pinFile\"}")
            }
            return try token.keys(in: folder, patience: patience)
        } catch let error as DeviceKeyError { throw .key(error) } catch { throw .unavailable(folder.path, reason: "its keys cannot be reached") }
    }

    private static func anchors(_ folder: String) throws(TrustAnchorFolderError) -> [TrustAnchor] {
        FileManager.default.fileExists(atPath: folder) ? try TrustAnchorFolder.load(folder) : []
    }
    /// The lists beside the roots. A file that is none is an error, never a smaller list.
    private static func revocationLists(in folder: String, of anchors: [TrustAnchor]) throws(TrustAnchorFolderError) -> [RevocationList] {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".crl") }.sorted()
        return try names.map { (name) throws(TrustAnchorFolderError) in
            let file = "\(folder)/\(name)"
            let bytes = FileManager.default.contents(atPath: file).map(Array.init) ?? []
            guard let list = anchors.lazy.compactMap({ try? RevocationList(bytes, issuedBy: $0) }).first else {
                throw TrustAnchorFolderError(path: file, reason: "it is no revocation list in DER that one of the roots beside it signed")
            }
            return list
        }
    }
}
