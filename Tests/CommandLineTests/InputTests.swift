import Foundation
import Testing

@Suite("The command line: what goes in")
struct InputTests {
    private static let docType = "org.iso.18013.5.1.mDL"

    @Test("A document is read as binary, hex, base64, base64url and PEM")
    func encodings() throws {
        let exchange = try Exchange()
        let folder = exchange.folder
        let bytes = try folder.read("licence.mdoc")
        let base64 = bytes.base64EncodedString()
        let wrapped = bytes.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let forms: [String: String] = [
            "hex": hex, "upper.hex": hex.uppercased() + "\n", "base64": base64, "wrapped": wrapped + "\n",
            "base64url": base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""),
            "pem": "-----BEGIN MDOC-----\n\(wrapped)\n-----END MDOC-----\n", "json": "{\"issuerSigned\": \"\(hex)\"}",
        ]
        for (name, text) in forms { try folder.write(name, text) }
        for name in forms.keys.sorted() + ["licence.mdoc"] {
            let run = try folder.mdoc(
                line: "verify-issued --trust issuer/trust --at \(Exchange.moment)", "--doc-type", Self.docType, "--issuer-signed", name)
            #expect(run.exitCode == 0, "\(name): \(run.output)\(run.errors)")
        }
        let piped = try folder.mdoc(
            line: "verify-issued --trust issuer/trust --at \(Exchange.moment) --issuer-signed -", "--doc-type", Self.docType, input: Data(hex.utf8))
        #expect(piped.exitCode == 0)
    }

    @Test("A session, an answer and a request come from standard input too")
    func standardInput() throws {
        let exchange = try Exchange.answered()
        let folder = exchange.folder
        #expect(try exchange.verify(session: "-", input: folder.read("session.json")).exitCode == 0)
        #expect(try exchange.verify(response: "-", input: folder.read("response.json")).exitCode == 0)
        let request = try folder.mdoc(
            line: "verify-request --request - --origin https://rentals.example --reader-trust reader/trust --at \(Exchange.moment)",
            input: folder.read("request.json"))
        #expect(request.exitCode == 0)
        expectUnusable(try exchange.verify(session: "-", input: Data()), "standard input", "--session")
    }

    @Test("An authority comes from standard input or a pipe too, in PEM as in DER; a key there is none")
    func pipedAuthority() throws {
        let exchange = try Exchange.answered()
        let folder = exchange.folder
        for authority in [try folder.read("issuer/iaca.pem"), try folder.certificate("issuer/iaca.pem")] {
            let run = try exchange.verify(trust: "-", input: authority)
            #expect(run.exitCode == 0, "\(run.errors)")
        }
        let piped = try Tool.shell(
            "cat issuer/iaca.pem | mdoc verify --session session.json --response response.json --at \(Exchange.moment) --trust /dev/stdin", in: folder)
        #expect(piped.exitCode == 0, "\(piped.errors)")
        let both = try folder.read("issuer/iaca.pem") + folder.read("issuer/iaca-key.pem")
        for other in [try folder.read("issuer/iaca-key.pem"), both] {
            expectUnusable(try exchange.verify(trust: "-", input: other), ": standard input; give --trust")
        }
        expectUnusable(try exchange.verify(trust: "-", input: Data("no certificate".utf8)), "standard input")
        expectUnusable(try exchange.verify(trust: "-", input: Data()), "standard input", "--trust")
    }

    @Test("An answer is the page's JSON, its data, or the sealed answer alone")
    func answers() throws {
        let exchange = try Exchange.answered()
        let folder = exchange.folder
        let data = try #require(try folder.json("response.json")["data"] as? [String: String])
        let text = try #require(data["response"])
        try folder.write("data.json", json: data)
        try folder.write("text", text)
        try folder.write("whole.json", json: ["id": "", "type": "digital", "protocol": "org-iso-mdoc", "data": data])
        for name in ["data.json", "text", "whole.json"] { #expect(try exchange.verify(response: name).exitCode == 0, "\(name)") }
    }

    @Test("A session's key may be a JWK, and deviceRequest and expiresAt may be absent")
    func sessions() throws {
        let exchange = try Exchange.answered()
        try exchange.changeSession("short.json") {
            $0["deviceRequest"] = nil
            $0["expiresAt"] = nil
        }
        let run = try exchange.verify(session: "short.json", "--json")
        #expect(run.exitCode == 0)
        #expect(try run.checks("skipped").contains("request.docType"))
        try exchange.changeSession("bad.json") { $0["recipientPrivateKey"] = "-----BEGIN PRIVATE KEY-----\nSECRETSECRET\n-----END PRIVATE KEY-----" }
        let bad = try exchange.verify(session: "bad.json")
        expectUnusable(bad, "bad.json", "recipientPrivateKey")
        #expect(!bad.errors.contains("SECRET"))
        try exchange.changeSession("lacking.json") { $0["encryptionInfo"] = nil }
        expectUnusable(try exchange.verify(session: "lacking.json"), "lacking.json", "encryptionInfo")
        try exchange.changeSession("path.json") { $0["origin"] = "https://rentals.example/checkout" }
        expectUnusable(try exchange.verify(session: "path.json"), "path.json", "origin")
    }

    @Test("Files that are missing, empty, too large, folders or garbage: one line that names them and says how to mend it")
    func unusable() throws {
        let exchange = try Exchange.answered()
        let folder = exchange.folder
        try folder.write("garbage", "this is no session")
        try folder.write("empty", "")
        try folder.write("large", Data(count: (16 << 20) + 1))
        try FileManager.default.createDirectory(at: folder.url.appendingPathComponent("nobody"), withIntermediateDirectories: true)
        expectUnusable(try exchange.verify(session: "nowhere.json"), "nowhere.json", "no such file", "--session")
        expectUnusable(try exchange.verify(response: "empty"), "empty", "--response")
        expectUnusable(try exchange.verify(response: "large"), "large", "16 MiB")
        expectUnusable(try exchange.verify(session: "nobody"), "nobody", "--session")
        for text in ["this is no session", "{", "{\"origin\": \"https://rentals.example\"", "{} {}", "{\"origin\": }"] {
            try folder.write("broken.json", text)
            expectUnusable(try exchange.verify(session: "broken.json"), "mdoc: this is not JSON: broken.json; expected a session")
        }
        for text in ["[]", "null", "\"a session\""] {
            try folder.write("other.json", text)
            expectUnusable(try exchange.verify(session: "other.json"), "mdoc: this is no JSON object: other.json; expected a session")
        }
        try folder.write("brackets", Data([0xff]) + Data(String(repeating: "[", count: 2000).utf8))
        expectUnusable(try exchange.verify(session: "brackets"), "mdoc: this is not JSON: brackets; expected a session")
        expectUnusable(try exchange.verify(session: ""), ": \"\"; check the path given to --session")
        expectUnusable(try exchange.verify(response: "garbage"), "garbage", "base64")
        try folder.write("nocbor", "ffff")
        expectUnusable(try exchange.verify(response: "nocbor"), "nocbor", "CBOR")
        expectUnusable(try exchange.verify(trust: "nobody"), "nobody", "no certificate")
        expectUnusable(try exchange.verify(trust: "garbage"), "garbage", "--trust")
        expectUnusable(try exchange.verify(trust: "nowhere"), "nowhere", "--trust")
        expectUnusable(try exchange.verify(trust: "device-key.pem"), "device-key.pem")
        #expect(try folder.mdoc(line: "open --session session.json --response response.json --out opened.mdoc").exitCode == 0)
        for option in ["--device-response", "--session-transcript"] {
            expectUnusable(
                try folder.mdoc(
                    line: "verify-response --trust issuer/trust --device-response opened.mdoc --session-transcript opened.mdoc", option, "garbage"),
                "garbage")
        }
    }

    @Test("What is in order, but for another command, is refused with that command's name")
    func otherCommand() throws {
        let exchange = try Exchange.answered()
        let folder = exchange.folder
        #expect(try folder.mdoc(line: "open --session session.json --response response.json --out opened.mdoc").exitCode == 0)
        expectUnusable(try exchange.verify(response: "opened.mdoc"), "opened.mdoc", "mdoc verify-response")
        let data = try #require(try folder.json("response.json")["data"] as? [String: String])
        try folder.write("data.json", json: data)
        try folder.write("sealed", try #require(data["response"]))
        for (file, command) in [("response.json", "mdoc verify"), ("data.json", "mdoc verify"), ("sealed", "mdoc verify"), ("licence.mdoc", "mdoc verify-issued")] {
            let run = try folder.mdoc(line: "verify-response --trust issuer/trust --device-response", file)
            expectUnusable(run, file, "'\(command)'")
        }
    }

    @Test("Wrong usage: one line and the command whose help to read")
    func usage() throws {
        let folder = try Folder()
        expectUnusable(try folder.mdoc("frobnicate"), "frobnicate", "mdoc --help")
        expectUnusable(try folder.mdoc("inspct", "x"), "there is no command 'inspct'; did you mean 'inspect'? See 'mdoc --help'")
        expectUnusable(try folder.mdoc("issuer", "isue", "x"), "there is no command 'isue'; did you mean 'issue'? See 'mdoc issuer --help'")
        expectUnusable(try folder.mdoc("frobnicate", "x", "y"), "there is no command 'frobnicate'; see 'mdoc --help'")
        expectUnusable(try folder.mdoc(line: "verify --sesion s"), "unknown option '--sesion'; did you mean '--session'? See 'mdoc verify --help'")
        expectUnusable(try folder.mdoc(line: "verify --frobnicate=1 s"), "unknown option '--frobnicate'; see")
        expectUnusable(try folder.mdoc(line: "verify --session s -- --sesion"), "--response")
        expectUnusable(try folder.mdoc("verify"), "mdoc verify --help")
        expectUnusable(try folder.mdoc("issuer", "init", "--out", "x", "--frob"), "--frob", "mdoc issuer init --help")
        expectUnusable(try folder.mdoc(line: "verify --session a --response b --trust c --at yesterday"), "yesterday", "2026-06-01")
        expectUnusable(try folder.mdoc(line: "verify --session a --response b --trust c --profile lax"), "lax", "legacy-samples")
        expectUnusable(try folder.mdoc(line: "verify-response --device-response a --trust c --reader-trust d"), "--request")
        expectUnusable(
            try folder.mdoc(line: "request create --origin https://a.example/path --element x --session s --request r"), "https://a.example/path")
        expectUnusable(try folder.mdoc(line: "request create --origin https://a.example --element x --session - --request r"), "secret")
        for suffix in [":keep", ":retain:retain", ":", ":Retain"] {
            let run = try folder.mdoc(line: "request create --origin https://a.example --session s --request r --element org.iso.18013.5.1/given_name\(suffix)")
            expectUnusable(run, "given_name\(suffix)", "--element", "family_name:retain")
        }
        #expect(!folder.exists("s"))
        expectUnusable(
            try folder.mdoc(line: "open-envelope --envelope e --merchant-key k --nonce xyz --merchant-id m --team-id t"), "xyz", "hex")
    }

    @Test("Production does not take the profile for old samples")
    func production() throws {
        let exchange = try Exchange.answered()
        expectUnusable(try exchange.verify("--profile", "legacy-samples", "--production"), "legacy-samples", "--profile iso")
        #expect(try exchange.verify("--profile", "iso", "--production").exitCode == 0)
        let legacy = try exchange.verify("--profile", "legacy-samples", "--json")
        #expect(legacy.exitCode == 0)
        #expect(try legacy.json()["profile"] as? String == "legacy-samples")
    }

    @Test("What cannot be verified in production is not offered to be", arguments: [
        "verify-response --device-response r --trust t",
        "open-envelope --envelope e --merchant-key k --nonce 00 --merchant-id m --team-id t --verify --trust t",
    ])
    func neverInProduction(_ command: String) throws {
        let folder = try Folder()
        expectUnusable(try folder.mdoc(line: command + " --production"), "unknown option '--production'")
    }

    @Test("Every command has a help text with an example")
    func help() throws {
        let folder = try Folder()
        let commands = [
            "verify", "verify-response", "verify-issued", "verify-request", "open", "open-envelope", "issuer init", "issuer issue", "issuer signer",
            "issuer crl", "reader init",
            "request create", "respond", "inspect", "transcript find", "provider new", "provider add",
            "provider check",
        ]
        for command in commands {
            let run = try folder.mdoc(line: "\(command) --help")
            #expect(run.exitCode == 0)
            #expect(run.output.contains("Example: mdoc \(command)"), "\(command)")
            #expect(run.output.contains("--json"), "\(command)")
            #expect(run.errors.isEmpty)
        }
        #expect(try folder.mdoc().exitCode == 0)
    }

    @Test("The README names every command, and those that know no --json")
    func readme() throws {
        let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: place.appendingPathComponent("README.md"), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "## The command\n").last?.components(separatedBy: "\n```").first)
        let root = try Folder().mdoc("--experimental-dump-help").json()
        let command = try #require(root["command"] as? [String: Any])
        let all = Set(Self.names(of: command, knowing: nil, below: []))
        for name in all {
            let first = name.split(separator: " ")[0]
            #expect(section.contains("`\(first)`"), "\(name)")
        }
        let named = try #require(section.components(separatedBy: "`--json` but").last?.components(separatedBy: ". ").first)
        let quoted = named.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
        #expect(Set(quoted) == all.subtracting(Self.names(of: command, knowing: "json", below: [])))
    }

    /// The names of commands that have no subcommands and, where one is given, know an option.
    private static func names(of command: [String: Any], knowing option: String?, below path: [String]) -> [String] {
        let subcommands = command["subcommands"] as? [[String: Any]] ?? []
        guard subcommands.isEmpty else {
            return subcommands.filter { $0["commandName"] as? String != "help" }.flatMap {
                names(of: $0, knowing: option, below: path + [$0["commandName"] as? String ?? ""])
            }
        }
        let options = (command["arguments"] as? [[String: Any]] ?? []).compactMap { ($0["preferredName"] as? [String: Any])?["name"] as? String }
        return option.map { options.contains($0) } ?? true ? [path.joined(separator: " ")] : []
    }

    @Test("An example in a help text is not broken anew by a terminal of 80 columns, so that it can be copied")
    func examples() throws {
        let root = try Folder().mdoc("--experimental-dump-help").json()
        var commands = [try #require(root["command"] as? [String: Any])]
        var seen = 0
        while let command = commands.popLast() {
            commands += command["subcommands"] as? [[String: Any]] ?? []
            let lines = (command["discussion"] as? String ?? "").components(separatedBy: "\n")
            for line in lines where line.hasPrefix("Example:") || line.hasPrefix(" ") {
                #expect(line.count <= 78, "\(line)")
                seen += 1
            }
        }
        #expect(seen > 40)
    }
}
