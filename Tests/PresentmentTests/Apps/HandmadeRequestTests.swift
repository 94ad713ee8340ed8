import BrokerMessages
import Foundation
import MobileDocumentTesting
import Testing

@Suite("Apps that ask without the kit", .enabled(if: canAskAsApp, "the broker's parser, the test app and Wallet are not built"))
struct HandmadeRequestTests {
    private static let portrait = asked(BrokerFolder.licence, [word("portrait")])
    private static let nonce: [UInt8] = [1]

    private static func word(_ text: String, threshold: UInt8? = nil) -> AppRequest.Word {
        AppRequest.Word(word: text, threshold: threshold, retention: .none)
    }

    private static func asked(_ docType: String, _ words: [AppRequest.Word], region: String? = nil) -> AppRequest.Document {
        AppRequest.Document(docType: docType, region: region, acceptsAge: false, words: words)
    }

    /// A person with a licence and a My Number Card, and an app that may ask for all that is asked here.
    private func scene() async throws -> (scene: AppScene, grant: String) {
        let scene = try await AppScene([SampleContent.drivingLicence(), MyNumberCard.content()])
        return (scene, try scene.grant([BrokerFolder.licence: ["portrait", "age", "age-at-least"], MyNumberCard.docType: ["name"]]))
    }

    private func request(
        _ documents: [AppRequest.Document], nonce: [UInt8] = nonce, purpose: String = "", grant: String, merchant: String = AppScene.merchant
    ) throws -> AppRequest {
        AppRequest(
            documents: documents, merchantIdentifier: merchant, nonce: nonce, purpose: purpose, grant: try String(contentsOfFile: grant, encoding: .utf8),
            merchantCertificate: [])
    }

    /// A message as the app finds it in a file.
    private func file(_ message: AppMessage, in scene: AppScene) throws -> String {
        let file = "\(scene.folder.path)/frame-\(UInt32.random(in: .min ... .max))"
        try Data(message.encode()).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// Another program, which does the same as the app and is granted nothing.
    private func other(in scene: AppScene) throws -> String {
        let other = "\(scene.folder.path)/other-\(UInt32.random(in: .min ... .max))"
        try FileManager.default.copyItem(atPath: scene.app, toPath: other)
        let end = try FileHandle(forWritingTo: URL(fileURLWithPath: other))
        try end.seekToEnd()
        try end.write(contentsOf: Data([0]))
        try end.close()
        Program.waitUntilStartable(other)
        return other
    }

    /// What the app, or another program, is told; nil where the connection is closed instead.
    private func told(_ scene: AppScene, _ arguments: String..., program: String? = nil) async throws -> [AppNotice?] {
        try await scene.folder.run(program ?? scene.app, ["frames"] + arguments).map { line in
            guard line != "closed" else { return nil }
            let frame = try #require(Data(base64Encoded: String(line.dropFirst("told ".count))))
            return try AppNotice(decoding: Array(frame))
        }
    }

    @Test("The broker refuses by itself what the kit would have refused, and shows nobody anything of it")
    func refused() async throws {
        let (scene, grant) = try await scene()
        let ages = Self.asked(BrokerFolder.licence, [Self.word("age"), Self.word("age-at-least", threshold: 21)])
        let card = Self.asked(MyNumberCard.docType, [Self.word("name")])
        let malformed = AppNotice.ended(.unknown, code: "inApp.malformed")
        let words = Self.asked(BrokerFolder.licence, (0...64).map { Self.word("word-\($0)") })
        let refused: [(documents: [AppRequest.Document], nonce: [UInt8], purpose: String, notice: AppNotice)] = [
            ([card], Self.nonce, "", .ended(.regionNotSupported, code: "elements.region")),
            ([ages], Self.nonce, "", .ended(.invalidElement, code: "elements.ageAndThreshold")),
            ([Self.portrait], [], "", .ended(.invalidNonce, code: "inApp.nonce")),
            ([Self.portrait], [UInt8](repeating: 1, count: 65), "", malformed),
            ([Self.portrait], Self.nonce, String(repeating: "a", count: 1025), malformed),
            ([words], Self.nonce, "", malformed),
            ([Self.portrait, Self.portrait], Self.nonce, "", malformed),
        ]
        for (documents, nonce, purpose, notice) in refused {
            let frame = try file(.ask(request(documents, nonce: nonce, purpose: purpose, grant: grant), locale: "en"), in: scene)
            #expect(try await told(scene, frame) == [notice], "\(documents.count) \(nonce.count) \(purpose.count)")
        }
        // The same once a question was answered.
        let may = try file(.mayAsk(request([Self.portrait], nonce: [], grant: grant, merchant: "")), in: scene)
        let long = try file(.ask(request([Self.portrait], purpose: String(repeating: "a", count: 1025), grant: grant), locale: "en"), in: scene)
        #expect(try await told(scene, may, long) == [.mayAsk, malformed])
        #expect(scene.consent.shown == 0)
        // What does not even begin as a message is not answered.
        let other = scene.folder.path + "/other"
        try Data([1, 67]).write(to: URL(fileURLWithPath: other))
        #expect(try await told(scene, other) == [nil])
        // They are refused for nothing else.
        let named = Self.asked(MyNumberCard.docType, card.words, region: "JP")
        let frame = try file(.ask(request([Self.portrait, named], grant: grant), locale: "en"), in: scene)
        #expect(try await told(scene, frame) == [.window(CollectingConsent.window)])
        #expect(scene.consent.shown == 1)
        await scene.end()
    }

    @Test("A program that has become another one over its open connection asks as that one")
    func becomesAnother() async throws {
        let (scene, grant) = try await scene()
        let other = try other(in: scene)
        let may = try file(.mayAsk(request([Self.portrait], nonce: [], grant: grant, merchant: "")), in: scene)
        let ask = try file(.ask(request([Self.portrait], grant: grant), locale: "en"), in: scene)
        let refusal = AppNotice.ended(.notSupported, code: "grant.executable")
        #expect(try await told(scene, may, "--become", other, may, ask) == [.mayAsk, refusal, refusal])
        #expect(scene.consent.shown == 0)
        await scene.end()
    }

    @Test("A program asks as what runs, not as what has been put in its place")
    func replaced() async throws {
        let (scene, grant) = try await scene()
        let (place, substitute, granted) = (try other(in: scene), try other(in: scene), scene.folder.path + "/granted")
        try Program.copy(scene.app, to: granted)
        let may = try file(.mayAsk(request([Self.portrait], nonce: [], grant: grant, merchant: "")), in: scene)
        let ask = try file(.ask(request([Self.portrait], grant: grant), locale: "en"), in: scene)
        let refusal = AppNotice.ended(.notSupported, code: "grant.executable")
        #expect(try await told(scene, may, "--rename", granted, place, may, ask, program: place) == [refusal, refusal, refusal])
        #expect(scene.consent.shown == 0)
        // What is in its place now may ask, once it runs.
        #expect(try await told(scene, may, program: place) == [.mayAsk])
        let window = AppNotice.window(CollectingConsent.window)
        #expect(try await told(scene, may, "--rename", substitute, scene.app, may, ask) == [.mayAsk, .mayAsk, window])
        #expect(scene.consent.shown == 1)
        #expect(try await told(scene, may) == [refusal])
        await scene.end()
    }
}
