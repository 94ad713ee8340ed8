import Testing

@testable import BrokerPages

@Suite("How addresses are shown")
struct OriginTests {
    @Test("Names in other letters are read from their ASCII form (RFC 3492, 7.1, and registered names)",
        arguments: [
            ("xn--80ak6aa92e", "аррӏе"), ("xn--bcher-kva", "bücher"), ("xn--p1ai", "рф"), ("xn--wgv71a119e", "日本語"),
            ("xn--maana-pta", "mañana"), ("xn--ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"), ("XN--BCHER-KVA", "BüCHER"),
        ])
    func punycode(_ ascii: String, _ unicode: String) {
        #expect(Punycode.decode(label: ascii) == unicode)
    }

    @Test(
        "What is no such name is not read, and ends no process",
        arguments: ["bücher", "example", "xn--\u{0}", "xn--999999999999", "xn--a-é", "xn--" + String(repeating: "9", count: 80)])
    func malformed(_ label: String) {
        #expect(Punycode.decode(label: label) == nil)
    }

    @Test("Look-alikes are named with what they look like; mixed letters warn; other names are shown in both forms",
        arguments: [
            ("https://example.com", nil), ("https://wallet.example.co.uk:8443", nil), ("http://localhost:8080", nil),
            ("https://xn--80ak6aa92e.com", .looksLike("apple.com")), ("https://xn--80ak6aa92e.com:8443", .looksLike("apple.com")),
            // gооgle with two Cyrillic letters, paypal with one, ɡoogle with a phonetic one, and a dotless ı
            ("https://xn--ggle-55da.com", .looksLike("google.com")), ("https://xn--pypal-4ve.com", .looksLike("paypal.com")),
            ("https://xn--oogle-qmc.com", .looksLike("google.com")), ("https://xn--gthub-n4a.com", .looksLike("github.com")),
            ("https://login.xn--80ak6aa92e.com", .looksLike("login.apple.com")),
            ("https://xn--bcher-kva.example", .isInternational), ("https://xn--wgv71a119e.jp", .isInternational),
            ("https://xn--e1afmkfd.xn--p1ai", .isInternational), ("https://xn--xample-2of.com", .looksLike("example.com")),
        ] as [(String, OriginWarning?)])
    func warnings(_ origin: String, _ warning: OriginWarning?) {
        let shown = ShownOrigin(origin)
        #expect(shown.text == origin)
        #expect(shown.warning == warning, "\(shown.unicode ?? "")")
    }

    @Test(
        "Letters that nobody sees, or that turn the writing around, stand in the name by their numbers",
        arguments: [
            ("https://xn--paypal-df0c.com", #"pay\u{200b}pal.com"#), ("https://xn--lapyap-9l0c.example.com", #"\u{202e}lapyap.example.com"#),
            ("https://xn--bcher-kva.example", "bücher.example"),
        ])
    func invisible(_ origin: String, _ unicode: String) {
        let shown = ShownOrigin(origin)
        #expect(shown.unicode == unicode)
        #expect(shown.warning == .isInternational)
    }

    @Test(
        "What somebody registered stands out of an address, and nothing else of it",
        arguments: [
            ("https://rentals.example.com", "https://rentals.", "example.com", ""), ("https://a.b.example.co.uk:8443", "https://a.b.", "example.co.uk", ":8443"),
            ("https://example.com.evil.net", "https://example.com.", "evil.net", ""), ("http://localhost:8080", "http://", "localhost", ":8080"),
            ("http://127.0.0.1:8080", "http://", "127.0.0.1", ":8080"), ("https://[::1]:8443", "https://", "[::1]", ":8443"),
            ("https://co.uk", "https://", "co.uk", ""), ("https://user.github.io", "https://", "user.github.io", ""), ("", "", "", ""),
            ("https://a.example.co.uk.", "https://a.", "example.co.uk.", ""), ("https://a.example.co.uk.:8443", "https://a.", "example.co.uk.", ":8443"),
            ("https://co.uk.", "https://", "co.uk.", ""),
        ])
    func parts(_ origin: String, _ before: String, _ owned: String, _ after: String) {
        let parts = ShownOrigin(origin).parts
        #expect([parts.before, parts.owned, parts.after] == [before, owned, after])
    }

    @Test(
        "Letters of two scripts in one label do not belong together",
        arguments: [("жest", true), ("test", false), ("тест", false), ("βeta", true), ("日本test", false)])
    func mixed(_ label: String, _ isMixed: Bool) {
        #expect(LookAlike.mixesScripts(label) == isMixed)
    }
}
