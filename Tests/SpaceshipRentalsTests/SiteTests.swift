import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import SpaceshipRentals

/// What holds for every page.
@Suite("Pages")
struct SiteTests {
    private static let trip = ["ship": "heron", "destination": "orbit", "window": "06:40", "travellers": "1"]

    @Test("Every answer forbids foreign and inline scripts, and lets a wallet's popup reach its opener", arguments: ["/", "/nowhere", "/assets/style.css", "/itinerary?ship=heron"])
    func headers(_ path: String) async throws {
        try await TestSite.run { browser in
            let headers = try await browser.get(path).headers
            #expect(headers[.contentSecurityPolicy] == HeaderMiddleware.policy)
            #expect(!HeaderMiddleware.policy.contains("unsafe"))
            #expect(headers[HTTPField.Name("Cross-Origin-Opener-Policy")!] == "same-origin-allow-popups")
            #expect(headers[HTTPField.Name("X-Content-Type-Options")!] == "nosniff")
            #expect(headers[.cacheControl] != nil)
        }
    }

    @Test("Where a screen is narrow the names of steps are out of sight, and still read to those who listen")
    func stepNames() async throws {
        try await TestSite.run { browser in
            let rules = try await browser.get("/assets/style.css").text.split(separator: "\n").filter { $0.contains(".steps") && $0.contains(".name") }
            #expect(!rules.isEmpty)
            #expect(rules.allSatisfy { !$0.contains("display") && !$0.contains("visibility") })
        }
    }

    @Test("An answer to HEAD is its head alone", arguments: ["/", "/nowhere", "/assets/style.css"])
    func headAlone(_ path: String) async throws {
        try await TestSite.run { browser in
            let answer = try await browser.send(path, .head)
            #expect(answer.body.readableBytes == 0)
            #expect((answer.headers[.contentLength].flatMap { Int($0) } ?? 0) > 0)
        }
    }

    @Test("A file is given whole, whatever part of it is asked for", arguments: ["bytes=99999999999-", "bytes=0-1", "bytes=-1", "bytes=9-1", "x"])
    func ranges(_ range: String) async throws {
        try await TestSite.run { browser in
            let whole = try await browser.get("/assets/style.css")
            let answer = try await browser.send("/assets/style.css", .get, [.range: range])
            #expect(whole.status == .ok && answer.status == .ok)
            #expect(answer.body == whole.body)
            #expect(answer.headers[.acceptRanges] == nil)
        }
    }

    @Test("No page holds what the policy forbids: inline scripts, inline styles, handlers")
    func noInline() throws {
        let folder = Pages.resources + "/templates"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files.count > 8)
        for file in files {
            let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            #expect(text.firstMatch(of: /<script(?![^>]*src=)|<style| style=| on[a-z]+=|\{\{\{|\{\{&/) == nil, "\(file)")
        }
    }

    @Test("Every page has a language, a title, one main region and one heading of the first level")
    func landmarks() async throws {
        try await TestSite.run { browser in
            try await browser.chooseTrip()
            for path in ["/", "/itinerary?ship=bison", "/checkout", "/checkout/photo", "/nowhere"] {
                let text = try await browser.get(path).text
                #expect(text.contains("<html lang=\"en\">"), "\(path)")
                for element in ["<title>", "<main", "<h1"] { #expect(text.components(separatedBy: element).count == 2, "\(path) \(element)") }
            }
        }
    }

    @Test("A form without this visit's token changes nothing", arguments: ["/itinerary", "/launch"])
    func token(_ path: String) async throws {
        try await TestSite.run { browser in
            try await browser.get("/itinerary?ship=heron")
            for token in ["", "another", String((await browser.token).dropLast()) + "!"] {
                #expect(try await browser.post(path, Self.trip, token: token).status == .forbidden)
            }
            #expect(try await browser.get("/checkout").headers[.location] == "/")
        }
    }

    @Test("What another site's page sends is refused, even with the token", arguments: [
        [HTTPField.Name.origin: "https://evil.example"], [.origin: "null"], [HTTPField.Name("Sec-Fetch-Site")!: "cross-site"],
        [HTTPField.Name("Sec-Fetch-Site")!: "same-site"],
    ])
    func foreignOrigin(_ headers: [HTTPField.Name: String]) async throws {
        try await TestSite.run { browser in
            try await browser.get("/itinerary?ship=heron")
            var fields = HTTPFields()
            for (name, value) in headers { fields[name] = value }
            #expect(try await browser.post("/itinerary", Self.trip, headers: fields).status == .forbidden)
            #expect(try await browser.post("/itinerary", Self.trip, headers: [.origin: TestSite.origin]).status == .seeOther)
        }
    }

    @Test("The visit's cookie is out of reach of scripts and of other sites' forms")
    func cookie() async throws {
        try await TestSite.run { browser in
            let cookie = try #require(try await browser.get("/").headers[.setCookie])
            for word in ["HttpOnly", "SameSite=Lax", "Path=/"] { #expect(cookie.contains(word)) }
            // Known again, it is not set again; made up, it is replaced.
            #expect(try await browser.get("/").headers[.setCookie] == nil)
        }
        try await TestSite.run { browser in
            let answer = try await browser.send("/", .get, [.cookie: "spaceship=chosen-by-somebody"])
            #expect(answer.headers[.setCookie].map { !$0.contains("chosen-by-somebody") } == true)
        }
        #expect(VisitMiddleware(visits: VisitStore(), isSecure: true).cookieName.hasPrefix("__Host-"))
    }

    @Test("A trip that is not on offer is refused", arguments: [
        ["ship": "saucer"], ["destination": "sun"], ["window": "03:00"], ["travellers": "3"], ["travellers": "0"], ["travellers": "many"],
    ])
    func offers(_ change: [String: String]) async throws {
        try await TestSite.run { browser in
            try await browser.get("/itinerary?ship=heron")
            #expect(try await browser.post("/itinerary", Self.trip.merging(change) { $1 }).status == .badRequest)
        }
    }

    @Test("Text is escaped wherever it is put into a page")
    func escaping() async throws {
        let text = try await TestSite.make().pages.text(UnverifiedPage.refused(.init(code: "\"><script><img onerror=x>")))
        #expect(!text.contains("<script>"))
        #expect(!text.contains("<img onerror"))
        #expect(text.contains("&lt;img onerror=x&gt;"))
    }

    @Test("Visits are forgotten after a while, and never more of them kept than there is room for")
    func visits() async {
        let store = VisitStore(capacity: 10)
        let begin = ContinuousClock.now
        let first = await store.open(nil, at: begin)
        #expect(await store.open(first.id, at: begin.advanced(by: .seconds(60))).id == first.id)
        #expect(await store.open(first.id, at: begin.advanced(by: VisitStore.patience * 2)).id != first.id)
        for second in 0..<50 { _ = await store.open(nil, at: begin.advanced(by: .seconds(second))) }
        #expect(await store.count <= 10)
    }

    @Test("What a site writes to integrate the kit stays under sixty lines")
    func integration() throws {
        let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Examples/SpaceshipRentals/Site")
        var count = 0
        var files = 0
        let found = FileManager.default.enumerator(at: example, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        for file in found where ["swift", "js", "mustache"].contains(file.pathExtension) {
            var isCounted = false
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                if line.contains("kit:end") { isCounted = false }
                if isCounted, !line.allSatisfy(\.isWhitespace) { count += 1 }
                if line.contains("kit:begin") {
                    isCounted = true
                    files += 1
                }
            }
        }
        #expect(files == 4)
        #expect((30..<60).contains(count), "\(count) lines")
    }
}
