import Foundation
import Glibc
import OwnerOnlyFiles
import SwiftASN1
import TextEncodings

/// A provider's `provider.json`: what whoever installed it says about it.
struct ProviderManifest: Decodable {
    let name: String
    let displayName: String
    let icon: String?
    let program: String
    let arguments: [String]?
    let apps: [String]?
    let user: String?
    let documentTypes: [String]
    let readerRoots: [String]?
    let revocationLists: [String]?

    /// The manifest of a provider in a folder of folders.
    static func file(of name: String, in folder: String) -> String { "\(folder)/\(name)/provider.json" }

    /// The providers of a folder of folders, sorted by name; none where there is no folder.
    static func providers(in folder: String) throws(ProviderManifestError) -> [InstalledProvider] {
        var providers: [InstalledProvider] = []
        for name in try names(in: folder) {
            guard try isThere(file(of: name, in: folder)) else {
                try checkLink("\(folder)/\(name)")
                continue
            }
            providers.append(try provider(name, in: "\(folder)/\(name)", by: file(of: name, in: folder)))
        }
        var programs: Set<String> = []
        for program in providers.flatMap(\.apps) {
            guard programs.insert(program).inserted else { throw .sharedProgram(program) }
        }
        var users: Set<UInt32> = []
        for provider in providers {
            guard let user = provider.user else { continue }
            guard users.insert(user).inserted else { throw .sharedUser(provider.name) }
        }
        return providers
    }

    /// What is in a folder of folders. Those in one that is there and cannot be read would be taken for uninstalled.
    private static func names(in folder: String) throws(ProviderManifestError) -> [String] {
        guard try isThere(folder) else { return [] }
        do { return try OwnerOnlyFolder.names(in: folder) } catch { throw .unusable(file: folder, reason: "it cannot be read") }
    }

    /// Whether something is at a path, be it a link that leads nowhere.
    private static func isThere(_ path: String) throws(ProviderManifestError) -> Bool {
        var status = stat()
        if lstat(path, &status) == 0 { return true }
        guard errno == ENOENT || errno == ENOTDIR else { throw .unusable(file: path, reason: "it cannot be reached") }
        return false
    }

    /// A link that leads nowhere now may have led to a provider, as to a disk that is not there yet.
    private static func checkLink(_ path: String) throws(ProviderManifestError) {
        var status = stat()
        guard stat(path, &status) != 0, try isThere(path) else { return }
        throw .unusable(file: path, reason: "it is a link that leads nowhere")
    }

    private static func provider(_ name: String, in folder: String, by file: String) throws(ProviderManifestError) -> InstalledProvider {
        let manifest: ProviderManifest
        do { manifest = try JSONDecoder().decode(ProviderManifest.self, from: Data(try InstalledFile.read(file))) } catch let error as ProviderManifestError {
            throw error
        } catch {
            throw .unusable(file: file, reason: "it is not JSON with name, displayName, program and documentTypes")
        }
        guard manifest.name == name else { throw .unusable(file: file, reason: "its name is not that of its folder, \(name)") }
        guard !manifest.displayName.isEmpty, manifest.displayName.unicodeScalars.count <= 64 else {
            throw .unusable(file: file, reason: "displayName has from 1 to 64 characters")
        }
        // It stands in the broker's own sentences.
        guard manifest.displayName.unicodeScalars.allSatisfy(\.isVisible) else {
            throw .unusable(file: file, reason: "displayName has characters that are invisible, end a line or change the direction of writing")
        }
        // A request can ask for no others, and these stand in the broker's sentences, too.
        guard manifest.documentTypes.allSatisfy({ (1...256).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x21...0x7e).contains($0) } }) else {
            throw .unusable(file: file, reason: "documentTypes have from 1 to 256 characters each, visible ASCII ones")
        }
        func resolved(_ path: String) throws(ProviderManifestError) -> String {
            guard path.hasPrefix("/"), let real = realpath(path, nil) else { throw .unusable(file: file, reason: "\(path) is not the absolute path of a program") }
            defer { free(real) }
            return String(cString: real)
        }
        var roots: [[UInt8]] = []
        for root in manifest.readerRoots ?? [] { roots += try certificates(in: path(root, in: folder)) }
        var apps: Set<String> = []
        for app in manifest.apps ?? [] { apps.insert(try resolved(app)) }
        let user = try manifest.user.map { (name) throws(ProviderManifestError) in try number(ofUser: name, file) }
        guard user == nil || apps.isEmpty else { throw .unusable(file: file, reason: "apps are known by the user they run under, or by their paths, not both") }
        var icon: [UInt8]?
        if let file = manifest.icon { icon = try InstalledFile.read(path(file, in: folder)) }
        return InstalledProvider(
            name: name, displayName: manifest.displayName, icon: icon, program: try resolved(manifest.program),
            arguments: manifest.arguments ?? [], apps: apps, user: user, documentTypes: Set(manifest.documentTypes), readerRoots: roots,
            revocationLists: (manifest.revocationLists ?? []).map { path($0, in: folder) })
    }

    /// Another user of this machine, by their name.
    private static func number(ofUser name: String, _ file: String) throws(ProviderManifestError) -> UInt32 {
        guard let user = getpwnam(name)?.pointee.pw_uid else { throw .unusable(file: file, reason: "there is no user \(name) on this machine") }
        guard user != geteuid() else { throw .unusable(file: file, reason: "\(name) is the user who runs the broker; leave user out") }
        return user
    }

    private static func path(_ name: String, in folder: String) -> String { name.hasPrefix("/") ? name : folder + "/" + name }

    private static func certificates(in file: String) throws(ProviderManifestError) -> [[UInt8]] {
        let text = String(decoding: try InstalledFile.read(file), as: UTF8.self)
        // Reading ends without a word at a beginning that has something behind it, a blank for one; what is left must not pass for all of them.
        let beginnings = text.utf8.ranges(of: "-----BEGIN ".utf8).count
        guard let blocks = try? PEMDocument.parseMultiple(pemString: text), !blocks.isEmpty, blocks.count == beginnings,
            blocks.allSatisfy({ $0.discriminator == "CERTIFICATE" })
        else { throw .unusable(file: file, reason: "it does not hold certificates in PEM") }
        return blocks.map(\.derBytes)
    }
}
