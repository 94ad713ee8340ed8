import Foundation
import Subprocess
import SystemPackage

/// What a built module makes public, as the compiler lists it.
struct PublicSymbols: Decodable {
    struct Symbol: Decodable {
        struct Names: Decodable { let title: String }
        struct Kind: Decodable { let identifier: String }
        struct Fragment: Decodable {
            let kind: String
            let spelling: String
        }
        struct Parameter: Decodable { let declarationFragments: [Fragment] }
        struct Signature: Decodable { let parameters: [Parameter]? }
        let names: Names
        /// Such as `swift.init`.
        let kind: Kind
        /// The names of the types it is in, then its own.
        let pathComponents: [String]
        /// As it is declared, without its body.
        let declarationFragments: [Fragment]?
        /// Of functions and initializers.
        let functionSignature: Signature?

        /// As it is declared, as text.
        var declaration: String { (declarationFragments ?? []).map(\.spelling).joined() }

        /// What a caller gives: the parameters of a function, what a case holds, what can be set, what a name of a type stands for.
        var taken: [[Fragment]] {
            if let functionSignature { return (functionSignature.parameters ?? []).map(\.declarationFragments) }
            switch kind.identifier {
            case "swift.enum.case", "swift.typealias": return [declarationFragments ?? []]
            case "swift.property", "swift.type.property":
                return declaration.contains("var ") && !declaration.contains("{ get }") ? [declarationFragments ?? []] : []
            default: return []
            }
        }
    }

    /// Why there is no list.
    struct Missing: Error, CustomStringConvertible { let description: String }

    let symbols: [Symbol]

    /// Names of everything.
    var titles: [String] { symbols.map(\.names.title) }

    /// Names of a type's members, those of types in it included.
    func members(of type: String) -> [String] {
        symbols.map(\.pathComponents).filter { $0.count > 1 && $0[0] == type }.map { $0.dropFirst().joined(separator: ".") }.sorted()
    }

    /// Asks for those of a module that the tests were built with.
    static func of(_ module: String) async throws -> PublicSymbols {
        guard let program = Program.path("test-app") else { throw Missing(description: "test-app is not built, and with it no module") }
        let products = URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent()
        let folder = try TemporaryFolder()
        let arguments = [
            "symbolgraph-extract", "-module-name", module, "-I", products.appendingPathComponent("Modules").path, "-target",
            products.deletingLastPathComponent().lastPathComponent, "-minimum-access-level", "public", "-module-cache-path", folder.path + "/cache",
            "-output-dir", folder.path,
        ]
        let maps = moduleMaps(products).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
        let result = try await Subprocess.run(
            .name("swift"), arguments: Arguments(arguments + maps), output: .discarded, error: .bytes(limit: 1 << 20))
        // What a module adds to types of others stands in files of its own.
        let graphs = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".symbols.json") }
        guard result.terminationStatus.isSuccess, graphs.contains("\(module).symbols.json") else {
            let errors = String(decoding: result.standardError, as: UTF8.self)
            throw Missing(description: "swift symbolgraph-extract lists nothing of \(module): \(errors)")
        }
        return PublicSymbols(
            symbols: try graphs.sorted().flatMap { graph in
                try JSONDecoder().decode(PublicSymbols.self, from: Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(graph)"))).symbols
            })
    }

    /// The maps of C modules that Swift modules here mention: those SwiftPM wrote, and those of packages that bring their own.
    private static func moduleMaps(_ products: URL) -> [String] {
        func entries(of folder: String) -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map { "\(folder)/\($0)" }
        }
        let generated = entries(of: products.path).filter { $0.hasSuffix(".build") }.map { $0 + "/module.modulemap" }
        let checkouts = products.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("checkouts").path
        let brought = entries(of: checkouts).flatMap { entries(of: $0 + "/Sources") }.map { $0 + "/include/module.modulemap" }
        let ours = entries(of: Program.packageFolder.appendingPathComponent("Sources").path).map { $0 + "/module.modulemap" }
        return (generated + brought + ours).filter { FileManager.default.fileExists(atPath: $0) }
    }
}
