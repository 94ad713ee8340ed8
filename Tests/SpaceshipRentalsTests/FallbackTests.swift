import Hummingbird
import Testing

@testable import SpaceshipRentals

/// A photo is never more than a photo.
@Suite("The form for people without a digital document")
struct FallbackTests {
    @Test("A good photo is received, labelled, and opens no launch")
    func neverVerified() async throws {
        try await TestSite.run { browser in
            try await browser.chooseTrip()
            let taken = try await browser.post(photo: TestPicture.print(width: 1600, height: 1000).jpeg)
            #expect(taken.status == .seeOther)
            #expect(taken.headers[.location] == "/result")
            let result = try await browser.get("/result").text
            #expect(result.contains("id=\"photo-received\""))
            #expect(result.contains(ReceivedPhoto.label))
            #expect(!result.contains("badge good"))
            #expect(!result.contains("action=\"/launch\""))
            // And where the page offers no launch, a request for one by hand leads back.
            #expect(try await browser.post("/launch").headers[.location] == "/checkout")
            #expect(try await browser.get("/launch").headers[.location] == "/checkout")
            #expect(try await browser.get("/result/portrait").status == .notFound)
        }
    }

    @Test("Only evidence from the service's result gives a traveller, and only a traveller gives a clearance")
    func types() throws {
        let itinerary = try #require(Itinerary(ship: "heron", destination: "orbit", window: "06:40", travellers: 1))
        let clear: (VerifiedTraveller, Itinerary) -> LaunchClearance = LaunchClearance.init(_:itinerary:)
        let figures = try #require(PhotoFigures(line: "4000 3000 900"))
        #expect(Evidence.none.traveller == nil)
        #expect(Evidence.photo(ReceivedPhoto(figures: figures, reference: "verified")).traveller == nil)
        let satisfied = try #require(VerifiedTraveller(StubService.result(satisfied: true)))
        let traveller = try #require(Evidence.verified(satisfied).traveller)
        #expect(clear(traveller, itinerary).pilot == "Kelly <b>&</b>")
        #expect(VerifiedTraveller(try StubService.result(satisfied: false)) == nil)
    }

    @Test("A refused photo shows the form again, with the reason and its code", arguments: [PhotoFault.blurred, .tooSmall, .format, .missing, .tooManyBytes])
    func reasons(_ fault: PhotoFault) async throws {
        let photo: [UInt8] =
            switch fault {
            case .blurred: TestPicture.print(width: 1600, height: 1000).blurred(radius: 9).jpeg
            case .tooSmall: TestPicture.print(width: 400, height: 300).jpeg
            case .format: Array("%PDF-1.7".utf8)
            case .tooManyBytes: [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: PhotoRequirements.maximumBytes + (32 << 10))
            default: []
            }
        try await TestSite.run { browser in
            try await browser.chooseTrip()
            let answer = try await browser.post(photo: photo)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("data-code=\"\(fault.rawValue)\""))
            #expect(answer.text.contains("id=\"photo-form\""))
            #expect(try await browser.get("/result").headers[.location] == "/checkout")
        }
    }

    @Test("The form states its requirements, needs no script, and is linked from the checkout")
    func reachable() async throws {
        try await TestSite.run { browser in
            try await browser.chooseTrip()
            #expect(try await browser.get("/checkout").text.contains("href=\"/checkout/photo\""))
            let form = try await browser.get("/checkout/photo").text
            for sentence in PhotoRequirements.sentences { #expect(form.contains(sentence)) }
            #expect(!form.contains("<script"))
        }
    }

    @Test("A photo with another visit's token is refused")
    func foreignToken() async throws {
        try await TestSite.run { browser in
            try await browser.chooseTrip()
            let answer = try await browser.post(photo: TestPicture.print(width: 1600, height: 1000).jpeg, token: "another")
            #expect(answer.status == .forbidden)
        }
    }
}
