import Foundation
import Testing
import VectorSupport

@Suite("mdoc trust and mdoc request lint")
struct TrustCheckTests {
    private static func openssl(_ arguments: [String], in folder: Folder) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.currentDirectoryURL = folder.url
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.runBounded()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    @Test("A root and a signer made here keep their profiles; a certificate for another purpose breaks the rule by name")
    func own() throws {
        let folder = try Folder()
        _ = try folder.mdoc(line: "issuer init --out issuer")
        let root = try folder.mdoc(line: "trust check issuer/iaca.pem --json")
        #expect(root.exitCode == 0, "\(root.errors)")
        let signer = try folder.mdoc(line: "trust check issuer/signer.pem --issuer issuer/iaca.pem --json")
        #expect(signer.exitCode == 0, "\(signer.output)")
        let other = try folder.mdoc(line: "trust check issuer/signer.pem --issuer issuer/iaca.pem --profile reader --json")
        #expect(other.exitCode == 1)
        #expect(try Self.refusing(other) == ["extendedKeyUsage"])
    }

    /// The rules for which the first certificate is refused.
    private static func refusing(_ run: Tool.Run) throws -> [String] {
        let certificates = try #require(try run.json()["certificates"] as? [[String: Any]])
        let rules = try #require(certificates[0]["rules"] as? [[String: Any]])
        return rules.filter { $0["fault"] != nil && $0["severity"] as? String == "refuse" }.compactMap { $0["rule"] as? String }
    }

    @Test("A signer of another authority that has the same name was not issued by this one")
    func sameName() throws {
        let folder = try Folder()
        for authority in ["issuer", "other"] { #expect(try folder.mdoc(line: "issuer init --out \(authority)").exitCode == 0) }
        let run = try folder.mdoc(line: "trust check issuer/signer.pem --issuer other/iaca.pem --json")
        #expect(run.exitCode == 1)
        #expect(try Self.refusing(run) == ["issuerSignature"])
    }

    @Test("An issuer that is no certificate is said to be none")
    func issuer() throws {
        let folder = try Folder()
        #expect(try folder.mdoc(line: "issuer init --out issuer").exitCode == 0)
        expectUnusable(
            try folder.mdoc(line: "trust check issuer/signer.pem --issuer issuer/iaca-key.pem"), "issuer/iaca-key.pem", "give --issuer one certificate")
    }

    @Test("Every published root loads, and each rule of its profile is said to be kept or broken; nothing is trusted by that", .enabled(if: Vectors.isAvailable, "\(Vectors.skipReason)"))
    func published() throws {
        let folder = try Folder()
        let place = try #require(Vectors.folder).path
        let roots = try Vectors.files(in: "iaca-roots", ending: ".pem").map { "\(place)/\($0)" }
        let run = try Tool.run(["trust", "check"] + roots + ["--json"], in: folder)
        let certificates = try #require(try run.json()["certificates"] as? [[String: Any]])
        #expect(certificates.count == 14 && roots.count == 14)
        for certificate in certificates {
            let subject = try #require(certificate["subject"] as? String, "\(certificate)")
            #expect(certificate["profile"] as? String == "issuing-authority", "\(subject)")
            #expect((certificate["rules"] as? [[String: Any]])?.count ?? 0 > 10, "\(subject)")
        }
        // The fingerprints that the authorities publish, and rules that three of them are known to break.
        struct Published: Decodable {
            let file: String
            let sha256: String
        }
        let published = Dictionary(grouping: try Vectors.json("iaca-roots/index.json", as: [Published].self)) { $0.file }
        func broken(_ file: String) throws -> [String] {
            let fingerprints = published[file]?.map(\.sha256) ?? []
            let certificate = certificates.first { fingerprints.contains($0["fingerprint"] as? String ?? "") }
            return try #require(certificate?["rules"] as? [[String: Any]], "\(file)").filter { $0["fault"] != nil }.compactMap { $0["rule"] as? String }
        }
        #expect(try broken("california-department-of-motor-vehicles.pem") == [])
        #expect(try broken("arizona-department-of-transportation.pem") == ["basicConstraints"])
        #expect(try broken("apple-inc.pem") == ["selfSigned", "issuerAltName"])
        #expect(run.exitCode == 0, "none of them breaks a rule that refuses")
        let page = try Tool.run(["trust", "check"] + roots, in: folder)
        #expect(page.output.components(separatedBy: "✔ kept").count - 1 == certificates.count)
        #expect(page.exitCode == run.exitCode)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    private static let keys = [("rsa:2048", "RSA"), ("brainpoolP256r1", "brainpoolP256r1"), ("secp256k1", "secp256k1")]
    private static let makesKeys: Bool = keys.allSatisfy { key, _ in (try? Folder()).flatMap { try? makeRoot(key, in: $0) } ?? false }

    /// A root on a key; false where openssl is absent or does not know the key.
    private static func makeRoot(_ key: String, in folder: Folder) throws -> Bool {
        let kind = key.hasPrefix("rsa") ? ["-newkey", key] : ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:\(key)"]
        return try openssl(["req", "-x509"] + kind + ["-nodes", "-keyout", "key.pem", "-out", "c.pem", "-subj", "/C=UT/CN=Root"], in: folder)
    }

    @Test("Keys that cannot be computed with are named", .enabled(if: makesKeys, "openssl cannot make all of these keys here"), arguments: keys)
    func unsupportedKeys(key: String, name: String) throws {
        let folder = try Folder()
        try #require(try Self.makeRoot(key, in: folder))
        let run = try folder.mdoc(line: "trust check c.pem")
        #expect(run.exitCode == 1)
        #expect(run.output.contains("the certificate's key is \(name)"))
        #expect(try Self.codes("trust check c.pem --json", in: folder) == ["certificate.unsupported-key"])
    }

    /// Why certificates cannot be used.
    private static func codes(_ line: String, in folder: Folder) throws -> [String] {
        let certificates = try #require(try folder.mdoc(line: line).json()["certificates"] as? [[String: Any]])
        return certificates.compactMap { $0["code"] as? String }
    }

    private static let makesNegativeSerials: Bool = (try? Folder()).flatMap { try? makeNegativeSerial(in: $0) } ?? false

    /// A root with a negative serial number; false where openssl is absent or makes none.
    private static func makeNegativeSerial(in folder: Folder) throws -> Bool {
        let request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "key.pem"]
        return try openssl(request + ["-out", "c.pem", "-subj", "/C=UT/CN=Root", "-set_serial", "-5"], in: folder)
    }

    @Test(
        "A negative serial number is named as what it is, not as bytes that are no certificate",
        .enabled(if: makesNegativeSerials, "openssl cannot make one here"))
    func negativeSerial() throws {
        let folder = try Folder()
        try #require(try Self.makeNegativeSerial(in: folder))
        let run = try folder.mdoc(line: "trust check c.pem")
        #expect(run.exitCode == 1 && run.output.contains("serial number is negative"))
        #expect(try Self.codes("trust check c.pem --json", in: folder) == ["certificate.negative-serial"])
        #expect(try folder.mdoc(line: "inspect c.pem").output.contains("verification will (its serial number is negative)"))
    }

    @Test("A signed request passes the look-over; for another origin its signature does not hold; unsigned, it is refused")
    func lint() throws {
        let folder = try Folder()
        _ = try folder.mdoc(line: "reader init --out reader --domain rentals.example")
        let create = "request create --origin https://rentals.example --element family_name --purpose identity --request r.json"
        #expect(try folder.mdoc(line: create + " --reader reader --session s.json").exitCode == 0)
        func outcomes(_ line: String) throws -> (Int32, [String: String]) {
            let run = try folder.mdoc(line: line)
            let findings = try #require(try run.json()["findings"] as? [[String: Any]])
            return (run.exitCode, Dictionary(findings.map { ($0["rule"] as? String ?? "", $0["outcome"] as? String ?? "") }) { first, _ in first })
        }
        let good = try outcomes("request lint --request r.json --origin https://rentals.example --json")
        #expect(good.0 == 0)
        #expect(good.1.filter { $0.value == "failed" }.isEmpty)
        let elsewhere = try outcomes("request lint --request r.json --origin https://other.example --json")
        #expect(elsewhere.0 == 1)
        #expect(elsewhere.1.filter { $0.value == "failed" }.map(\.key).sorted() == ["reader.domain", "reader.signature"])
        #expect(try folder.mdoc(line: create + " --session unsigned.json").exitCode == 0)
        let unsigned = try outcomes("request lint --request r.json --origin https://rentals.example --json")
        #expect(unsigned.0 == 1)
        #expect(unsigned.1["deviceRequest.readerAuthAll"] == "failed")
    }
}
