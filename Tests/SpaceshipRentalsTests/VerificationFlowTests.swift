import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import SpaceshipRentals

/// The way from the button to the launch: the site believes its service and nobody else.
@Suite("Verification and launch")
struct VerificationFlowTests {
    private static let tokenHeader = HTTPField.Name("X-Form-Token")!

    private static func startSession(_ browser: TestBrowser, token: String? = nil) async throws -> TestResponse {
        let token = if let token { token } else { await browser.token }
        return try await browser.send("/checkout/session", .post, [tokenHeader: token])
    }

    @Test("A verified and satisfied answer shows its elements, escaped, with the portrait, and launches once asked to")
    func launches() async throws {
        let service = StubService()
        try await service.run { browser in
            try await browser.chooseTrip()
            let session = try await Self.startSession(browser)
            #expect(session.status == .created)
            #expect(session.text == #"{"id":"s-1"}"#)
            let result = try await browser.get("/result").text
            #expect(result.contains("badge good"))
            #expect(result.contains("Appleseed"))
            #expect(result.contains("<dt>Driving privileges</dt><dd>B, C1</dd>"))
            #expect(result.contains("Kelly &lt;b&gt;&amp;&lt;/b&gt;"))
            #expect(!result.contains("<b>"))
            let portrait = try await browser.get("/result/portrait")
            #expect(portrait.headers[.contentType] == "image/jpeg")
            #expect(Array(buffer: portrait.body) == StubService.portrait)
            #expect(try await browser.get("/launch").headers[.location] == "/checkout")
            #expect(try await browser.post("/launch").headers[.location] == "/launch")
            let launched = try await browser.get("/launch").text
            #expect(launched.contains("id=\"launched\""))
            // Everything but the first name is gone.
            #expect(!launched.contains("Appleseed"))
            #expect(try await browser.get("/result/portrait").status == .notFound)
        }
        let start = try #require(service.received.first)
        #expect(start.headers[.authorization] == "Bearer test-key")
        #expect(start.body == #"{"policy":"spaceship-rental"}"#)
        #expect(service.received.filter { $0.path.hasSuffix("/result") }.count == 1)
    }

    @Test("Whatever else the service says launches nothing", arguments: [
        (StubService(isSatisfied: false), "not enough to fly"), (StubService(status: "refused"), "did not pass the checks"),
        (StubService(status: "expired"), "took too long"), (StubService(status: "requested"), "Waiting for your answer"),
    ])
    func refuses(_ service: StubService, _ words: String) async throws {
        try await service.run { browser in
            try await browser.chooseTrip()
            _ = try await Self.startSession(browser)
            let result = try await browser.get("/result").text
            #expect(result.contains(words))
            #expect(!result.contains("badge good"))
            #expect(result.contains("href=\"/checkout/photo\""))
            #expect(try await browser.post("/launch").headers[.location] == "/checkout")
        }
    }

    @Test("What an answer was worth is told again after the service has erased it", arguments: [(true, "badge good"), (false, "not enough to fly")])
    func loadedAgain(_ isSatisfied: Bool, _ words: String) async throws {
        try await StubService(isSatisfied: isSatisfied).run { browser in
            try await browser.chooseTrip()
            _ = try await Self.startSession(browser)
            for _ in 1...2 {
                let result = try await browser.get("/result")
                #expect(result.status == .ok)
                #expect(result.text.contains(words))
            }
        }
    }

    @Test("After an answer that was not enough another one may be given")
    func askedAgain() async throws {
        let service = StubService(isSatisfied: false)
        try await service.run { browser in
            try await browser.chooseTrip()
            for _ in 1...2 {
                _ = try await Self.startSession(browser)
                try await browser.get("/result")
            }
        }
        #expect(service.received.count(where: { $0.path.hasPrefix("/v1/sessions/s-") && $0.path.contains("?") }) == 2)
    }

    @Test("A visitor whose result was erased, or whose session was removed, reads that they can try again; a service that fails is away", arguments: [
        (StubService(isErased: true), HTTPResponse.Status.ok, "took too long"), (StubService(status: "removed"), .ok, "took too long"),
        (StubService(status: "failing"), .badGateway, "not available"),
    ])
    func ended(_ service: StubService, _ status: HTTPResponse.Status, _ words: String) async throws {
        try await service.run { browser in
            try await browser.chooseTrip()
            _ = try await Self.startSession(browser)
            let result = try await browser.get("/result")
            #expect(result.status == status)
            #expect(result.text.contains(words) && !result.text.contains("badge good"))
        }
    }

    @Test("A service that is away is said to be away")
    func unreachable() async throws {
        try await TestSite.run { browser in
            try await browser.chooseTrip()
            #expect(try await Self.startSession(browser).status == .badGateway)
        }
    }

    @Test("A result needs a session of this visit")
    func noSession() async throws {
        let service = StubService()
        try await service.run { browser in
            try await browser.chooseTrip()
            #expect(try await browser.get("/result").headers[.location] == "/checkout")
        }
        #expect(service.received.isEmpty)
    }

    @Test("A new trip needs a new verification")
    func newTrip() async throws {
        try await StubService().run { browser in
            try await browser.chooseTrip()
            _ = try await Self.startSession(browser)
            _ = try await browser.get("/result")
            try await browser.chooseTrip()
            #expect(try await browser.post("/launch").headers[.location] == "/checkout")
        }
    }

    @Test("A launch is of the trip that was on its page: where another one was chosen meanwhile, it is shown first, and needs its own verification")
    func otherTrip() async throws {
        try await StubService().run { browser in
            try await browser.chooseTrip()
            _ = try await Self.startSession(browser)
            _ = try await browser.get("/result")
            let early = await browser.trip
            try await browser.chooseTrip()
            _ = try await Self.startSession(browser)
            _ = try await browser.get("/result")
            #expect(try await browser.post("/launch", ["trip": early]).headers[.location] == "/result")
            #expect(try await browser.get("/launch").headers[.location] == "/checkout")
            #expect(try await browser.post("/launch").headers[.location] == "/launch")
        }
    }

    @Test("A trip is launched once: pressed again, or come back to, it is under way")
    func launchedTwice() async throws {
        let service = StubService()
        try await service.run { browser in
            try await browser.chooseTrip()
            _ = try await Self.startSession(browser)
            _ = try await browser.get("/result")
            for _ in 1...2 { #expect(try await browser.post("/launch").headers[.location] == "/launch") }
            for path in ["/checkout", "/checkout/photo", "/result", "/result?session=s-1"] {
                #expect(try await browser.get(path).headers[.location] == "/launch")
            }
            #expect(try await Self.startSession(browser).status == .forbidden)
            #expect(try await browser.get("/launch").status == .ok)
            try await browser.chooseTrip()
            #expect(try await browser.get("/launch").headers[.location] == "/checkout")
        }
        #expect(service.received.filter { $0.path == "/v1/sessions" }.count == 1)
    }

    @Test("An answer counts though the button was pressed in another window after it; one to a session of nobody's does not")
    func twoWindows() async throws {
        let service = StubService(newer: "requested")
        try await service.run { browser in
            try await browser.chooseTrip()
            for _ in 1...2 { _ = try await Self.startSession(browser) }
            #expect(try await browser.get("/result").text.contains("Waiting for your answer"))
            #expect(try await browser.get("/result?session=another").text.contains("Waiting for your answer"))
            #expect(try await browser.get("/result?session=s-1").text.contains("badge good"))
            // Loaded again, when the service has erased it.
            #expect(try await browser.get("/result?session=s-1").text.contains("badge good"))
            // Nor does pressing it after the answer was taken in.
            _ = try await Self.startSession(browser)
            #expect(try await browser.post("/launch").headers[.location] == "/launch")
        }
        #expect(service.received.allSatisfy { !$0.path.contains("another") })
    }

    @Test("A session is started with the page's token only, and after a trip was chosen")
    func sessionToken() async throws {
        let service = StubService()
        try await service.run { browser in
            try await browser.get("/itinerary?ship=heron")
            #expect(try await Self.startSession(browser).status == .forbidden)
            try await browser.chooseTrip()
            #expect(try await Self.startSession(browser, token: "another").status == .forbidden)
        }
        #expect(service.received.isEmpty)
    }
}
