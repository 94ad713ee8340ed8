import ProviderConformance
import Testing

@Suite(
    "What every provider must do",
    .enabled(
        if: ["wallet-provider", "local-driving-authority-provider", "test-provider"].allSatisfy { Program.path($0) != nil },
        "the providers are not built"))
struct ProviderConformanceTests {
    /// A way to be bad, and what it is bad at.
    struct Flaw: Sendable, CustomTestStringConvertible {
        let name: String
        let points: Set<ConformancePoint>

        init(_ name: String, _ points: ConformancePoint...) { (self.name, self.points) = (name, Set(points)) }

        var testDescription: String { name }
    }

    private static let flaws = [
        Flaw("wantsBeforeSheet", .asksFirst), Flaw("wantsUnasked", .asksFirst), Flaw("showsScript", .harmlessSheet),
        Flaw("concealsElement", .namesElements), Flaw("ignoresDecline", .declines), Flaw("floodsOnDecline", .asksFirst, .declines),
        Flaw("keepsRequest", .leavesNothing), Flaw("outlivesRequest", .leavesNothing), Flaw("givesMore", .exactRelease),
        Flaw("answersOtherRequest", .sameRequest), Flaw("answersAnyOwner", .sameOwner), Flaw("answersAnyReader", .knownReader), Flaw("sealsNothing", .sealsForApps),
    ]

    /// - Parameter farewell: how long the program may take to end. Everything takes as long as it does where much else runs.
    private func failures(
        _ program: String, _ arguments: [String] = [], app: String, farewell: Duration = .seconds(120)
    ) async throws -> Set<ConformancePoint> {
        try await ProviderConformance(
            program: try #require(Program.path(program)), arguments: arguments, app: app, patience: .seconds(120), farewell: farewell
        ).failures()
    }

    @Test(
        "The examples' providers do all of it",
        arguments: [("wallet-provider", "wallet"), ("local-driving-authority-provider", "local-driving-authority")])
    func examples(_ program: String, _ app: String) async throws {
        #expect(try await failures(program, app: app) == [])
    }

    @Test("A provider that is bad at one point fails on that point and on no other", arguments: flaws)
    func bad(_ flaw: Flaw) async throws {
        let farewell: Duration = flaw.name == "outlivesRequest" ? .seconds(1) : .seconds(120)
        let failed = try await failures("test-provider", ["--with-documents", "--flaw", flaw.name], app: "test-provider", farewell: farewell)
        #expect(failed == flaw.points)
    }

    @Test("Without its flaw the bad provider does all of it, and every point has a bad provider")
    func every() async throws {
        #expect(try await failures("test-provider", ["--with-documents"], app: "test-provider") == [])
        #expect(Set(Self.flaws.flatMap(\.points)) == Set(ConformancePoint.allCases))
    }

    @Test("What could not be tried is not met")
    func untried() async throws {
        let nobody = try await failures("test-provider", ["--with-documents", "--flaw", "answersNobody"], app: "test-provider")
        #expect(nobody == [.exactRelease, .sameRequest, .sameOwner, .knownReader])
        #expect(try await failures("test-provider", ["--flaw", "endsAtOnce"], app: "test-provider") == Set(ConformancePoint.allCases))
    }

    @Test(
        "A sheet that runs, leads or loads something is not harmless",
        arguments: [
            "<script>0</script>", "<SCRIPT src=x>", "<a href=\"/\">", "<iframe srcdoc=x>", "<img src=\"https://x.example/x.png\">", "<img src=x>",
            "<p onclick=\"x()\">", "<form action=\"https://x.example\">", "<button formaction=\"/\">", "<link rel=stylesheet>", "<object>",
            "<p style=\"background: url(//x.example)\">", "<img srcset=\"x 2x\">", "<meta http-equiv=refresh>", "<embed>", "<base target=x>", "<svg>",
            "<p onclick =\"x()\">", "<img src =\"http://x.example/x.png\">", "<form action =\"http://x.example\">",
            "<style>@import \"http://x.example\"</style>", "<video poster=\"http://x.example/x.png\">", "<!-- x -->",
            "<img alt=\"<p class=\" onerror=x() src=x \">\">", "<im<p>g src=x>",
            "<p class=\"a\"\u{301} onclick=\"x()\">", "\u{D4E}<script>",
        ])
    func harmful(_ part: String) {
        let button = "<button type=\"submit\" name=\"action\" value=\"1\" class=\"cancel\">Decline</button>"
        let sheet = "<form method=\"post\"><h1>On &lt;x&gt;</h1><img src=\"data:image/png;base64,AA==\" alt=\"X\"><hr><input name=\"x\">\n\(button)</form>"
        #expect(ProviderConformance.isHarmless(sheet))
        #expect(!ProviderConformance.isHarmless(sheet + part))
    }
}
