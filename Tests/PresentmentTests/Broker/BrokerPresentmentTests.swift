import BrokerMessages
import Crypto
import Foundation
import GRDB
import IdentityDocumentServices
import LocalSockets
import MobileDocument
import PresentmentRequest
import RelyingParty
import Testing
import UserVerification
import WalletBroker

@Suite(
    "A request at the broker, through real processes",
    .enabled(if: Program.confined("mdoc-request-parser") != nil && Program.path("test-provider") != nil, "the parser and the test provider are not built"))
struct BrokerPresentmentTests {
    private static let open = ["one=\(BrokerFolder.licence)=any", "two=\(BrokerFolder.photoID)=any"]
    private static let local = BrokerFolder.Provider(name: "Local", documents: open)
    private static let wallet = BrokerFolder.Provider(name: "Wallet", documents: open)
    private static let office = BrokerFolder.Provider(name: "Office", documents: open)

    @Test("The provider that is selected gets the request after consent and verification, byte for byte, and its answer arrives so; the other one gets nothing")
    func answered() async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([Self.local, Self.wallet])
        let walletBefore = scene.folder.log("Wallet")
        let data = try requests.data([RequestScene.licence, RequestScene.photoID], useCases: [UseCase(isMandatory: true, documentSets: [[0], [1]])])
        let agent = try scene.agent()
        try await agent.present(data, origin: requests.origin)
        #expect(try await agent.notice() == .window(CollectingConsent.window))
        let session = try await scene.consent.next()
        #expect(session.request == (try requests.partial(data)))
        #expect((session.requester.origin, session.requester.brand) == (requests.origin, nil))
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #expect(session.requester.reporter == .program(own))
        #expect(try await session.offered() == ["Local", "Wallet"])
        try await session.review("Local", pressing: "accept")
        let transaction = try await session.transaction()
        // Until here the provider has seen what is asked, and no byte of the request.
        #expect(scene.folder.log("Local") == "started\nopened one;two pt-BR\n")
        try await session.confirm(try await scene.verify(transaction))
        #expect(try await agent.end(data, origin: requests.origin) == .response(data.reversed()))
        #expect(try await session.outcome() == .answered)
        let enrolment = try #require(try await scene.verifier.enrolment()).identifier
        try await eventually { scene.folder.log("Local")?.contains("over") == true }
        #expect(scene.folder.log("Local") == "started\nopened one;two pt-BR\nreleased \(data.count) \(enrolment)\nanswered\nover\n")
        #expect(scene.folder.log("Wallet") == walletBefore)
        let record = try #require(try await scene.broker.history.entries().first).record
        #expect((record.outcome, record.provider, record.origin) == (.answered, "Local App", requests.origin))
        #expect(record.documents.flatMap(\.elements).filter(\.isRetaining).map(\.identifier) == ["family_name"])
        #expect(record.documents.map(\.elements.count) == [2, 1])
        await scene.end()
    }

    @Test(
        "Whichever of three providers is selected gets the request and answers it; the other two are not even started",
        arguments: ["Local", "Office", "Wallet"])
    func eachOfThree(_ selected: String) async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([Self.local, Self.office, Self.wallet])
        let data = try requests.data()
        let agent = try scene.agent()
        try await agent.present(data, origin: requests.origin)
        let session = try await scene.consent.next()
        let offered = try await session.offered()
        #expect(offered == ["Local", "Office", "Wallet"])
        try await session.review(selected, pressing: "accept")
        try await session.confirm(try await scene.verify(try await session.transaction()))
        #expect(try await agent.end(data, origin: requests.origin) == .response(data.reversed()))
        #expect(try await session.outcome() == .answered)
        let enrolment = try #require(try await scene.verifier.enrolment()).identifier
        try await eventually { scene.folder.log(selected)?.contains("over") == true }
        #expect(scene.folder.log(selected) == "started\nopened one pt-BR\nreleased \(data.count) \(enrolment)\nanswered\nover\n")
        // A log begins anew with each start: these are from when they registered what they have.
        for other in offered where other != selected { #expect(scene.folder.log(other) == "started\nupdated\nover\n", "\(other)") }
        await scene.end()
    }

    @Test("No stretch of the request's texts is in anything the provider receives before the owner was verified; then it is")
    func frames() async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([.init(name: "Local", documents: Self.open, arguments: ["--flaw", "tellsFrames"])])
        let request = try requests.request(signers: [requests.reader()])
        let data = RequestScene.json(request)
        let texts = Set([request.deviceRequest, request.encryptionInfo].flatMap { Self.stretches(Array($0.utf8)) })
        func isReleased() -> [Bool] { Self.frames(scene.folder).map { !texts.isDisjoint(with: Self.stretches($0)) } }
        let agent = try scene.agent()
        try await agent.present(data, origin: requests.origin)
        let session = try await scene.consent.next()
        try await session.review("Local", pressing: "accept")
        let transaction = try await session.transaction()
        // What is asked, and the button.
        #expect(isReleased() == [false, false])
        try await session.confirm(try await scene.verify(transaction))
        #expect(try await agent.end(data, origin: requests.origin) == .response(data.reversed()))
        try await eventually { scene.folder.log("Local")?.contains("answered\nover") == true }
        #expect(isReleased() == [false, false, true, false])
        await scene.end()
    }

    /// What a provider has printed of the broker's frames.
    private static func frames(_ folder: BrokerFolder) -> [[UInt8]] {
        let lines = (folder.log("Local") ?? "").split(separator: "\n").map { $0.split(separator: " ") }
        return lines.filter { $0.first == "frame" && $0.count == 2 }.compactMap { Data(base64Encoded: String($0[1])) }.map { Array($0) }
    }

    /// Every 32 bytes in a row.
    private static func stretches(_ bytes: [UInt8]) -> [[UInt8]] {
        guard bytes.count >= 32 else { return [] }
        return (0...bytes.count - 32).map { Array(bytes[$0..<$0 + 32]) }
    }

    @Test("A document of a made-up type is registered, asked for and answered like any other")
    func madeUpType() async throws {
        let requests = try RequestScene()
        let type = "org.example.library"
        let scene = try await BrokerScene([.init(name: "Library", documents: ["card=\(type)=any"], documentTypes: [type])])
        let data = try requests.data([RequestedDocument(DocType(rawValue: type), nameSpace: "org.example.library", elements: ["card_number"])])
        let agent = try scene.agent()
        try await agent.present(data, origin: requests.origin)
        let session = try await scene.consent.next()
        try await session.review("Library", pressing: "accept")
        try await session.confirm(try await scene.verify(try await session.transaction()))
        #expect(try await agent.end(data, origin: requests.origin) == .response(data.reversed()))
        await scene.end()
    }

    @Test("Declining, in the window or on the sheet, and taking back all look alike to a page; the person's record tells them apart")
    func declined() async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([Self.local])
        let data = try requests.data()
        for (step, outcome) in [("window", "declined"), ("sheet", "declined"), ("verification", "declined"), ("cancel", "withdrawn"), ("gone", "withdrawn")] {
            let agent = try scene.agent()
            try await agent.present(data, origin: requests.origin)
            let session = try await scene.consent.next()
            switch step {
            case "window": await session.decline()
            case "sheet": try await session.review("Local", pressing: "decline")
            case "verification":
                try await session.review("Local", pressing: "accept")
                _ = try await session.transaction()
                await session.decline()
            case "cancel":
                try await session.review("Local")
                try await agent.channel.send(UserAgentMessage.cancel.encode())
            default: agent.channel.close()
            }
            if step != "gone" { #expect(try await agent.end(data, origin: requests.origin) == .ended(.notAllowed), "\(step)") }
            _ = try await session.outcome()
            #expect(try await scene.broker.history.entries().first?.record.outcome.word == outcome, "\(step)")
            // Whoever was asked is no longer there.
            try await eventually { RunningProgram(path: scene.folder.program("Local")).processes.isEmpty }
        }
        #expect(scene.folder.log("Local")?.contains("released") == false)
        await scene.end()
    }

    @Test("One request at a time: a second one is told so, and the first goes on; a request that is none is a TypeError with its code, an insecure page a refusal")
    func refused() async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([Self.local])
        let data = try requests.data()
        for (faulty, origin, ending) in [
            (Array("{}".utf8), requests.origin, UserAgentEnding.malformed(code: "request.missingMember")),
            (data, "http://rentals.example", .notAllowed), (data, "null", .notAllowed),
            (try requests.data(signers: [requests.impostor()]), requests.origin, .notAllowed),
        ] {
            let agent = try scene.agent()
            try await agent.present(faulty, origin: origin)
            #expect(try await agent.notice() == .ended(ending))
            #expect(try await agent.notice() == nil)
        }
        let first = try scene.agent()
        try await first.present(data, origin: requests.origin)
        let session = try await scene.consent.next()
        let second = try scene.agent()
        try await second.present(data, origin: requests.origin)
        #expect(try await second.notice() == .ended(.inProgress))
        try await session.review("Local", pressing: "accept")
        try await session.confirm(try await scene.verify(try await session.transaction()))
        #expect(try await first.end(data, origin: requests.origin) == .response(data.reversed()))
        await scene.end()
    }

    @Test("A verification for something else, an old one and a used one release nothing")
    func verification() async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([.init(name: "Local", documents: Self.open, arguments: ["--flaw", "throwsInAnswer"])])
        let agent = try scene.agent()
        let data = try requests.data()
        try await agent.present(data, origin: requests.origin)
        // It gives the request whenever it is asked for it.
        async let notices = agent.notices(data, origin: requests.origin)
        let session = try await scene.consent.next()
        let early = try await scene.verify([UInt8](repeating: 1, count: 32))
        await #expect(throws: ConsentFault.notNow) { try await session.confirm(early) }
        await #expect(throws: ConsentFault.unknownProvider) { try await session.select("Nobody") }
        try await session.review("Local", pressing: "accept")
        let transaction = try await session.transaction()
        for (transaction, age) in [([UInt8](repeating: 2, count: 32), 0.0), (transaction, 61), (transaction, -1)] {
            let wrong = try await scene.verify(transaction, age: age)
            await #expect(throws: ConsentFault.verification) { try await session.confirm(wrong) }
        }
        #expect(scene.folder.log("Local")?.contains("released") == false)
        let user = try await scene.verify(transaction, age: 60)
        try await session.confirm(user)
        await #expect(throws: ConsentFault.notNow) { try await session.confirm(user) }
        // The provider could not answer, and shows that; agreeing once more takes another verification.
        _ = try await session.stage { if case .reviewing(_, let sheet) = $0 { sheet.contains("it failed") } else { false } }
        try await session.act("accept", values: [:])
        #expect(try await session.transaction() != transaction)
        await #expect(throws: ConsentFault.verification) { try await session.confirm(user) }
        await session.decline()
        // The request was asked for once, and released once: for the one verification that counted.
        #expect(try await notices == [.window(CollectingConsent.window), .pull, .ended(.notAllowed)])
        try await eventually { RunningProgram(path: scene.folder.program("Local")).processes.isEmpty }
        #expect(scene.folder.log("Local")?.components(separatedBy: "released").count == 2)
        await scene.end()
    }

    @Test("After an answer that could not be made the request is asked for once more, for the next verification, and released once more")
    func secondAttempt() async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([.init(name: "Local", documents: Self.open, arguments: ["--flaw", "throwsInAnswer"])])
        let agent = try scene.agent()
        let data = try requests.data()
        try await agent.present(data, origin: requests.origin)
        // It gives the request whenever it is asked for it.
        async let notices = agent.notices(data, origin: requests.origin)
        let session = try await scene.consent.next()
        try await session.review("Local")
        for _ in 1...2 {
            try await session.act("accept", values: [:])
            try await session.confirm(try await scene.verify(try await session.transaction()))
            _ = try await session.stage { if case .reviewing = $0 { true } else { false } }
        }
        await session.decline()
        #expect(try await notices == [.window(CollectingConsent.window), .pull, .pull, .ended(.notAllowed)])
        try await eventually { RunningProgram(path: scene.folder.program("Local")).processes.isEmpty }
        #expect(scene.folder.log("Local")?.components(separatedBy: "released \(data.count)").count == 3)
        await scene.end()
    }

    @Test("A user agent that swaps anything after consent gets nothing; the record says what it swapped")
    func swapped() async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([Self.local])
        let agreed = try requests.data(
            [ComparisonTests.licence(), RequestScene.photoID], useCases: ComparisonTests.useCases, signers: [requests.reader()])
        var swaps = try ComparisonTests.swaps.map { swap in
            (try requests.data(swap.documents, useCases: swap.useCases, signers: [requests.reader()]), requests.origin, swap.code)
        }
        swaps.append((agreed, "https://other.example", "mismatch.origin"))
        swaps.append(
            (try requests.data([ComparisonTests.licence(), RequestScene.photoID], useCases: ComparisonTests.useCases, signers: [requests.otherReader()]),
             requests.origin, "mismatch.certificates"))
        for (released, origin, code) in swaps {
            let agent = try scene.agent()
            try await agent.present(agreed, origin: requests.origin)
            let session = try await scene.consent.next()
            try await session.review("Local", pressing: "accept")
            try await session.confirm(try await scene.verify(try await session.transaction()))
            #expect(try await agent.end(released, origin: origin) == .ended(.notAllowed), "\(code)")
            #expect(try await session.outcome() == .failed(code: code))
        }
        #expect(scene.folder.log("Local")?.contains("released") == false)
        await scene.end()
    }

    @Test(
        "A provider that breaks the order of things, ends or says nothing ends the request, and the page gets its exception",
        arguments: [
            ("endsAtOnce", "provider.ended"), ("showsNothing", "provider.deadline"), ("releasesEarly", "provider.protocol"),
            ("deliversEarly", "provider.protocol"), ("talksNonsense", "provider.ended"), ("endsInAnswer", "provider.ended"),
            ("showsWithoutEnd", "provider.protocol"), ("refusesAsAnswered", "answered"),
        ])
    func misbehaving(_ flaw: String, _ code: String) async throws {
        let requests = try RequestScene()
        let provider = BrokerFolder.Provider(name: "Local", documents: Self.open, arguments: ["--flaw", flaw])
        let patience = flaw == "showsNothing" ? Patience(provider: .seconds(1)) : Patience()
        let scene = try await BrokerScene([provider], patience: patience, isEverybodyAllowed: false)
        try await scene.app("Local", "--register", Self.open[0])
        let agent = try scene.agent()
        let data = try requests.data()
        try await agent.present(data, origin: requests.origin)
        let session = try await scene.consent.next()
        try await session.select("Local")
        if flaw == "endsInAnswer" {
            _ = try await session.stage { if case .reviewing = $0 { true } else { false } }
            try await session.act("accept", values: [:])
            try await session.confirm(try await scene.verify(try await session.transaction()))
        }
        #expect(try await agent.end(data, origin: requests.origin) == .ended(.notAllowed))
        #expect(try await session.outcome() == .failed(code: code))
        #expect(try await scene.broker.history.entries().map(\.record.outcome) == [.failed(code: code)])
        await scene.end()
    }

    @Test("A sheet longer than one may be ends the request at once, and the provider's log says how long it was")
    func longSheet() async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([.init(name: "Local", documents: Self.open, arguments: ["--flaw", "showsTooMuch"])])
        let agent = try scene.agent()
        let data = try requests.data()
        try await agent.present(data, origin: requests.origin)
        let session = try await scene.consent.next()
        try await session.select("Local")
        #expect(try await agent.end(data, origin: requests.origin) == .ended(.notAllowed))
        #expect(try await session.outcome() == .failed(code: "provider.ended"))
        #expect(scene.folder.log("Local")?.contains("the sheet has \(MessageBounds.sheet + 1) bytes") == true)
        await scene.end()
    }

    @Test("A sheet that nobody has asked for gives the person no more time")
    func unaskedSheets() async throws {
        let requests = try RequestScene()
        let provider = BrokerFolder.Provider(name: "Local", documents: Self.open, arguments: ["--flaw", "showsUnasked"])
        let scene = try await BrokerScene([provider], patience: Patience(person: .seconds(5)), isEverybodyAllowed: false)
        try await scene.app("Local", "--register", Self.open[0])
        let agent = try scene.agent()
        let data = try requests.data()
        try await agent.present(data, origin: requests.origin)
        let session = try await scene.consent.next()
        try await session.select("Local")
        #expect(try await agent.end(data, origin: requests.origin) == .ended(.notAllowed))
        // So many as end a request come later.
        #expect(try await session.outcome() == .withdrawn)
        await scene.end()
    }

    @Test("Whoever has the response may leave, and a provider that reads no more is ended: it is an answer, and the next request is served")
    func readsNoMore() async throws {
        let requests = try RequestScene()
        let provider = BrokerFolder.Provider(name: "Local", documents: Self.open, arguments: ["--flaw", "stopsReading"])
        let scene = try await BrokerScene([provider], isEverybodyAllowed: false)
        try await scene.app("Local", "--register", Self.open[0])
        let agent = try scene.agent()
        // More than waits between two processes.
        let data = try requests.data() + [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
        try await agent.present(data, origin: requests.origin)
        let session = try await scene.consent.next()
        try await session.review("Local", pressing: "accept")
        try await session.confirm(try await scene.verify(try await session.transaction()))
        #expect(try await agent.end(data, origin: requests.origin) == .response([1]))
        agent.channel.close()
        #expect(try await session.outcome() == .answered)
        #expect(try await scene.broker.history.entries().map(\.record.outcome) == [.answered])
        try await eventually { RunningProgram(path: scene.folder.program("Local")).processes.isEmpty }
        let next = try scene.agent()
        try await next.present(try requests.data(), origin: requests.origin)
        _ = try await scene.consent.next()
        await scene.end()
    }

    /// A user agent to which an answer is on its way that it has not begun to read.
    private func unread(in scene: BrokerScene) async throws -> (agent: TestAgent, session: any ConsentSession) {
        let requests = try RequestScene()
        let agent = try scene.agent()
        // The answer is as long, and waits at the broker until it is read.
        let data = try requests.data() + [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
        try await agent.present(data, origin: requests.origin)
        let session = try await scene.consent.next()
        try await session.review("Local", pressing: "accept")
        try await session.confirm(try await scene.verify(try await session.transaction()))
        #expect(try await agent.notice() == .window(CollectingConsent.window))
        #expect(try await agent.notice() == .pull)
        try await agent.release(data, origin: requests.origin)
        return (agent, session)
    }

    @Test("An answer is in the history before it leaves, and where nobody takes it the same entry says so")
    func untaken() async throws {
        let scene = try await BrokerScene([Self.local])
        let (agent, session) = try await unread(in: scene)
        let history = scene.broker.history
        try await eventually { try await !history.entries().isEmpty }
        #expect(try await history.entries().map(\.record.outcome) == [.answered])
        agent.channel.close()
        #expect(try await session.outcome() == .failed(code: "agent.gone"))
        #expect(try await history.entries().map(\.record.outcome) == [.failed(code: "agent.gone")])
        await scene.end()
    }

    @Test("A user agent that does not read until its time is over gets no whole answer afterwards, and the record says that none was taken")
    func late() async throws {
        let scene = try await BrokerScene([Self.local], patience: Patience(provider: .seconds(30)))
        let (agent, session) = try await unread(in: scene)
        #expect(try await session.outcome() == .failed(code: "agent.deadline"))
        #expect(try await scene.broker.history.entries().map(\.record.outcome) == [.failed(code: "agent.deadline")])
        await #expect(throws: SocketFault.closed) { try await agent.notice() }
        try await eventually { scene.folder.log("Local")?.contains("not answered") == true }
        await scene.end()
    }

    @Test("A response longer than the user agent says it can pass on does not leave, and the record says why; one as long as that does")
    func longerThanPassedOn() async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([Self.local])
        let data = try requests.data()
        // The answer is as long as the request.
        for (longest, outcome) in [(data.count - 1, ConsentOutcome.failed(code: "agent.tooLong")), (data.count, .answered)] {
            let agent = try scene.agent()
            try await agent.present(data, origin: requests.origin, longestResponse: longest)
            let session = try await scene.consent.next()
            try await session.review("Local", pressing: "accept")
            try await session.confirm(try await scene.verify(try await session.transaction()))
            let end: UserAgentNotice = outcome == .answered ? .response(data.reversed()) : .ended(.notAllowed)
            #expect(try await agent.end(data, origin: requests.origin) == end)
            #expect(try await session.outcome() == outcome)
            #expect(try await scene.broker.history.entries().first?.record.outcome == outcome)
        }
        await scene.end()
    }

    @Test("An answer that cannot be put into the history does not leave")
    func unrecorded() async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([Self.local])
        try await DatabaseQueue(path: scene.folder.configuration.state + "/history.sqlite").write { database in
            try database.execute(sql: "CREATE TRIGGER full BEFORE INSERT ON record BEGIN SELECT RAISE(ABORT, 'full'); END")
        }
        let agent = try scene.agent()
        let data = try requests.data()
        try await agent.present(data, origin: requests.origin)
        let session = try await scene.consent.next()
        try await session.review("Local", pressing: "accept")
        try await session.confirm(try await scene.verify(try await session.transaction()))
        #expect(try await agent.end(data, origin: requests.origin) == .ended(.notAllowed))
        #expect(try await session.outcome() == .failed(code: "history.unavailable"))
        #expect(try await scene.broker.history.entries().isEmpty)
        await scene.end()
    }

    @Test("A provider that is refused while the person selects leaves the list, one that is allowed joins it, and nobody can select what is gone")
    func changing() async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([Self.local, Self.wallet])
        let agent = try scene.agent()
        try await agent.present(try requests.data(), origin: requests.origin)
        let session = try await scene.consent.next()
        #expect(try await session.offered() == ["Local", "Wallet"])
        try await scene.broker.providers.decide(.refused, about: "Wallet")
        _ = try await session.stage { if case .selecting(let choices, _) = $0 { choices.map(\.provider) == ["Local"] } else { false } }
        await #expect(throws: ConsentFault.unknownProvider) { try await session.select("Wallet") }
        try await scene.broker.providers.decide(.refused, about: "Local")
        _ = try await session.stage { if case .selecting(let choices, _) = $0 { choices.isEmpty } else { false } }
        try await scene.broker.providers.decide(.authorized, about: "Wallet")
        _ = try await session.stage { if case .selecting(let choices, _) = $0 { choices.map(\.provider) == ["Wallet"] } else { false } }
        await session.decline()
        _ = try await session.outcome()
        await scene.end()
    }

    @Test(
        "An app that is refused, or takes back one of two documents, while its sheet is shown or the owner is verified gets nothing more",
        arguments: ["refused", "removed"], [false, true])
    func refusedMeanwhile(_ how: String, isVerifying: Bool) async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([.init(name: "Local", documents: Self.open + ["three=\(BrokerFolder.licence)=any"])])
        let agent = try scene.agent()
        let data = try requests.data()
        try await agent.present(data, origin: requests.origin)
        let session = try await scene.consent.next()
        try await session.review("Local", pressing: isVerifying ? "accept" : nil)
        let transaction = try await isVerifying ? session.transaction() : [UInt8](repeating: 1, count: 32)
        if how == "refused" {
            try await scene.broker.providers.decide(.refused, about: "Local")
        } else {
            #expect(try await scene.app("Local", "--remove", "three").contains("removed three"))
        }
        let user = try await scene.verify(transaction)
        await #expect(throws: ConsentFault.notNow) { try await session.confirm(user) }
        #expect(try await agent.end(data, origin: requests.origin) == .ended(.notAllowed))
        #expect(try await session.outcome() == .failed(code: "provider.notAllowed"))
        #expect(try await scene.broker.history.entries().map(\.record.outcome) == [.failed(code: "provider.notAllowed")])
        try await eventually { RunningProgram(path: scene.folder.program("Local")).processes.isEmpty }
        #expect(scene.folder.log("Local")?.contains("released") == false)
        await scene.end()
    }

    /// Two documents that answer the same request.
    private static let alike = ["one=\(BrokerFolder.licence)=any", "two=\(BrokerFolder.licence)=any"]

    @Test(
        "An app that has the request may take back a document while it makes its answer, be it the only one, and the answer leaves",
        arguments: [1, 2])
    func removedInAnswer(_ count: Int) async throws {
        let requests = try RequestScene()
        let provider = BrokerFolder.Provider(name: "Local", documents: Array(Self.alike.prefix(count)), arguments: ["--flaw", "removesInAnswer"])
        let scene = try await BrokerScene([provider])
        let agent = try scene.agent()
        let data = try requests.data()
        try await agent.present(data, origin: requests.origin)
        let session = try await scene.consent.next()
        try await session.review("Local", pressing: "accept")
        try await session.confirm(try await scene.verify(try await session.transaction()))
        #expect(try await agent.end(data, origin: requests.origin) == .response(data.reversed()))
        #expect(try await session.outcome() == .answered)
        #expect(try await scene.broker.providers.documentCount(of: "Local") == count - 1)
        await scene.end()
    }

    @Test("An app that is refused while it makes its answer gives none")
    func refusedInAnswer() async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([.init(name: "Local", documents: Self.alike, arguments: ["--flaw", "waitsInAnswer"])])
        let agent = try scene.agent()
        let data = try requests.data()
        try await agent.present(data, origin: requests.origin)
        async let end = agent.end(data, origin: requests.origin)
        let session = try await scene.consent.next()
        try await session.review("Local", pressing: "accept")
        try await session.confirm(try await scene.verify(try await session.transaction()))
        try await eventually { scene.folder.log("Local")?.contains("released") == true }
        #expect(try await scene.app("Local", "--remove", "two").contains("removed two"))
        guard case .answering = try await session.stage(where: { _ in true }) else {
            Issue.record("what is taken back ends the request")
            return
        }
        try await scene.broker.providers.decide(.refused, about: "Local")
        #expect(try await session.outcome() == .failed(code: "provider.notAllowed"))
        #expect(try await end == .ended(.notAllowed))
        await scene.end()
    }

    /// A provider whose app is this process, and whose registrar has a list that is too old: each look at who can answer says so once.
    private static func watched() throws -> BrokerFolder.Provider {
        let authority = try ChainMaker.make("Reader CA", .authority, by: nil)
        return .init(
            name: "Local", documents: open, readerRoots: [authority.encoded],
            revocationLists: [try ChainMaker.revocationList([], by: authority, hours: 72)],
            apps: [try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")])
    }

    @Test("While the person selects, an app that takes back what it does not have has nobody looked for anew; one that registers something has")
    func unchanged() async throws {
        let looks = CountedLog("are too old")
        let scene = try await BrokerScene([Self.watched()], logger: looks.logger)
        let agent = try scene.agent()
        let requests = try RequestScene()
        try await agent.present(try requests.data(), origin: requests.origin)
        let session = try await scene.consent.next()
        #expect(try await session.offered() == ["Local"])
        let before = looks.count
        #expect(before > 0)
        let store = IdentityDocumentProviderRegistrationStore(socket: scene.folder.configuration.runtime + "/apps.sock")
        for _ in 0..<100 { try await store.removeRegistration(forDocumentIdentifier: "nothing") }
        #expect(await store.currentEnrolment != nil)
        #expect(looks.count == before)
        try await store.addRegistration(Self.registration("three"))
        #expect(looks.count == before + 1)
        try await store.removeRegistration(forDocumentIdentifier: "three")
        #expect(looks.count == before + 2)
        await session.decline()
        _ = try await session.outcome()
        await scene.end()
    }

    @Test("For a page that leaves while it is looked up who can answer nothing is begun or noted, and the registry is not said to be at fault")
    func leftWhileLookedUp() async throws {
        let requests = try RequestScene()
        let log = CountedLog("the registry cannot be read", cancellingAt: "are too old")
        let scene = try await BrokerScene([Self.watched()], logger: log.logger)
        let agent = try scene.agent()
        try await agent.present(try requests.data(), origin: requests.origin)
        try #require(try await agent.notice() == .ended(.notAllowed))
        #expect(try await agent.notice() == nil)
        #expect(log.count == 0 && scene.consent.shown == 0)
        #expect(try await scene.broker.history.entries().isEmpty)
        await scene.end()
    }

    private static func registration(_ name: String) -> MobileDocumentRegistration {
        MobileDocumentRegistration(mobileDocumentType: BrokerFolder.licence, supportedAuthorityKeyIdentifiers: [], documentIdentifier: name)
    }

    @Test("However much one app registers and takes back at a time, another one that is allowed meanwhile joins the list, and can be selected")
    func busy() async throws {
        let scene = try await BrokerScene([Self.watched(), Self.wallet])
        try await scene.broker.providers.decide(.refused, about: "Wallet")
        let agent = try scene.agent()
        let requests = try RequestScene()
        try await agent.present(try requests.data(), origin: requests.origin)
        let session = try await scene.consent.next()
        #expect(try await session.offered() == ["Local"])
        let socket = scene.folder.configuration.runtime + "/apps.sock"
        let changing = Task {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        let store = IdentityDocumentProviderRegistrationStore(socket: socket)
                        while !Task.isCancelled {
                            try? await store.addRegistration(Self.registration("busy-\(number)"))
                            try? await store.removeRegistration(forDocumentIdentifier: "busy-\(number)")
                        }
                    }
                }
            }
        }
        try await scene.broker.providers.decide(.authorized, about: "Wallet")
        // It was told of that before the call came back.
        #expect(try await session.offered() == ["Local", "Wallet"])
        try await session.review("Wallet")
        changing.cancel()
        await changing.value
        await session.decline()
        _ = try await session.outcome()
        await scene.end()
    }

    @Test("Nobody decides in time: the request is over")
    func forgotten() async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([Self.local], patience: Patience(person: .milliseconds(50)))
        let agent = try scene.agent()
        let data = try requests.data()
        try await agent.present(data, origin: requests.origin)
        #expect(try await agent.end(data, origin: requests.origin) == .ended(.notAllowed))
        #expect(try await scene.broker.history.entries().map(\.record.outcome) == [.withdrawn])
        await scene.end()
    }
}
