import Crypto
import DocumentTrust
import Foundation
import LoopbackServers
import MobileDocument
import Testing
import VectorSupport
import VerificationSessions
import X509

@testable import VerifierService

@Suite("Configuration")
struct ConfigurationTests {
    private func folder(_ yaml: String) async throws -> TemporaryFolder {
        let world = try await ServiceWorld()
        try world.folder.write("verifier.yaml", yaml)
        return world.folder
    }

    private func mistakes(_ yaml: String, environment: [String: String] = [:]) async throws -> [String] {
        let folder = try await folder(yaml)
        do {
            _ = try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: environment)
            return []
        } catch { return error.mistakes.map(\.key) }
    }

    @Test("a good configuration has no mistakes")
    func good() async throws {
        #expect(try await mistakes(ConfigurationText.good) == [])
    }

    @Test("what is not said is as the guide says: this machine alone, bounded, and results gone soon")
    func defaults() async throws {
        let folder = try await folder(ConfigurationText.good.components(separatedBy: "limits:\n")[0])
        let configuration = try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: [:])
        #expect(configuration.pageListener.host == "127.0.0.1")
        #expect(configuration.pageListener.port == 8080)
        #expect(configuration.backendListener == nil)
        let limits = configuration.limits
        #expect((limits.bodyBytes, limits.bodySeconds) == (2 << 20, 15))
        #expect((limits.concurrent, limits.connections, limits.perMinute) == (512, 4096, 120))
        let settings = configuration.settings
        #expect((settings.resultSeconds, settings.deliverySeconds, settings.outlineSeconds) == (900, 60, 86_400))
        #expect(try configuration.policies.policy(named: "over-21").sessionSeconds == 600)
    }

    @Test("an empty configuration tells everything that is missing at once")
    func everythingMissing() async throws {
        let keys = try await mistakes("{}")
        #expect(Set(keys) == ["origin", "policies", "trust.path", "store.sqlite.path", "sealing.keys", "audit.key-file", "backend.keys"])
    }

    @Test("a policy that names its legal basis may ask for what is restricted by law")
    func legalBasis() async throws {
        let goals = "goals: [age_over_21]\n"
        let asking = "goals: [age_over_21, \(Self.myNumber)]\n    legal-basis: [\(Self.myNumber)]\n"
        let folder = try await folder(ConfigurationText.good.replacing(goals, with: asking))
        let configuration = try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: [:])
        let documents = try configuration.policies.policy(named: "over-21").documents
        #expect(documents.map { $0.legalBasis.map(\.description) } == [[Self.myNumber]])
    }

    private static let myNumber = "org.iso.23220.1.jp/individual_number_unicode"

    @Test("a policy of which any one document is enough is written as the guide writes it; without that word all of them are wanted")
    func anyOf() async throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("docs/verifier-service.md"), encoding: .utf8)
        let parts = page.components(separatedBy: "```yaml\n")
        let block = try #require(parts.last?.components(separatedBy: "```").first)
        let good = ConfigurationText.good
        let (start, end) = (try #require(good.range(of: "policies:")), try #require(good.range(of: "allowed-goals:")))
        func policy(_ block: String) async throws -> VerificationPolicy {
            let folder = try await folder(good.replacingCharacters(in: start.lowerBound..<end.lowerBound, with: block))
            return try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: [:]).policies.policy(named: "adult")
        }
        let either = try await policy(block)
        #expect(parts.count == 2 && either.isAnyOf)
        #expect(either.documents.map(\.docType.rawValue) == ["org.iso.18013.5.1.mDL", "org.iso.23220.photoid.1"])
        #expect(try await !policy(block.replacing("    any-of: true\n", with: "")).isAnyOf)
        #expect(try await mistakes(good.replacing("    required:", with: "    any-of: perhaps\n    required:")).contains("policy.rental.any-of"))
    }

    @Test("a table of one's own says what is restricted by law; one that cannot be read, or is not there, is a mistake by its file and line")
    func tables() async throws {
        let (goals, number) = ("goals: [age_over_21]\n", "org.example.galley/cook_number")
        let yaml = "tables: tables\n" + ConfigurationText.good.replacing(goals, with: "goals: [age_over_21, \(number)]\n")
        let folder = try await folder(yaml)
        func mistakes() async -> [ConfigurationMistake] {
            do {
                _ = try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: [:])
                return []
            } catch { return error.mistakes }
        }
        #expect(await mistakes().map(\.key) == ["tables"])
        try FileManager.default.createDirectory(atPath: folder.path + "/tables", withIntermediateDirectories: false)
        #expect(await mistakes() == [])
        let element = "element | cook_number | text | M | restricted | Cook's number | 料理人番号 | 요리사 번호 | Número do cozinheiro"
        try folder.write("tables/galley.table", "namespace | org.example.galley | closed\n\(element)\n")
        #expect(await mistakes().map(\.key) == ["policy.over-21.goals"])
        try folder.write("verifier.yaml", yaml.replacing("\(number)]\n", with: "\(number)]\n    legal-basis: [\(number)]\n"))
        #expect(await mistakes() == [])
        try folder.write("tables/other.table", "nonsense")
        let mistake = try #require(await mistakes().first)
        #expect(mistake.key == "tables" && mistake.reason.contains("tables/other.table: line 1: "))
    }

    @Test("each mistake is told with its key", arguments: [
        ("origin: https://rentals.example", "origin: http://rentals.example", "origin"),
        ("origin: https://rentals.example", "origin: https://rentals.example/path", "origin"),
        ("profile: iso", "profile: legacy-samples", "profile"),
        ("profile: iso", "profile: none", "profile"),
        ("goals: [age_over_21]\n", "goals: [age_over_twentyone]\n", "policy.over-21.goals"),
        ("goals: [age_over_21]\n", "goals: [age_over_21, \(myNumber)]\n", "policy.over-21.goals"),
        ("goals: [age_over_21, portrait]", "goals: [portrait, \(myNumber)]", "allowed-goals"),
        ("retain: [name]", "retain: [birth_date]", "policy.rental.goals"),
        ("required: [name, age_over_21]", "required: [birth_date]", "policy.rental"),
        ("retention-seconds: 3600", "retention-seconds: forever", "policy.rental.retention-seconds"),
        ("retention-seconds: 3600", "retention-secs: 3600", "policy.rental.retention-secs"),
        ("key-file: reader-key.pem", "key-file: missing.pem", "reader.main.key-file"),
        ("key-file: reader-key.pem", "key-file: audit-key.pem", "reader.main.certificate-file"),
        ("certificate-file: reader.pem", "certificate-file: reader-key.pem", "reader.main.certificate-file"),
        ("key-file: audit-key.pem", "key-file: reader.pem", "audit.key-file"),
        ("key: BwcH", "key: Bwc", "sealing.one.key"),
        ("keys: [one]", "keys: [two]", "sealing.two.key"),
        ("body-bytes: 262144", "body-bytes: 1", "limits.body-bytes"),
        ("policies: [rental, over-21]", "policies: [rental, over-21, goals]", "policy.goals.goals"),
    ])
    func mistake(change: (from: String, to: String, key: String)) async throws {
        let changed = ConfigurationText.good.replacing(change.from, with: change.to)
        try #require(changed != ConfigurationText.good)
        #expect(try await mistakes(changed).contains(change.key))
    }

    @Test("what no wallet would read of those who sign is a mistake before anybody clicks: too long a chain, and two that sign each document")
    func unreadableSignatures() async throws {
        let good = ConfigurationText.good
        let folder = try await folder(good)
        let path = folder.path
        func mistakes() async -> [String] {
            do {
                _ = try await ServiceConfiguration.read(file: path + "/verifier.yaml", environment: [:])
                return []
            } catch { return error.mistakes.map(\.key) }
        }
        let certificate = try String(contentsOfFile: path + "/reader.pem", encoding: .utf8)
        try folder.write("reader.pem", Array(repeating: certificate, count: 8).joined(separator: "\n"))
        #expect(await mistakes() == [])
        try folder.write("reader.pem", Array(repeating: certificate, count: 9).joined(separator: "\n"))
        #expect(await mistakes() == ["readers"])
        try folder.write("verifier.yaml", good.replacing("policies: [rental, over-21]\n", with: "policies: []\n"))
        #expect(await mistakes().contains("readers"), "sessions made of goals are signed too")
        try folder.write("reader.pem", certificate)
        let reader = "    certificate-file: reader.pem\n    key-file: reader-key.pem\n    signs-each-document: true\n"
        let old = "  main:\n    certificate-file: reader.pem\n    key-file: reader-key.pem\n"
        let two = good.replacing(old, with: "  main:\n\(reader)  other:\n\(reader)").replacing("readers: [main]", with: "readers: [main, other]")
        try folder.write("verifier.yaml", two)
        #expect(await mistakes() == ["readers"])
    }

    @Test("a key on another curve, whose numbers are as long as those of P-256, is no key of audit records or of envelopes")
    func foreignKey() async throws {
        let inApp = "in-app:\n  merchant: m.example\n  team: t\n  keys: [a]\n  a:\n    key-file: a.key\n"
        let folder = try await folder(ConfigurationText.good + inApp)
        // As `openssl genpkey` makes one on secp256k1.
        let key = """
            -----BEGIN PRIVATE KEY-----
            MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQginY5gtptFtzkpD+vGCRr
            72D6dfU3l1DFU+lbqgXxob+hRANCAATTxn0ecdG5C/qVefPH3uq17sMS0J8z9sW+
            fSrAk6LHQMNIA7yUKsKjZQdhpvtXLShASuqaGXdL6O17LajUr+Ok
            -----END PRIVATE KEY-----
            """
        for file in ["audit-key.pem", "a.key"] { try folder.write(file, key) }
        let path = folder.path + "/verifier.yaml"
        let fault = await #expect(throws: ConfigurationMistakes.self) { try await ServiceConfiguration.read(file: path, environment: [:]) }
        #expect(Set(fault?.mistakes.map(\.key) ?? []) == ["audit.key-file", "in-app.a.key-file"])
    }

    @Test("a reader's certificate may be as large as the icon of its brand makes it")
    func largeReaderCertificate() async throws {
        let folder = try await folder(ConfigurationText.good)
        let key = try P256.Signing.PrivateKey(pemRepresentation: String(contentsOfFile: folder.path + "/reader-key.pem", encoding: .utf8))
        let name = try DistinguishedName { CommonName("rentals.example") }
        let picture = Certificate.Extension(oid: [1, 3, 6, 1, 5, 5, 7, 1, 12], critical: false, value: ArraySlice(repeating: 0, count: 40_000))
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey), notValidBefore: .now,
            notValidAfter: .now.addingTimeInterval(86_400), issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions([picture]), issuerPrivateKey: .init(key))
        try folder.write("reader.pem", certificate.serializeAsPEM().pemString)
        let configuration = try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: [:])
        #expect(configuration.signers.first?.chain.first?.count ?? 0 > 40_000)
    }

    @Test("of a reader that is named and no more, both files are missed at once")
    func bareReader() async throws {
        let changed = ConfigurationText.good.replacing("reader:\n  main:\n    certificate-file: reader.pem\n    key-file: reader-key.pem\n", with: "")
        try #require(changed != ConfigurationText.good)
        #expect(Set(try await mistakes(changed)) == ["reader.main.key-file", "reader.main.certificate-file"])
    }

    @Test("a value of another kind is told with how to write it", arguments: [
        ("profile: iso", "profile: iso\nproduction: perhaps", "production", "write true or false"),
        ("body-bytes: 262144", "body-bytes: much", "limits.body-bytes", "write a whole number"),
        ("policies: [rental, over-21]", "policies: rental", "policies", "write a list: [a, b]"),
        ("policies: [rental, over-21]", "policies:\n  - name: rental\n  - over-21", "policies", "write [a, b]"),
        ("origin: https://rentals.example", "origin: [https://rentals.example]", "origin", "write one value"),
        ("limits:\n  body-bytes: 262144\n  per-minute: 100000\n  body-seconds: 300\n", "limits:\n  # body-bytes: 262144\n", "limits", "write one, or take it away"),
        ("trust:\n  path: trust\n", "trust: trust\n", "trust", "write one, or take it away"),
    ])
    func wrongKind(change: (from: String, to: String, key: String, remedy: String)) async throws {
        let folder = try await folder(ConfigurationText.good.replacing(change.from, with: change.to))
        do {
            _ = try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: [:])
            Issue.record("the mistake was not found")
        } catch { #expect(error.mistakes.first { $0.key == change.key }?.reason.hasSuffix(change.remedy) == true, "\(error)") }
    }

    @Test("a configuration file that cannot be read is told with why")
    func unreadable() async throws {
        let folder = try await folder(ConfigurationText.good)
        try Data([0xff, 0xfe, 0x00]).write(to: URL(fileURLWithPath: folder.path + "/latin.yaml"))
        for (name, words) in [("/missing.yaml", "there is no such file"), ("", "it is a folder"), ("/latin.yaml", "is not text in UTF-8")] {
            do {
                _ = try await ServiceConfiguration.read(file: folder.path + name, environment: [:])
                Issue.record("\(name) was read")
            } catch { #expect(error.mistakes.map(\.key) == [folder.path + name] && error.mistakes[0].reason.contains(words), "\(error)") }
        }
    }

    @Test("of a configuration file without keys, or indented by tabs, that is told")
    func unkeyed() async throws {
        let tabs = ConfigurationText.good.replacing("trust:\n  path: trust\n", with: "trust:\n\tpath: trust\n")
        let line = try #require(tabs.components(separatedBy: "\n").firstIndex { $0.hasPrefix("\t") }) + 1
        for (yaml, words) in [("", "has no keys"), ("# later\n", "has no keys"), ("- origin\n", "has no keys"), (tabs, " at line \(line), column 1; indent with spaces")] {
            let folder = try await folder(yaml)
            do {
                _ = try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: [:])
                Issue.record("it was read: \(yaml)")
            } catch { #expect(error.mistakes.count == 1 && error.mistakes[0].reason.contains(words), "\(error)") }
        }
    }

    @Test("of a mistake in a variable that is told, since the file may say something else: an empty one, and one of another kind", arguments: [
        ("VERIFIER_ORIGIN", "", "origin"), ("VERIFIER_LIMITS_BODY_BYTES", "much", "limits.body-bytes"),
    ])
    func variable(variable: (name: String, value: String, key: String)) async throws {
        let folder = try await folder(ConfigurationText.good.replacing("profile: iso", with: "profile: none"))
        do {
            _ = try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: [variable.name: variable.value])
            Issue.record("the mistakes were not found")
        } catch {
            let (words, reasons) = (" (\(variable.name) is set, and wins over the file)", error.mistakes.map(\.reason))
            #expect(Set(error.mistakes.map(\.key)) == ["profile", variable.key])
            #expect(reasons.count { $0.hasSuffix(words) } == 1 && reasons.count { $0.contains("is set") } == 1, "\(error)")
        }
    }

    @Test("an empty variable of a list says that there are none")
    func emptyList() async throws {
        let yaml = ConfigurationText.good.replacing("reader:\n  main:\n    certificate-file: reader.pem\n    key-file: reader-key.pem\n", with: "")
        let folder = try await folder(yaml)
        do {
            _ = try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: ["VERIFIER_READERS": ""])
            Issue.record("it is read")
        } catch {
            let described = error.mistakes.map { "\($0)" }
            #expect(described.count == 1 && described[0].contains("VERIFIER_READERS") && described[0].contains("there is nothing in it"), "\(described)")
        }
    }

    @Test("a secret or its file: a variable of either wins over the other in the file; both in one place are a mistake, and neither is read")
    func twoForms() async throws {
        let (one, other) = (Base64URL.encode([UInt8](repeating: 7, count: 32)), Base64URL.encode([UInt8](repeating: 8, count: 32)))
        let (asKey, asFile) = (ConfigurationText.good, ConfigurationText.good.replacing("    key: \(one)\n", with: "    key-file: one.key\n"))
        let both = asKey.replacing("    key: \(one)\n", with: "    key: \(one)\n    key-file: one.key\n")
        try #require(asKey != asFile && asKey != both)
        let (key, file) = (["VERIFIER_SEALING_ONE_KEY": other], ["VERIFIER_SEALING_ONE_KEY_FILE": "other.key"])
        /// The mistakes, after what `one.key` and `other.key` hold.
        func mistakes(_ yaml: String, _ environment: [String: String], _ first: String, _ second: String) async throws -> [String] {
            let folder = try await folder(yaml)
            try folder.write("one.key", first)
            try folder.write("other.key", second)
            do {
                _ = try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: environment)
                return []
            } catch { return error.mistakes.map(\.key) }
        }
        // What does not win may be no key at all.
        #expect(try await mistakes(asFile, key, "none", "none") == [])
        #expect(try await mistakes(asKey.replacing(one, with: "none"), file, "none", other + "\n") == [])
        #expect(try await mistakes(asFile, [:], one + "\n", "none") == [])
        #expect(try await mistakes(both, [:], one, other) == ["sealing.one.key"])
        #expect(try await mistakes(both, key, one, other) == [])
        #expect(try await mistakes(asKey, key.merging(file) { $1 }, one, other) == ["sealing.one.key"])
    }

    @Test("what stands in the place of a secret's path is not repeated: it may be the secret", arguments: [
        "SEALING_ONE_KEY_FILE", "AUDIT_KEY_FILE", "READER_MAIN_KEY_FILE", "TLS_KEY_FILE", "WEBHOOK_SECRET_FILE", "STORE_POSTGRESQL_CONNECTION_FILE",
        "IN_APP_ONE_KEY_FILE",
    ])
    func secretForPath(name: String) async throws {
        let yaml = ConfigurationText.good.replacing("    key: \(Base64URL.encode([UInt8](repeating: 7, count: 32)))\n", with: "    key-file: sealing.key\n")
            .replacing("  sqlite:\n    path: sessions.sqlite\n", with: "  kind: postgresql\n")
        let folder = try await folder(yaml)
        let environment = [
            "VERIFIER_TLS_CERTIFICATE_FILE": "reader.pem", "VERIFIER_WEBHOOK_URL": "https://rentals.example/hook", "VERIFIER_IN_APP_KEYS": "one",
            "VERIFIER_IN_APP_MERCHANT": "merchant.rentals.example", "VERIFIER_IN_APP_TEAM": "RENTALS", "VERIFIER_\(name)": "canary/of a secret",
        ]
        do {
            _ = try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: environment)
            Issue.record("the mistake was not found")
        } catch {
            let told = error.mistakes.filter { EnvironmentNames.name(of: $0.key) == "VERIFIER_\(name)" }
            #expect(told.count == 1 && told[0].reason.hasPrefix("the file is not there") && told[0].reason.contains(folder.path), "\(error)")
            #expect(!error.description.contains("canary"), "\(error)")
        }
    }

    @Test("of a listener's TLS the file that cannot be used is told, of both listeners at once, beside other mistakes")
    func unusableTLS() async throws {
        let (server, other) = (try WebCredentials("127.0.0.1"), try WebCredentials("127.0.0.1"))
        let folder = try await folder(ConfigurationText.good)
        try folder.write("tls.pem", server.certificatePEM)
        try folder.write("tls-key.pem", server.keyPEM)
        try folder.write("other-key.pem", other.keyPEM)
        try folder.write("empty.pem", "")
        func mistakes(_ certificate: String, _ key: String, _ authorities: String, _ more: [String: String] = [:]) async -> [String] {
            let listener = ["CERTIFICATE": certificate, "KEY": key, "CLIENT_AUTHORITIES": authorities]
            var environment = more
            for (name, file) in listener {
                environment["VERIFIER_TLS_\(name)_FILE"] = file
                environment["VERIFIER_BACKEND_TLS_\(name)_FILE"] = file
            }
            environment["VERIFIER_BACKEND_LISTEN"] = "127.0.0.1:8081"
            do {
                _ = try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: environment)
                return []
            } catch { return error.mistakes.map(\.key) }
        }
        #expect(await mistakes("tls.pem", "tls-key.pem", "tls.pem") == [])
        #expect(await mistakes("tls-key.pem", "tls-key.pem", "tls.pem") == ["tls.certificate-file", "backend.tls.certificate-file"])
        #expect(await mistakes("tls.pem", "tls.pem", "tls.pem") == ["tls.key-file", "backend.tls.key-file"])
        #expect(await mistakes("tls.pem", "other-key.pem", "tls.pem") == ["tls.key-file", "backend.tls.key-file"])
        #expect(await mistakes("tls.pem", "tls-key.pem", "empty.pem") == ["tls.client-authorities-file", "backend.tls.client-authorities-file"])
        #expect(await mistakes("tls.pem", "other-key.pem", "tls.pem", ["VERIFIER_PROFILE": "none"]) == ["profile", "tls.key-file", "backend.tls.key-file"])
    }

    @Test("a key that stands under another one and once more with dots stands twice, too; in one of the two ways it is read")
    func dotted() async throws {
        let good = ConfigurationText.good
        #expect(try await mistakes(good + "trust.path: elsewhere\n") == ["trust.path"])
        #expect(try await mistakes(good + "policy.rental.retain: [name]\nlimits.body-bytes: 262144\n") == ["limits.body-bytes", "policy.rental.retain"])
        #expect(try await mistakes(good.replacing("trust:\n  path: trust\n", with: "trust.path: trust\n")) == [])
        #expect(try await mistakes(good + "limits.connections: 100\n") == [])
    }

    @Test("a key that stands twice is told with its name, wherever it is", arguments: [("profile: iso\n", "profile"), ("  per-minute: 100000\n", "per-minute")])
    func twice(line: (text: String, key: String)) async throws {
        let folder = try await folder(ConfigurationText.good.replacing(line.text, with: line.text + line.text))
        do {
            _ = try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: [:])
            Issue.record("the mistake was not found")
        } catch {
            let reason = error.mistakes.map(\.reason).joined()
            #expect(reason.hasSuffix(": \(line.key)") && reason.contains("twice, see line "), "\(reason)")
        }
    }

    @Test("the backend's listener has an address of its own; what one program cannot listen at beside the page's is a mistake", arguments: [
        ("127.0.0.1:8080", "127.0.0.1:8080", false), ("0.0.0.0:8080", "127.0.0.1:8080", false), ("127.0.0.1:8080", "[::]:8080", false),
        ("127.0.0.1:8080", "127.0.0.1:8081", true), ("127.0.0.1:8080", "127.0.0.2:8080", true), ("0.0.0.0:8080", "[::1]:8080", true),
        ("127.0.0.1:0", "127.0.0.1:0", true),
    ])
    func listeners(listeners: (page: String, backend: String, areTwo: Bool)) async throws {
        let environment = ["VERIFIER_LISTEN": listeners.page, "VERIFIER_BACKEND_LISTEN": listeners.backend]
        #expect(try await mistakes(ConfigurationText.good, environment: environment) == (listeners.areTwo ? [] : ["backend.listen"]))
    }

    @Test("Of TLS that is half said, what is missing is told: certificate and key beside clients' authorities, and the listener it would be for", arguments: [
        (["TLS_CLIENT_AUTHORITIES_FILE"], ["tls.certificate-file", "tls.key-file"]),
        (["BACKEND_LISTEN", "BACKEND_TLS_CLIENT_AUTHORITIES_FILE"], ["backend.tls.certificate-file", "backend.tls.key-file"]),
        (["BACKEND_LISTEN", "BACKEND_TLS_CERTIFICATE_FILE"], ["backend.tls.key-file"]),
        (["BACKEND_TLS_CERTIFICATE_FILE", "BACKEND_TLS_KEY_FILE"], ["backend.listen"]),
        (["BACKEND_TLS_CLIENT_AUTHORITIES_FILE"], ["backend.listen"]),
    ])
    func halfOfTLS(half: (said: [String], missing: [String])) async throws {
        let values = half.said.map { ("VERIFIER_" + $0, $0 == "BACKEND_LISTEN" ? "127.0.0.1:8081" : "reader.pem") }
        #expect(try await mistakes(ConfigurationText.good, environment: Dictionary(uniqueKeysWithValues: values)) == half.missing)
    }

    @Test("the environment wins over the file")
    func environment() async throws {
        let folder = try await folder(ConfigurationText.good)
        let configuration = try await ServiceConfiguration.read(
            file: folder.path + "/verifier.yaml", environment: ["VERIFIER_ORIGIN": "https://other.example", "VERIFIER_LISTEN": "[::1]:9000"])
        #expect(configuration.origin.serialized == "https://other.example")
        #expect(configuration.pageListener.host == "::1")
        #expect(configuration.pageListener.port == 9000)
    }

    @Test("a webhook goes to https only, with a secret that is long enough")
    func webhook() async throws {
        let url = ["VERIFIER_WEBHOOK_URL": "http://127.0.0.1:9/hook", "VERIFIER_WEBHOOK_SECRET": "c2hvcnQ"]
        #expect(Set(try await mistakes(ConfigurationText.good, environment: url)) == ["webhook.url", "webhook.secret"])
    }

    @Test("a webhook's address is one that notices can be sent to: https and a host, or http to this machine in development", arguments: [
        ("https://rentals.example", true, true), ("https://rentals.example/hooks?kind=id", true, true), ("https://rentals.example?kind=id", true, true),
        ("HTTPS://rentals.example/hooks", true, true), ("https://[2001:db8::1]:8443/hook", true, true), ("https://127.0.0.1/hook", true, true),
        ("http://127.0.0.1:9/hook", false, true), ("http://localhost/hook", false, true), ("http://[::1]:9", false, true),
        ("http://rentals.example/hook", false, false), ("http://localhost.example/hook", false, false), ("http://127.0.0.1:9@rentals.example/", false, false),
        ("https://", false, false), ("https:///hook", false, false), ("https://?kind=id", false, false), ("https://:8443/hook", false, false),
        ("https:rentals.example", false, false), ("rentals.example/hook", false, false), ("ftp://rentals.example/hook", false, false),
        ("https://user:canary@rentals.example/hook", false, false), ("https://canary@rentals.example", false, false),
        ("https://rentals.example/hook#canary", false, false), ("https://rentals.example:99999/canary", false, false), ("https://rentals .example/canary", false, false),
    ])
    func webhookAddress(address: (text: String, inProduction: Bool, inDevelopment: Bool)) {
        let (production, development) = (WebhookAddress.fault(of: address.text, .production), WebhookAddress.fault(of: address.text, .development))
        #expect((production == nil) == address.inProduction, "\(production ?? "")")
        #expect((development == nil) == address.inDevelopment, "\(development ?? "")")
        for fault in [production, development] { #expect(fault?.contains("canary") != true) }
    }

    @Test("no mistake repeats a secret")
    func secrets() async throws {
        let folder = try await folder(ConfigurationText.good)
        let secret = "not-base64-but-very-secret!"
        do {
            _ = try await ServiceConfiguration.read(
                file: folder.path + "/verifier.yaml",
                environment: ["VERIFIER_SEALING_ONE_KEY": secret, "VERIFIER_WEBHOOK_URL": "https://a.example", "VERIFIER_WEBHOOK_SECRET": secret])
            Issue.record("the mistakes were not found")
        } catch { #expect(!error.description.contains(secret)) }
    }

    @Test("a configuration prints none of its secrets, whole or in part: keys of TLS, of sealing and of webhooks, their address, a database's password")
    func printsNoSecret() async throws {
        let yaml = ConfigurationText.good.replacing("  sqlite:\n    path: sessions.sqlite\n", with: "  kind: postgresql\n")
        let folder = try await folder(yaml)
        let credentials = try WebCredentials("127.0.0.1")
        let key = credentials.keyPEM
        try folder.write("tls.pem", credentials.certificatePEM)
        try folder.write("tls-key.pem", key)
        let webhook = Base64URL.encode([UInt8](repeating: 11, count: 32))
        let environment = [
            "VERIFIER_TLS_CERTIFICATE_FILE": "tls.pem", "VERIFIER_TLS_KEY_FILE": "tls-key.pem", "VERIFIER_TLS_CLIENT_AUTHORITIES_FILE": "tls.pem",
            "VERIFIER_STORE_POSTGRESQL_CONNECTION": "host=db password=very-secret", "VERIFIER_WEBHOOK_URL": "https://rentals.example/hook/very-secret",
            "VERIFIER_WEBHOOK_SECRET": webhook,
        ]
        let configuration = try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: environment)
        let identity = try #require(configuration.pageListener.tls)
        #expect(identity.key == key && identity.clientAuthorities != nil)
        let lines: [String] = key.split(separator: "\n").filter { !$0.hasPrefix("-----") }.map { String($0) }
        let bytes = ["7", "11"].map { Array(repeating: $0, count: 8).joined(separator: ", ") }
        let secrets = lines + bytes + ["very-secret", webhook, Base64URL.encode([UInt8](repeating: 7, count: 32))]
        for text in [printed(configuration), printed(configuration.pageListener), printed(identity)] {
            for secret in secrets { #expect(!text.contains(secret)) }
        }
    }

    @Test("a variable of the service's that nothing reads is told, like an unknown key of the file", arguments: [
        ("VERIFIER_LIMIT_PER_MINUTE", true), ("VERIFIER_LIMITS_PERMINUTE", true), ("VERIFIER_POLICY_OVER21_GOALS", true), ("VERIFIER_", true),
        ("VERIFIER_LIMITS_PER_MINUTE", false), ("VERIFIER_POLICY_OVER_21_GOALS", false), ("OTHER_LIMIT", false),
        // What Kubernetes sets for services whose names begin like this.
        ("VERIFIER_DB_SERVICE_HOST", false), ("VERIFIER_DB_PORT_5432_TCP", false), ("VERIFIER_DB_PORT_5432_TCP_PROTO", false), ("VERIFIER_DB_HOST", true),
        ("VERIFIER_SERVICE_HOST", false), ("VERIFIER_PORT", false), ("VERIFIER_PORT_8080_TCP_ADDR", false), ("VERIFIER_SERVICE_PORT_HTTP", false),
    ])
    func unreadVariable(variable: (name: String, isMistake: Bool)) async throws {
        let value = variable.name.hasSuffix("GOALS") ? "age_over_21" : "5"
        #expect(try await mistakes(ConfigurationText.good, environment: [variable.name: value]) == (variable.isMistake ? [variable.name] : []))
    }

    @Test("What the page about several instances has in the place of the template's store is read as it stands there")
    func deployment() async throws {
        let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        let page = try String(contentsOf: root.appendingPathComponent("deploy/README.md"), encoding: .utf8)
        let written = try #require(page.components(separatedBy: "```yaml\n").dropFirst().first).components(separatedBy: "```")[0]
        // It is in a list.
        let block = written.split(separator: "\n").map { String($0.dropFirst(3)) }.joined(separator: "\n")
        let yaml = ConfigurationText.good.components(separatedBy: "limits:\n")[0]
            .replacing("store:\n  sqlite:\n    path: sessions.sqlite\n", with: block + "\n")
        let folder = try await folder(yaml)
        try folder.write("database", "host=db.internal dbname=verification")
        let configuration = try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: [:])
        guard case .postgresql(let store) = configuration.store else {
            Issue.record("the store is another one")
            return
        }
        #expect(store.connection == "host=db.internal dbname=verification")
        #expect(store.poolSize == 8)
        #expect(configuration.limits.clientHeader == "X-Client-Address")
        #expect(configuration.limits.concurrent == 64)
    }

    @Test("The unit of systemd has an instance started once the clock is set, and again for as long as it takes, after waits that grow as far as the page says")
    func unit() throws {
        let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        let text = try String(contentsOf: root.appendingPathComponent("deploy/mdoc-verifier@.service"), encoding: .utf8)
        var section = ""
        var settings: [String: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            if line.hasPrefix("[") { section = String(line) }
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { settings["\(section)\(parts[0])"] = String(parts[1]) }
        }
        for setting in ["Wants", "After"] { #expect(settings["[Unit]\(setting)"]?.contains("time-sync.target") == true, "\(setting)") }
        #expect(settings["[Unit]StartLimitIntervalSec"] == "0", "or it is given up after five attempts")
        #expect(settings["[Service]Restart"] == "always")
        func number(_ name: String) throws -> Int { try #require(settings["[Service]\(name)"].flatMap { Int($0) }) }
        let (shortest, longest) = (try number("RestartSec"), try number("RestartMaxDelaySec"))
        #expect(shortest < longest)
        #expect(try number("RestartSteps") > 1)
        let page = try String(contentsOf: root.appendingPathComponent("deploy/README.md"), encoding: .utf8)
        #expect(page.contains("up to \(longest)."))
    }

    @Test("PostgreSQL's pool and patience are keys, within their ranges")
    func postgreSQL() async throws {
        let yaml = ConfigurationText.good.replacing("  sqlite:\n    path: sessions.sqlite\n", with: "  kind: postgresql\n")
        let connection = ["VERIFIER_STORE_POSTGRESQL_CONNECTION": "host=db password=very-secret"]
        let folder = try await folder(yaml)
        func read(_ environment: [String: String]) async throws -> PostgreSQLConfiguration? {
            let all = connection.merging(environment) { $1 }
            let configuration = try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: all)
            guard case .postgresql(let store) = configuration.store else { return nil }
            return store
        }
        let standard = try await read([:])
        #expect(standard == PostgreSQLConfiguration(connection: "host=db password=very-secret", poolSize: 8, waitSeconds: 5, connectSeconds: 5, statementSeconds: 5))
        #expect(!printed(try #require(standard)).contains("secret"))
        let chosen = try await read([
            "VERIFIER_STORE_POSTGRESQL_POOL_SIZE": "20", "VERIFIER_STORE_POSTGRESQL_WAIT_SECONDS": "1", "VERIFIER_STORE_POSTGRESQL_CONNECT_SECONDS": "2",
            "VERIFIER_STORE_POSTGRESQL_STATEMENT_SECONDS": "3",
        ])
        #expect(chosen.map { [$0.poolSize, $0.waitSeconds, $0.connectSeconds, $0.statementSeconds] } == [20, 1, 2, 3])
        for key in ["pool-size", "wait-seconds", "connect-seconds", "statement-seconds"] {
            let variable = "VERIFIER_STORE_POSTGRESQL_" + key.uppercased().replacing("-", with: "_")
            for value in ["0", "301", "many"] {
                #expect(try await mistakes(yaml, environment: connection.merging([variable: value]) { $1 }) == ["store.postgresql.\(key)"])
            }
        }
    }
}
