import BrokerMessages
import Foundation
import Glibc
import IdentityElements
import IssuingAuthority
import LocalSockets
import MobileDocument
import MobileDocumentTesting
import Subprocess
import SystemPackage
import Testing
import VerifyWithWallet
import WalletBroker

@Suite("Apps that get no answer", .enabled(if: canAskAsApp, "the broker's parser, the test app and Wallet are not built"))
struct AppRefusalTests {
    private static let licence = BrokerFolder.licence
    private static let question = ["--kind", "drivers-license", "--word", "portrait"]

    private func ask(_ scene: AppScene, _ question: [String] = question, grant: String?, program: String? = nil) async throws -> [String] {
        try await scene.run(["ask"] + question, grant: grant, program: program)
    }

    @Test("Declining on the sheet, closing the window and taking back are all the same to the app", arguments: ["sheet", "window", "app"])
    func cancelled(_ step: String) async throws {
        let scene = try await AppScene()
        let grant = try scene.grant([Self.licence: ["portrait"]])
        async let lines = ask(scene, Self.question + (step == "app" ? ["--cancel-at-window"] : []), grant: grant)
        let session = try await scene.consent.next()
        if step == "sheet" {
            try await session.select("App")
            guard case .reviewing(_, let sheet) = try await session.stage(where: { if case .reviewing = $0 { true } else { false } }) else { return }
            try await scene.press("Decline", on: sheet, of: session)
        } else if step == "window" {
            await session.decline()
        }
        #expect(try await session.outcome() == (step == "app" ? .withdrawn : .declined))
        #expect(try await lines.last == "error 2")
        await scene.end()
    }

    @Test("Nothing outside the grant can be asked for: an element, a document, another merchant's server")
    func notGranted() async throws {
        let scene = try await AppScene()
        let portrait = try scene.grant([Self.licence: ["portrait"]])
        #expect(try await ask(scene, Self.question + ["--word", "address"], grant: portrait) == ["code grant.element", "error 7"])
        #expect(try await ask(scene, ["--kind", "photo-id", "--word", "portrait"], grant: portrait) == ["code grant.docType", "error 7"])
        // The elements alone are not enough, and neither is the merchant.
        #expect(try await ask(scene, grant: scene.grant([Self.licence: ["portrait"]], merchants: [])) == ["code grant.merchant", "error 7"])
        #expect(try await ask(scene, grant: scene.grant([Self.licence: ["portrait"]], merchants: ["another"])) == ["code grant.merchant", "error 7"])
        #expect(try await ask(scene, grant: scene.grant([:])) == ["code grant.docType", "error 7"])
        #expect(scene.consent.shown == 0)
        await scene.end()
    }

    @Test("A grant is for one build of one program, by a registrar that the machine believes, for a time")
    func otherProgram() async throws {
        let scene = try await AppScene()
        let grant = try scene.grant([Self.licence: ["portrait"]])
        let copy = scene.folder.path + "/copy"
        try Program.copy(scene.app, to: copy)
        #expect(try await scene.run(["may"] + Self.question, grant: grant, program: copy) == ["may true"])
        let other = try FileHandle(forWritingTo: URL(fileURLWithPath: copy))
        try other.seekToEnd()
        try other.write(contentsOf: Data([0]))
        try other.close()
        Program.waitUntilStartable(copy)
        #expect(try await ask(scene, grant: grant, program: copy) == ["code grant.executable", "error 1"])
        #expect(try await scene.run(["may"] + Self.question, grant: grant, program: copy) == ["code grant.executable", "may false"])
        let stranger = try SampleParties(now: scene.parties.now).readerAuthority
        #expect(try await ask(scene, grant: scene.grant([Self.licence: ["portrait"]], by: stranger)) == ["code grant.token.signature", "error 1"])
        #expect(try await ask(scene, grant: scene.grant([Self.licence: ["portrait"]], until: -1)) == ["code grant.expired", "error 1"])
        #expect(try await ask(scene, grant: scene.grant([Self.licence: ["portrait"]], from: 3600)) == ["code grant.early", "error 1"])
        #expect(try await ask(scene, grant: nil) == ["code grant.token.form", "error 1"])
        #expect(scene.consent.shown == 0)
        await scene.end()
    }

    @Test("A grant counts while the person allows a provider that brought its registrar along")
    func refusedRegistrar() async throws {
        let scene = try await AppScene()
        let grant = try scene.grant([Self.licence: ["portrait"]])
        #expect(try await scene.run(["may"] + Self.question, grant: grant) == ["may true"])
        try await scene.broker.providers.decide(.refused, about: "App")
        #expect(try await scene.run(["may"] + Self.question, grant: grant) == ["code grant.token.signature", "may false"])
        #expect(try await ask(scene, grant: grant) == ["code grant.token.signature", "error 1"])
        // Where nobody has decided, there is no document yet.
        try await scene.broker.providers.decide(.notDetermined, about: "App")
        #expect(try await ask(scene, grant: grant) == ["code inApp.noDocument", "error 1"])
        let elsewhere = try ReaderAuthority.make(
            name: AuthorityName(country: "UT", commonName: "Elsewhere"),
            notBefore: Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)).advanced(byDays: -10))
        let foreign = try scene.grant([Self.licence: ["portrait"]], by: elsewhere)
        #expect(try await ask(scene, grant: foreign) == ["code grant.token.signature", "error 1"])
        #expect(scene.consent.shown == 0)
        await scene.end()
    }

    @Test("A grant is none where the registrar has no name that can be told to the person", arguments: [
        ("Harbour Registrar", "inApp.noDocument"), ("Harbour\u{202E}Registrar", "grant.token.signature"),
    ])
    func namelessRegistrar(_ name: String, _ code: String) async throws {
        let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        let registrar = try ReaderAuthority.make(name: AuthorityName(country: "UT", commonName: name), notBefore: now.advanced(byDays: -10))
        let scene = try await AppScene(registrars: [registrar])
        // The provider answers only apps of another registrar, which is found out last.
        let grant = try scene.grant([Self.licence: ["portrait"]], by: registrar)
        #expect(try await ask(scene, grant: grant) == ["code \(code)", "error 1"])
        #expect(scene.consent.shown == 0)
        await scene.end()
    }

    @Test("What a grant and a request say is looked at before the program that asks is read, and one that is too large is never read")
    func order() async throws {
        let scene = try await AppScene()
        let large = scene.folder.path + "/large"
        try FileManager.default.copyItem(atPath: scene.app, toPath: large)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: large))
        try file.truncate(atOffset: (1 << 29) + 1)
        try file.close()
        Program.waitUntilStartable(large)
        let words: [String: Set<String>] = [Self.licence: ["portrait"]]
        let stranger = try SampleParties(now: scene.parties.now).readerAuthority
        let refused = [
            (nil, Self.question, ["code grant.token.form", "error 1"]),
            (try scene.grant(words, by: stranger), Self.question, ["code grant.token.signature", "error 1"]),
            (try scene.grant(words, until: -1), Self.question, ["code grant.expired", "error 1"]),
            (try scene.grant(words, from: 3600), Self.question, ["code grant.early", "error 1"]),
            (try scene.grant(words), Self.question + ["--word", "address"], ["code grant.element", "error 7"]),
            (try scene.grant(words), Self.question, ["code inApp.program.size", "error 1"]),
        ] as [(String?, [String], [String])]
        for (grant, question, lines) in refused { #expect(try await ask(scene, question, grant: grant, program: large) == lines) }
        #expect(scene.consent.shown == 0)
        await scene.end()
    }

    @Test("A grant that its registrar has withdrawn is none, and neither is any while the registrar's lists are old", arguments: [
        ([1, 2, 3], 0, false), ([9], 3, false), ([9], 0, true),
    ] as [([UInt8], Int, Bool)])
    func withdrawn(_ serialNumber: [UInt8], _ daysAgo: Int, _ isGranted: Bool) async throws {
        let scene = try await AppScene(withdrawn: (serialNumber, daysAgo))
        let grant = try scene.grant([Self.licence: ["portrait"]])
        let why = isGranted ? [] : ["code grant.withdrawn"]
        #expect(try await scene.run(["may"] + Self.question, grant: grant) == why + ["may \(isGranted)"])
        if !isGranted { #expect(try await ask(scene, grant: grant) == ["code grant.withdrawn", "error 1"]) }
        await scene.end()
    }

    @Test("Without a document the app is told so at once, and a second request while one is open")
    func noDocumentAndInProgress() async throws {
        let scene = try await AppScene()
        let grant = try scene.grant([Self.licence: ["portrait"], BrokerFolder.photoID: ["portrait"]])
        #expect(try await ask(scene, ["--kind", "photo-id", "--word", "portrait"], grant: grant) == ["code inApp.noDocument", "error 1"])
        async let first = ask(scene, grant: grant)
        let session = try await scene.consent.next()
        #expect(try await ask(scene, grant: grant) == ["code inApp.inProgress", "error 5"])
        await session.decline()
        #expect(try await first.last == "error 2")
        await scene.end()
    }

    @Test("What the kit can tell by itself never reaches the wallet: no elements, a nonce that is none")
    func kit() async throws {
        let scene = try await AppScene()
        let grant = try scene.grant([Self.licence: ["portrait"]])
        #expect(try await ask(scene, ["--kind", "drivers-license", "--word", "shoe-size"], grant: grant) == ["error 4"])
        #expect(try await ask(scene, Self.question + ["--nonce", ""], grant: grant) == ["error 6"])
        #expect(try await ask(scene, Self.question + ["--nonce", String(repeating: "n", count: 65)], grant: grant) == ["error 6"])
        #expect(try await ask(scene, ["--kind", "drivers-license", "--word", "age", "--word", "age-at-least-21"], grant: grant) == ["error 7"])
        await scene.end()
        #expect(try await scene.folder.run(scene.app, ["ask"] + Self.question, socket: "/nowhere") == ["error 1"])
    }

    @Test("What is beyond the bounds of a request is refused by a code")
    func bounds() async throws {
        let scene = try await AppScene()
        let grant = try scene.grant([Self.licence: ["portrait"]])
        // Three bytes each.
        let purpose = String(repeating: "船", count: 342)
        #expect(try await ask(scene, Self.question + ["--purpose", purpose], grant: grant) == ["code inApp.malformed", "error 0"])
        #expect(scene.consent.shown == 0)
        await scene.end()
    }

    private static let unkitted: [([UInt8], String, AppNotice)] = [
        ([], BrokerFolder.licence, .ended(.invalidNonce, code: "inApp.nonce")),
        ([1], "org.iso.23220.1.jp.mnc", .ended(.regionNotSupported, code: "elements.region")),
        ([1], BrokerFolder.licence, .ended(.noElementsRequested, code: "elements.none")),
    ]

    @Test("What the kit would have refused, the broker refuses by itself: no nonce, no region, no element", arguments: unkitted)
    func withoutKit(_ nonce: [UInt8], _ docType: String, _ refusal: AppNotice) async throws {
        let scene = try await AppScene()
        let grant = try scene.grant([docType: ["shoe-size"]])
        let words = [AppRequest.Word(word: "shoe-size", threshold: nil, retention: .none)]
        let request = AppRequest(
            documents: [.init(docType: docType, region: nil, acceptsAge: false, words: words)], merchantIdentifier: AppScene.merchant, nonce: nonce,
            purpose: "", grant: try String(contentsOfFile: grant, encoding: .utf8), merchantCertificate: [])
        let channel = try LocalAddress.connect(to: scene.folder.configuration.runtime + "/apps.sock", maximumBytes: MessageBounds.frame)
        try await channel.send(AppMessage.ask(request, locale: "en").encode())
        let answer = try #require(try await channel.receive())
        #expect(try AppNotice(decoding: answer) == refusal)
        #expect(scene.consent.shown == 0)
        await scene.end()
    }

    @Test("A provider that is gone is an error without a number of its own")
    func unknown() async throws {
        let scene = try await AppScene()
        let grant = try scene.grant([Self.licence: ["portrait"]])
        async let lines = ask(scene, grant: grant)
        let session = try await scene.consent.next()
        try await session.select("App")
        _ = try await session.stage { if case .reviewing = $0 { true } else { false } }
        for process in RunningProgram(path: scene.folder.program("App")).processes { kill(process, SIGKILL) }
        #expect(try await session.outcome() == .failed(code: "provider.ended"))
        #expect(try await lines.last == "error 0")
        await scene.end()
    }

    @Test("Nothing is sealed to the key of another merchant, or of another team", arguments: [("another", AppScene.team), (AppScene.merchant, "OTHER")])
    func otherMerchant(_ merchant: String, _ team: String) async throws {
        let scene = try await AppScene()
        let grant = try scene.grant([Self.licence: ["portrait"]])
        try Data(scene.certificate(merchant, team: team)).write(to: URL(fileURLWithPath: scene.folder.path + "/merchant.der"))
        async let lines = ask(scene, grant: grant)
        let session = try await scene.consent.next()
        try await session.select("App")
        guard case .reviewing(_, let sheet) = try await session.stage(where: { if case .reviewing = $0 { true } else { false } }) else { return }
        try await scene.press("Accept", on: sheet, of: session)
        try await session.confirm(try await scene.verify(try await session.transaction()))
        guard case .reviewing(_, let failed) = try await session.stage(where: { if case .reviewing = $0 { true } else { false } }) else { return }
        #expect(failed.contains("merchant.other"))
        await session.decline()
        #expect(try await lines.last == "error 2")
        await scene.end()
    }

    @Test("An interpreter is refused, whoever it was granted to", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "there is no Python"))
    func interpreter() async throws {
        let scene = try await AppScene()
        let python = URL(fileURLWithPath: "/usr/bin/python3").resolvingSymlinksInPath().path
        let grant = try scene.grant([Self.licence: ["portrait"]], to: python)
        let request = AppRequest(
            documents: [.init(docType: Self.licence, region: nil, acceptsAge: false, words: [.init(word: "portrait", threshold: nil, retention: .none)])],
            merchantIdentifier: AppScene.merchant, nonce: [1], purpose: "", grant: try String(contentsOfFile: grant, encoding: .utf8), merchantCertificate: [])
        let frame = AppMessage.ask(request, locale: "en").encode()
        let file = scene.folder.path + "/frame"
        try Data(frame).write(to: URL(fileURLWithPath: file))
        let script = """
            import socket,struct,sys
            s=socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); f=open(sys.argv[2],'rb').read()
            s.sendall(struct.pack('>I',len(f))+f)
            n=struct.unpack('>I',s.recv(4,socket.MSG_WAITALL))[0]; print(s.recv(n,socket.MSG_WAITALL).hex())
            """
        let lines = try await scene.folder.run(python, ["-c", script, scene.folder.configuration.runtime + "/apps.sock", file])
        let answer = try AppNotice(decoding: try #require(Hexadecimal.bytes(lines.first ?? "")))
        #expect(answer == .ended(.notSupported, code: "inApp.program.interpreter"))
        await scene.end()
    }

    @Test("Each number that a wallet may give reaches the app as the error of that number", arguments: AppEnding.allCases)
    func numbers(_ ending: AppEnding) async throws {
        let folder = try TemporaryFolder()
        let listener = try LocalListener(path: "apps.sock", inFolder: folder.path)
        let broker = Task {
            let (channel, _) = try await listener.accept(maximumBytes: MessageBounds.frame)
            _ = try await channel.receive()
            try await channel.send(AppNotice.ended(ending, code: "a.code").encode())
        }
        let controller = IdentityAuthorizationController(
            wallet: LocalWallet(grant: "", merchantCertificate: [], socket: folder.path + "/apps.sock", openWindow: { _ in }))
        var descriptor = DriversLicenseDescriptor()
        descriptor.addElements([.portrait], intentToStore: .willNotStore)
        let request = IdentityRequest(descriptor: descriptor, merchantIdentifier: "m", nonce: [1], usageDescription: "")
        let error = await #expect(throws: IdentityError.self) { try await controller.requestDocument(request) }
        #expect(error?.rawValue == Int(ending.rawValue))
        try await broker.value
    }

    @Test("A grant is taken from its file as it is: the line break at the end, which the registrar's command writes, is no part of it", arguments: [
        "head.claims.signature", "head.claims.signature\n", " head.claims.signature\r\n\r\n",
    ])
    func grantFile(_ text: String) async throws {
        let folder = try TemporaryFolder()
        let listener = try LocalListener(path: "apps.sock", inFolder: folder.path)
        let broker = Task { () async throws -> String? in
            let (channel, _) = try await listener.accept(maximumBytes: MessageBounds.frame)
            guard let frame = try await channel.receive(), case .ask(let request, _) = try AppMessage(decoding: frame) else { return nil }
            try await channel.send(AppNotice.ended(.notSupported, code: "a.code").encode())
            return request.grant
        }
        let controller = IdentityAuthorizationController(
            wallet: LocalWallet(grant: text, merchantCertificate: [], socket: folder.path + "/apps.sock", openWindow: { _ in }))
        var descriptor = DriversLicenseDescriptor()
        descriptor.addElements([.portrait], intentToStore: .willNotStore)
        let request = IdentityRequest(descriptor: descriptor, merchantIdentifier: "m", nonce: [1], usageDescription: "")
        await #expect(throws: IdentityError.notSupported) { try await controller.requestDocument(request) }
        #expect(try await broker.value == "head.claims.signature")
    }
}
