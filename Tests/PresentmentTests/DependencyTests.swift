import Foundation
import Subprocess
import SystemPackage
import Testing

@Suite("What is linked with what")
struct DependencyTests {
    private struct Manifest: Decodable {
        struct Target: Decodable {
            let name: String
            let dependencies: [[String: [Value?]]]
        }
        struct Product: Decodable {
            let name: String
            let targets: [String]
        }
        /// A name, or something else that stands beside names.
        enum Value: Decodable {
            case name(String)
            case other

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                self = (try? container.decode(String.self)).map(Value.name) ?? .other
            }
        }
        let products: [Product]
        let targets: [Target]
    }

    /// Targets of this package that a target depends on, directly or not, itself included.
    private static func closure(of name: String, in manifest: Manifest) -> Set<String> {
        var found: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            guard found.insert(next).inserted, let target = manifest.targets.first(where: { $0.name == next }) else { continue }
            for dependency in target.dependencies {
                for (kind, values) in dependency where kind != "product" {
                    if case .name(let name)?? = values.first { open.append(name) }
                }
            }
        }
        return found
    }

    /// Products of other packages that targets of this one depend on.
    private static func products(of targets: Set<String>, in manifest: Manifest) -> Set<String> {
        let dependencies = manifest.targets.filter { targets.contains($0.name) }.flatMap(\.dependencies)
        return Set(dependencies.compactMap { if case .name(let name)?? = $0["product"]?.first { name } else { nil } })
    }

    /// How a network is reached with nothing but the toolchain.
    private static let networking = ["import FoundationNetworking", "URLSession", "socket(", "getaddrinfo("]

    /// The Swift files of targets in which one of these words stands.
    private static func sources(of targets: Set<String>, withOneOf words: [String]) throws -> [String] {
        try targets.sorted().flatMap { target in
            let folder = Program.packageFolder.appendingPathComponent("Sources/" + target)
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
            return try files.filter { file in
                let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
                return words.contains { text.contains($0) }
            }
        }
    }

    private static func manifest() async throws -> Manifest? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("manifest-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Folders of its own: those of the package may be in use by the command that runs this test, and locks are left lying about.
        let result = try await Subprocess.run(
            .name("swift"),
            arguments: ["package", "--package-path", Program.packageFolder.path, "--scratch-path", folder.path, "dump-package"],
            environment: .inherit.updating(["TMPDIR": folder.path]), output: .bytes(limit: 8 << 20), error: .discarded)
        guard result.terminationStatus.isSuccess else { return nil }
        return try JSONDecoder().decode(Manifest.self, from: Data(result.standardOutput))
    }

    @Test("No decoder of requests or of what other devices send is among a broker's targets; programs of their own have them")
    func closure() async throws {
        let manifest = try #require(try await Self.manifest(), "swift package dump-package fails")
        let decoders: Set = ["CBOR", "COSE", "MobileDocument", "DocumentTrust", "RequestExtraction", "HybridTransport", "HybridTunnel"]
        for target in ["PresentmentRequest", "RequestParsing", "BrokerMessages", "WalletBroker", "UserVerification", "BrokerPages", "mdoc-broker"] {
            #expect(manifest.targets.contains { $0.name == target }, "there is no target \(target)")
            #expect(Self.closure(of: target, in: manifest).isDisjoint(with: decoders))
        }
        #expect(Self.closure(of: "PresentmentRequest", in: manifest) == ["PresentmentRequest"])
        // The check can fail: seen with its eyes, the parser and what reaches other devices do link them.
        let programs = Self.closure(of: "mdoc-request-parser", in: manifest).union(Self.closure(of: "mdoc-hybrid", in: manifest))
        #expect(programs.isSuperset(of: decoders))
        // What other devices send is read by nobody who also has documents or the person's consent.
        #expect(Self.closure(of: "mdoc-hybrid", in: manifest).isDisjoint(with: ["DocumentProvider", "ProviderDocuments", "WalletBroker", "UserVerification"]))
        // Pictures are decoded in a process that can do nothing else.
        for program in ["mdoc-hybrid", "mdoc"] { #expect(Self.closure(of: program, in: manifest).isDisjoint(with: ["CZBar", "CPhotoDecoders"])) }
        #expect(Self.closure(of: "mdoc-code-reader", in: manifest).isSuperset(of: ["CZBar", "CPhotoDecoders"]))
    }

    @Test("What apps link can open and verify nothing: there is no cryptography in it at all")
    func kit() async throws {
        let manifest = try #require(try await Self.manifest(), "swift package dump-package fails")
        let targets = Self.closure(of: "VerifyWithWallet", in: manifest)
        #expect(targets == ["VerifyWithWallet", "BrokerMessages", "IdentityElements", "LocalSockets", "OwnerOnlyFiles", "PresentmentRequest"])
        #expect(Self.products(of: targets, in: manifest).isEmpty)
        #expect(!Self.products(of: ["WalletBroker"], in: manifest).isEmpty)
    }

    @Test("What verifies can reach no network: of other packages it links those of cryptography and certificates alone")
    func verification() async throws {
        let manifest = try #require(try await Self.manifest(), "swift package dump-package fails")
        let targets = Self.closure(of: "RelyingParty", in: manifest)
        #expect(targets.contains("DocumentTrust") && !targets.contains("TrustFetching"))
        #expect(Self.products(of: targets, in: manifest) == ["Crypto", "SwiftASN1", "X509"])
        #expect(Self.products(of: Self.closure(of: "TrustFetching", in: manifest), in: manifest).contains("AsyncHTTPClient"))
        // What the toolchain brings is linked without a word in the manifest.
        #expect(try Self.sources(of: targets, withOneOf: Self.networking) == [])
        #expect(try !Self.sources(of: Self.closure(of: "TrustFetching", in: manifest).union(["LocalSockets"]), withOneOf: Self.networking).isEmpty)
    }

    @Test("What websites build on and what providers build on are products of their own, and neither links or imports the other")
    func entries() async throws {
        let manifest = try #require(try await Self.manifest(), "swift package dump-package fails")
        let websites: Set = ["RelyingParty", "VerificationSessions", "PageKit", "VerifierService"]
        let providers: Set = ["DocumentProvider", "IdentityDocumentServices", "IdentityDocumentServicesUI", "ProviderDocuments", "ProviderViews"]
        for name in websites.union(providers) {
            #expect(manifest.products.first { $0.name == name }?.targets == [name], "\(name) is no product")
        }
        for (own, others) in [(websites, providers), (providers, websites)] {
            let targets = own.reduce(into: Set<String>()) { $0.formUnion(Self.closure(of: $1, in: manifest)) }
            #expect(targets.isSuperset(of: own.union(["MobileDocument", "DocumentTrust"])) && targets.isDisjoint(with: others))
            // A module that was built beside can be imported without a word in the manifest.
            #expect(try Self.sources(of: targets, withOneOf: others.map { "import \($0)\n" }) == [])
        }
        // The check can fail: who tests both sides has both.
        #expect(Self.closure(of: "MobileDocumentTesting", in: manifest).isSuperset(of: ["RelyingParty", "DocumentProvider"]))
        for name in ["RelyingParty", "DocumentProvider"] {
            #expect(try !Self.sources(of: ["MobileDocumentTesting"], withOneOf: ["import \(name)\n"]).isEmpty)
        }
    }

    @Test("Mock data is out of reach of all that answers with documents; only Wallet's program links both, to be one of them")
    func mockData() async throws {
        let manifest = try #require(try await Self.manifest(), "swift package dump-package fails")
        for target in ["DocumentProvider", "ProviderDocuments", "ProviderViews", "IdentityDocumentServicesUI", "LocalDrivingAuthorityProvider", "mdoc-broker"] {
            #expect(manifest.targets.contains { $0.name == target }, "there is no target \(target)")
            #expect(Self.closure(of: target, in: manifest).isDisjoint(with: ["SimulatedDocuments", "MobileDocumentTesting"]))
        }
        #expect(Self.closure(of: "WalletProvider", in: manifest).isSuperset(of: ["SimulatedDocuments", "MobileDocumentTesting"]))
    }

    @Test("Nothing that the kit makes public decrypts, opens or verifies an answer")
    func publicSymbols() async throws {
        func forbidden(_ names: [String]) -> [String] { names.filter { $0.firstMatch(of: #/(?i)decrypt|unseal|verif|privateKey|deviceResponse/#) != nil } }
        let (kit, verifier) = (try await PublicSymbols.of("VerifyWithWallet").titles, try await PublicSymbols.of("RelyingParty").titles)
        #expect(kit.contains("requestDocument(_:)") && kit.contains("encryptedData"))
        #expect(forbidden(kit).isEmpty)
        #expect(!forbidden(verifier).isEmpty)
    }
}
