import BrokerMessages
import PresentmentRequest
import RelyingParty
import Testing
import VectorSupport
import WalletBroker

@Suite("What a broker and its neighbours tell each other")
struct BrokerMessageTests {
    private static let registration = DocumentRegistration(
        documentIdentifier: "one", documentType: "type", authorityKeyIdentifiers: [[1, 2], [3]], issuerKeyIdentifiers: [[4]], invalidation: 1.5)
    private static let questions: [AppQuestion] = [.status, .registrations, .add(registration), .remove("one"), .enrolment]
    private static let answers: [AppAnswer] =
        AppStatus.allCases.map(AppAnswer.status) + AppRefusal.allCases.map(AppAnswer.refused)
        + [.registration(registration), .done, .enrolment("e"), .enrolment(nil)]
    private static let reports: [ProviderReport] = [
        .sheet("<p>ä</p>"), .release, .deliver([1, 2, 3]), .ended(.cancelled), .ended(.refused(code: "mismatch.bytes")), .registrationsUpdated,
    ]
    private static let fromAgents: [UserAgentMessage] = [
        .present(data: [1], origin: "https://rentals.example", locale: "en"),
        .present(data: [1], origin: "https://rentals.example", locale: "en", isOnAnotherDevice: true), .released(data: [2], origin: "https://rentals.example"), .cancel,
        .present(data: [1], origin: "https://rentals.example", locale: "en", longestResponse: MessageBounds.response),
        .present(data: [1], origin: "https://rentals.example", locale: "en", isOnAnotherDevice: true, longestResponse: 0),
    ]
    private static let toDevices: [DeviceCommand] = [
        .ask(data: [1], origin: "https://rentals.example"), .answerText("FIDO:/0123", locale: "en"),
        .answerPicture(width: 2, pixels: [0, 255, 255, 0], locale: "ja"), .links, .waitForLinked,
        .ask(data: [1], origin: "https://rentals.example", link: "0123"), .answerText("FIDO:/0123", locale: "en", isLinking: true),
    ]
    private static let fromDevices: [DeviceReport] =
        DeviceProgress.allCases.map(DeviceReport.progress)
        + [.code("FIDO:/0123"), .window("http://wallet.localhost:1/"), .response([1, 2]), .answered, .declined, .failed(code: "hybrid.late"), .links([])]
        + [.links([DeviceLink(identifier: "0123", name: "Kelly's phone"), DeviceLink(identifier: "4567", name: "")])]
    private static let toAgents: [UserAgentNotice] =
        [UserAgentEnding.notAllowed, .malformed(code: "request.cbor"), .inProgress].map(UserAgentNotice.ended)
        + [.window("http://wallet.localhost:1/"), .pull, .response([1, 2])]
    @Test("A socket is where its variable says, or else in the person's folder; what is empty or not absolute is not set", arguments: [
        (["MDOC_AGENTS_SOCKET": "/a.sock", "XDG_RUNTIME_DIR": "/run/user/1"], "/a.sock"),
        (["MDOC_AGENTS_SOCKET": "", "XDG_RUNTIME_DIR": "/run/user/1"], "/run/user/1/mdoc/agents.sock"),
        (["XDG_RUNTIME_DIR": "/run/user/1"], "/run/user/1/mdoc/agents.sock"),
        (["XDG_RUNTIME_DIR": ""], nil), (["XDG_RUNTIME_DIR": "run"], nil), ([:], nil),
    ] as [([String: String], String?)])
    func socket(environment: [String: String], path: String?) { #expect(BrokerSocket.agents.path(in: environment) == path) }

    private static func commands() throws -> [ProviderCommand] {
        let scene = try RequestScene()
        let request = try scene.partial(scene.data(signers: [scene.reader()]))
        return [
            .present(RequestToPresent(request: request, documentIdentifiers: [["one", "two"]], locale: "en")),
            .present(RequestToPresent(request: request, documentIdentifiers: [[]], locale: "ja")),
            .act("accept", values: ["b": "2", "a": "1"]), .act("accept", values: [:]), .delivered, .withdrawn, .updateRegistrations,
            .released(ReleasedRequestData(data: [1, 2], origin: "https://rentals.example", enrolment: "e")), .notReleased("agent.gone"),
        ]
    }

    /// A message is read as it was written; cut off anywhere or longer it is refused; and with a byte changed it is refused, or another
    /// message with those very bytes.
    private func check<Message: BrokerMessage>(_ messages: [Message]) async throws {
        for message in messages {
            let bytes = message.encode()
            #expect(try Message(decoding: bytes) == message)
            for count in bytes.indices where (try? Message(decoding: Array(bytes[..<count]))) != nil { Issue.record("\(message) cut to \(count)") }
            #expect(throws: WireFault.self) { try Message(decoding: bytes + [0]) }
            for position in bytes.indices {
                for value in [UInt8(0), 2, 0x80, bytes[position] ^ 1] where value != bytes[position] {
                    var changed = bytes
                    changed[position] = value
                    guard let other = try? Message(decoding: changed) else { continue }
                    if other == message || other.encode() != changed { Issue.record("\(message): byte \(position) to \(value)") }
                }
                // Other tests wait for this thread.
                await Task.yield()
            }
        }
    }

    @Test("Every message has one encoding")
    func oneEncoding() async throws {
        try await check(Self.questions)
        try await check(Self.answers)
        try await check(Self.commands())
        try await check(Self.reports)
        try await check(Self.fromAgents)
        try await check(Self.toAgents)
        try await check(Self.toDevices)
        try await check(Self.fromDevices)
    }

    @Test(
        "What a broker tells a provider in a former form is refused as of another version, what others tell each other is as it was",
        arguments: [1, 2] as [UInt8])
    func formerVersion(_ version: UInt8) throws {
        for command in try Self.commands() {
            let former: [UInt8] = [version] + command.encode().dropFirst()
            let fault = try #require(throws: WireFault.self) { try ProviderCommand(decoding: former) }
            #expect(fault.reason == "a message of another version")
        }
        let others = Self.reports.map { $0.encode() } + Self.questions.map { $0.encode() } + Self.fromAgents.map { $0.encode() }
        #expect(others.allSatisfy { $0.first == 1 })
    }

    @Test("10,000 messages of a neighbour that lies are refused, or stay within the form")
    func garbage() async throws {
        let genuine = try Self.commands().map { $0.encode() } + Self.questions.map { $0.encode() } + Self.fromAgents.map { $0.encode() }
            + Self.fromDevices.map { $0.encode() }
        var generator = SeededGenerator(seed: 7)
        func check<Message: BrokerMessage>(_ type: Message.Type, _ bytes: [UInt8]) {
            guard let message = try? Message(decoding: bytes) else { return }
            if message.encode() != bytes { Issue.record("\(type) has a second encoding") }
        }
        for round in 0..<10_000 {
            var bytes = round % 4 == 0 ? [UInt8.random(in: 1...3, using: &generator)] + generator.bytes(Int.random(in: 0...100, using: &generator)) : genuine[round % genuine.count]
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: .min ... .max, using: &generator)
            }
            check(AppQuestion.self, bytes)
            check(AppAnswer.self, bytes)
            check(ProviderCommand.self, bytes)
            check(ProviderReport.self, bytes)
            check(UserAgentMessage.self, bytes)
            check(DeviceReport.self, bytes)
            check(UserAgentNotice.self, bytes)
            if round.isMultiple(of: 20) { await Task.yield() }
        }
    }

    @Test("What is out of bounds is refused")
    func bounds() throws {
        let long = String(repeating: "x", count: 257)
        let many = [[UInt8]](repeating: [1], count: 1001)
        func registration(_ identifier: String = "one", authorities: [[UInt8]] = [], invalidation: Double? = nil) -> AppQuestion {
            .add(
                DocumentRegistration(
                    documentIdentifier: identifier, documentType: "type", authorityKeyIdentifiers: authorities, issuerKeyIdentifiers: [],
                    invalidation: invalidation))
        }
        #expect(try AppQuestion(decoding: registration(authorities: many.dropLast()).encode()) == registration(authorities: many.dropLast()))
        for question in [registration(long), registration(authorities: many), registration(authorities: [[UInt8](repeating: 1, count: 65)]),
            registration(invalidation: .infinity), registration(invalidation: .nan), registration(invalidation: -0.0), .remove(long)]
        { #expect(throws: WireFault.self) { try AppQuestion(decoding: question.encode()) } }
        let values = Dictionary(uniqueKeysWithValues: (0..<65).map { ("\($0)", "") })
        #expect(throws: WireFault.self) { try ProviderCommand(decoding: ProviderCommand.act("a", values: values).encode()) }
        let links = [DeviceLink](repeating: DeviceLink(identifier: "0123", name: ""), count: MessageBounds.links + 1)
        #expect(throws: WireFault.self) { try DeviceReport(decoding: DeviceReport.links(links).encode()) }
        #expect(throws: WireFault.self) { try DeviceReport(decoding: DeviceReport.links([DeviceLink(identifier: "0123", name: long)]).encode()) }
        #expect(throws: WireFault.self) { try DeviceReport(decoding: DeviceReport.window("http://wallet.localhost:1/\u{1b}[2J").encode()) }
        for code in [long, "two\nlines"] {
            #expect(throws: WireFault.self) { try UserAgentNotice(decoding: UserAgentNotice.ended(.malformed(code: code)).encode()) }
        }
        let unbounded = UserAgentMessage.present(
            data: [1], origin: "https://rentals.example", locale: "en", longestResponse: MessageBounds.response + 1)
        #expect(throws: WireFault.self) { try UserAgentMessage(decoding: unbounded.encode()) }
        let sheet = String(repeating: "x", count: MessageBounds.sheet + 1)
        #expect(throws: WireFault.self) { try ProviderReport(decoding: ProviderReport.sheet(sheet).encode()) }
        #expect(throws: WireFault.self) { try ProviderReport(decoding: ProviderReport.ended(.refused(code: "a b")).encode()) }
    }

    @Test("A message does not print what it holds, nor does what a broker has of it")
    func redacted() throws {
        #expect("\(ProviderReport.sheet("CANARY"))" == "<ProviderReport, 12 bytes>")
        let canary = Array("CANARY".utf8)
        let texts = [
            printed(ProviderReport.sheet("CANARY")), printed(ProviderCommand.act("a", values: ["name": "CANARY"])), printed(DeviceReport.code("CANARY")),
            printed(UserAgentMessage.released(data: canary, origin: "CANARY")), printed(RawRequest(data: canary, origin: "CANARY")),
            printed(ShownCode.text("CANARY")), printed(ShownCode.picture(width: 6, pixels: canary)),
        ]
        // Bytes are printed one on a line, or in one.
        for text in texts { #expect(!text.contains("CANARY") && !text.contains("67, 65, 78") && !text.contains("- 67\n"), "\(text)") }
    }
}
