import COSE
import MobileDocument
import PresentmentRequest
import RelyingParty
import RequestParsing
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite("Parsing in a process of its own", .enabled(if: Program.confined("mdoc-request-parser") != nil, "mdoc-request-parser is not built"))
struct RequestParserTests {
    private static func parser() throws -> RequestParser {
        // Generous: the machine may be starved, and no test here waits for it.
        RequestParser(program: try #require(Program.confined("mdoc-request-parser")), patience: .seconds(120))
    }

    private func error(of parser: RequestParser, _ data: [UInt8], origin: String) async -> RequestParsingError? {
        do {
            _ = try await parser.parse(data, origin: origin)
            return nil
        } catch {
            return error
        }
    }

    @Test("The parser says of a request what extraction in process says, confined")
    func sameResult() async throws {
        let scene = try RequestScene()
        let data = try scene.data(
            [RequestScene.licence, RequestScene.photoID], useCases: [UseCase(isMandatory: true, documentSets: [[0], [1]])],
            signers: [scene.reader(.wholeRequestAndEachDocument)])
        let parsed = try await Self.parser().parse(data, origin: scene.origin)
        #expect(parsed.request == (try scene.partial(data)))
        #expect(parsed.request.authentications.count == 3)
        #expect(parsed.confinement == .complete || parsed.confinement == .withoutLandlock)
    }

    @Test("Signatures of every curve are checked inside the sandbox", arguments: EllipticCurve.allCases)
    func curves(_ curve: EllipticCurve) async throws {
        let scene = try RequestScene()
        let signer = try scene.otherReader(curve)
        let good = try await Self.parser().parse(scene.data(signers: [signer]), origin: scene.origin)
        #expect(good.request.authentications.map(\.certificateChain) == [signer.chain])
        let bad = try scene.data(signers: [ReaderSigner(name: "bad", chain: signer.chain, key: SigningKey.generate(curve))])
        guard case .refused(let refusal) = await error(of: try Self.parser(), bad, origin: scene.origin) else {
            Issue.record("a signature of another key is not refused")
            return
        }
        #expect(refusal.code == .readerSignature)
    }

    @Test("A refusal keeps its name on the way")
    func refusal() async throws {
        let scene = try RequestScene()
        let cases: [([UInt8], String, RequestRefusal.Code)] = [
            (Array("{}".utf8), scene.origin, .missingMember),
            (try scene.data(), "http://rentals.example", .insecureOrigin),
            (try scene.data(signers: [scene.impostor()]), scene.origin, .readerSignature),
            (try scene.data(deviceRequest: [UInt8](repeating: 0x81, count: 100_000)), scene.origin, .cbor),
        ]
        for (data, origin, code) in cases {
            guard case .refused(let refusal) = await error(of: try Self.parser(), data, origin: origin) else {
                Issue.record("\(code.name) is not refused")
                continue
            }
            #expect(refusal.code == code)
        }
    }

    @Test("Deep and huge requests end with a refusal")
    func huge() async throws {
        let scene = try RequestScene()
        let encryptionInfo = try scene.request().encryptionInfo
        let room = 1 << 20
        let hostile: [[UInt8]] = [
            [UInt8](repeating: 0x81, count: room),  // arrays in arrays
            [UInt8](repeating: 0xd8, count: room),  // tags
            [0x9a, 0, 0x20, 0, 0] + [UInt8](repeating: 0xf6, count: room - 5),  // two million items announced
            [0x5b] + [UInt8](repeating: 0xff, count: 8),  // a length of 2^64 - 1
            [0xbb] + [UInt8](repeating: 0xff, count: 8),
        ]
        for bytes in hostile {
            let data = RequestScene.json(deviceRequest: Base64URL.encode(bytes), encryptionInfo: encryptionInfo)
            guard case .refused = await error(of: try Self.parser(), data, origin: scene.origin) else {
                Issue.record("not refused: \(bytes.prefix(4))")
                continue
            }
        }
        let tooLarge = [UInt8](repeating: 0x20, count: ParserInput.maximumDataBytes + 1)
        #expect(await error(of: try Self.parser(), tooLarge, origin: scene.origin) == .tooLarge(tooLarge.count))
        let longOrigin = "https://" + String(repeating: "a", count: 10_000)
        #expect(await error(of: try Self.parser(), try scene.data(), origin: longOrigin)?.code == RequestRefusal.Code.origin.name)
    }

    @Test("A parser that misbehaves is named, and the broker goes on")
    func misbehaviour() async throws {
        let scene = try RequestScene()
        let data = try scene.data()
        let genuine = ParserReply(confinement: .complete, outcome: .request(try scene.partial(data))).encode()
        let cases: [(script: String, reply: [UInt8], code: String)] = [
            ("exit 3", [], "parser.exited"),
            ("exit 70", [], "parser.unconfined"),
            ("kill -SYS $$", [], "parser.forbiddenSystemCall"),
            ("kill -KILL $$", [], "parser.killed"),
            ("kill -SEGV $$", [], "parser.killed"),
            ("exec /bin/cat /dev/zero", [], "parser.replyTooLong"),
            ("exit 0", [], "parser.malformedReply"),
            ("exec /bin/cat reply", Array(genuine.dropLast()), "parser.malformedReply"),
            ("exec /bin/cat reply", genuine + [0], "parser.malformedReply"),
            ("/bin/cat reply; exit 3", genuine, "parser.exited"),
        ]
        for (body, reply, code) in cases {
            let script = try ShellScript(body, reply: reply)
            defer { withExtendedLifetime(script) {} }
            let error = await error(of: RequestParser(program: script.path, patience: .seconds(120)), data, origin: scene.origin)
            #expect(error?.code == code, "\(body)")
        }
        let forged = try ShellScript("exec /bin/cat reply", reply: genuine)
        defer { withExtendedLifetime(forged) {} }
        #expect(try await RequestParser(program: forged.path).parse(data, origin: scene.origin).request == (try scene.partial(data)))
        #expect(await error(of: RequestParser(program: forged.path), data, origin: "https://other.example") == .otherOrigin)
    }

    @Test("A parser that does not end is killed after its time")
    func hanging() async throws {
        let scene = try RequestScene()
        let script = try ShellScript("exec /bin/sleep 600")
        defer { withExtendedLifetime(script) {} }
        let parser = RequestParser(program: script.path, patience: .milliseconds(300))
        #expect(await error(of: parser, try scene.data(), origin: scene.origin) == .deadline)
    }

    @Test("A request that nobody waits for any more ends its parser")
    func cancellation() async throws {
        let scene = try RequestScene()
        let data = try scene.data()
        let script = try ShellScript("exec /bin/sleep 600")
        defer { withExtendedLifetime(script) {} }
        let parser = RequestParser(program: script.path, patience: .seconds(600))
        let task = Task { await error(of: parser, data, origin: scene.origin) }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test("A program that is missing, or not named by an absolute path, is an error")
    func missing() async throws {
        let scene = try RequestScene()
        for program in ["/nowhere/mdoc-request-parser", "mdoc-request-parser", "", "/etc"] {
            #expect(await error(of: RequestParser(program: program), try scene.data(), origin: scene.origin) == .notStarted)
        }
    }

    @Test("No more parsers are at work than allowed")
    func busy() async throws {
        let scene = try RequestScene()
        let data = try scene.data()
        let folder = try TemporaryFolder()
        let script = try ShellScript("/bin/mkdir \(folder.path)/begun; exec /bin/sleep 600")
        defer { withExtendedLifetime((folder, script)) {} }
        let parser = RequestParser(program: script.path, patience: .seconds(600), maximumParsers: 1)
        let first = Task { await error(of: parser, data, origin: scene.origin) }
        try await eventually { access(folder.path + "/begun", F_OK) == 0 }
        #expect(await error(of: parser, data, origin: scene.origin) == .busy)
        first.cancel()
        _ = await first.value
    }

    @Test("No descriptor is left open, whatever became of the parser")
    func descriptors() async throws {
        let scene = try RequestScene()
        let data = try scene.data()
        let scripts = [try ShellScript("exit 3"), try ShellScript("exec /bin/cat /dev/zero")]
        defer { withExtendedLifetime(scripts) {} }
        let programs = [try #require(Program.confined("mdoc-request-parser")), "/nowhere/parser"] + scripts.map(\.path)
        for _ in 0..<10 {
            let withdrawn = Task { await error(of: RequestParser(program: programs[0]), data, origin: scene.origin) }
            withdrawn.cancel()
            _ = await withdrawn.value
            for program in programs { _ = await error(of: RequestParser(program: program), data, origin: scene.origin) }
        }
        // Other tests have some open at this moment; fifty were opened here.
        #expect(sealedFiles() < 25)
    }

    /// How many files in memory that hold requests this process has open.
    private func sealedFiles() -> Int {
        var count = 0
        for descriptor in 0..<1024 {
            var target = [CChar](repeating: 0, count: 256)
            let length = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
            let name = String(decoding: target.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if name.contains("memfd:request") { count += 1 }
        }
        return count
    }
}
