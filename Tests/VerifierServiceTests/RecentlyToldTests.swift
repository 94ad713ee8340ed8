import MobileDocument
import Testing

@testable import VerifierService

@Suite("What refreshers were told")
struct RecentlyToldTests {
    private let time = Instant(secondsSinceEpoch: 1_790_000_000)

    @Test("The same is told again after its time, and when the clock was set back, and not before")
    func expiry() {
        let told = RecentlyTold<String>(seconds: 30, most: 8)
        #expect(told.isNews("signer", at: time))
        #expect(!told.isNews("signer", at: time.advanced(bySeconds: 29)))
        #expect(told.isNews("other", at: time.advanced(bySeconds: 29)))
        #expect(told.isNews("signer", at: time.advanced(bySeconds: 30)))
        #expect(told.isNews("signer", at: time))
    }

    @Test("No more is remembered than the bound says: strangers' names cannot fill the memory, nor keep anybody's from being told")
    func bound() {
        let told = RecentlyTold<Int>(seconds: 30, most: 8)
        for name in 0..<8 { #expect(told.isNews(name, at: time)) }
        #expect(!told.isNews(0, at: time))
        #expect(told.isNews(8, at: time))
        #expect(told.isNews(0, at: time))
    }
}
