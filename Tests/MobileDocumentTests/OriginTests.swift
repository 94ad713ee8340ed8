import MobileDocument
import Testing

@Suite("Origin")
struct OriginTests {
    @Test(
        "An origin is serialized as the HTML standard does",
        arguments: [
            ("https://rentals.example", "https://rentals.example"),
            ("https://rentals.example/", "https://rentals.example"),
            ("HTTPS://Rentals.EXAMPLE:443/", "https://rentals.example"),
            ("http://a:80", "http://a"),
            ("http://a:80/", "http://a"),
            ("https://a:80", "https://a:80"),
            ("http://a:443", "http://a:443"),
            ("https://10.0.2.2:8000", "https://10.0.2.2:8000"),
            ("https://192.168.1.34:8000/", "https://192.168.1.34:8000"),
            ("https://a:", "https://a"),
            ("https://a:00443", "https://a"),
            ("https://a:0", "https://a:0"),
            ("https://a:65535", "https://a:65535"),
            ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
            ("https://XN--BCHER-KVA.example", "https://xn--bcher-kva.example"),
            ("https://a_b.example", "https://a_b.example"),
            ("https://a.", "https://a."),
            ("https://1a.2b", "https://1a.2b"),
            ("https://1.2.3.4", "https://1.2.3.4"),
            ("http://localhost:8080", "http://localhost:8080"),
        ])
    func accepted(text: String, serialized: String) throws {
        let origin = try Origin(text)
        #expect(origin.serialized == serialized)
        #expect(origin.description == serialized)
        #expect(try Origin(serialized) == origin, "a serialization is its own serialization")
    }

    @Test(
        "An IPv6 address is serialized in its short form",
        arguments: [
            ("[::1]", "[::1]"), ("[0:0:0:0:0:0:0:0]", "[::]"), ("[::]", "[::]"),
            ("[2001:DB8:0:0:1:0:0:1]:8443", "[2001:db8::1:0:0:1]:8443"),
            ("[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]"), ("[0001:002::]", "[1:2::]"), ("[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"),
            ("[1:0:2:3:4:5:6:7]", "[1:0:2:3:4:5:6:7]"), ("[::ffff:1.2.3.4]", "[::ffff:102:304]"), ("[::1]:", "[::1]"), ("[::1]:443", "[::1]"),
        ])
    func ipv6(host: String, serialized: String) throws {
        #expect(try Origin("https://" + host).serialized == "https://" + serialized)
        #expect(try Origin("https://" + serialized).serialized == "https://" + serialized)
    }

    @Test(
        "What is not an origin is refused, with the part that is wrong",
        arguments: [
            ("null", OriginError.opaque),
            ("", .scheme), ("rentals.example", .scheme), ("//rentals.example", .scheme), ("ftp://a", .scheme), ("file:///x", .scheme),
            ("android:apk-key-hash:abc", .scheme), ("https:/a", .scheme), ("https:a", .scheme), (" https://a", .scheme), ("://a", .scheme),
            ("httpss://a", .scheme),
            ("https://a/path", .path), ("https://a//", .path), ("https://a?x", .path), ("https://a/?x", .path), ("https://a#x", .path),
            ("https://a\\b", .path), ("https:///a", .path),
            ("https://user@a", .userInformation), ("https://user:pw@a:1", .userInformation), ("https://@a", .userInformation),
            ("https://", .host), ("https:///", .host), ("https://:443", .host), ("https://bücher.example", .host), ("https://a b", .host),
            ("https://a%20b", .host), ("https://a..b", .host), ("https://.a", .host), ("https://.", .host), ("https://a\n", .host),
            ("https://a,b", .host), ("https://*.a", .host), ("https://a\u{ad}b", .host), ("https://\u{ff41}", .host),
            ("https://a:port", .port), ("https://a:65536", .port), ("https://a:-1", .port), ("https://a:+1", .port), ("https://a:8 0", .port),
            ("https://a:\u{ff18}", .port), ("https://[::1]:x", .port), ("https://a:99999999999999999999", .port),
        ])
    func refused(text: String, error: OriginError) {
        #expect(throws: error) { _ = try Origin(text) }
    }

    @Test(
        "A host that other software would read as an address in another form is refused",
        arguments: [
            "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.08", "0x7f.0.0.1", "127.1", "2130706433", "0x7f000001", "017700000001", "a.0x1",
            "a.1", "1.2.3.4.", "0x",
        ])
    func numericHosts(host: String) {
        #expect(throws: OriginError.host) { _ = try Origin("https://" + host) }
    }

    @Test(
        "A malformed IPv6 address is refused",
        arguments: [
            "[::1", "[]", "[::1]x", "[1::2::3]", "[12345::]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1:2:3:4::5:6:7:8]", "[fe80::1%eth0]",
            "[::1.2.3]", "[::1.2.3.04]", "[::g]", "[:1::]", "[1:::2]", "[::1]1", "::1", "[a]", "[1.2.3.4]", "[::\u{ff11}]",
        ])
    func malformedIPv6(host: String) {
        #expect(throws: OriginError.host) { _ = try Origin("https://" + host) }
    }

    @Test("An IPv4 address inside IPv6 stands at the end only")
    func ipv4InTheMiddle() {
        #expect(throws: OriginError.host) { _ = try Origin("https://[1.2.3.4::1]") }
        #expect(throws: OriginError.host) { _ = try Origin("https://[::1.2.3.4:1]") }
    }

    @Test("A character that only becomes ASCII in lower case is no ASCII: the Kelvin sign is not a k")
    func kelvin() {
        #expect(throws: OriginError.host) { _ = try Origin("https://ban\u{212a}.example") }
    }

    @Test("A label has at most 63 characters, the last one too, and a host 253")
    func lengths() throws {
        let label = String(repeating: "a", count: 63)
        #expect(throws: Never.self) { _ = try Origin("https://\(label).\(label)") }
        #expect(throws: OriginError.host) { _ = try Origin("https://a\(label).example") }
        #expect(throws: OriginError.host) { _ = try Origin("https://example.a\(label)") }
        #expect(throws: Never.self) { _ = try Origin("https://" + Array(repeating: "aaa", count: 63).joined(separator: ".") + "a") }
        #expect(throws: OriginError.host) { _ = try Origin("https://" + Array(repeating: "aaa", count: 64).joined(separator: ".")) }
    }

    @Test("Two origins are the same exactly when scheme, host and port are")
    func equality() throws {
        #expect(try Origin("https://a") == Origin("https://a/"))
        #expect(try Origin("https://a") == Origin("https://A:443"))
        #expect(try Origin("https://a") != Origin("http://a"))
        #expect(try Origin("https://a") != Origin("https://a:444"))
        #expect(try Origin("https://a") != Origin("https://a."))
        #expect(try Origin("https://a") != Origin("https://b"))
    }

    @Test("The parts of an origin can be asked for")
    func parts() throws {
        let origin = try Origin("HTTP://[::1]:8080/")
        #expect(origin.scheme == "http")
        #expect(origin.host == "[::1]")
        #expect(origin.port == 8080)
        #expect(try Origin("https://a:443").port == nil)
    }

    @Test("Loopback is localhost and its addresses, and nothing that only looks like it")
    func loopback() throws {
        for text in ["http://localhost", "http://localhost:8080", "http://app.localhost", "http://127.0.0.1", "http://127.8.9.1:1", "http://[::1]", "http://[0:0:0:0:0:0:0:1]"] {
            #expect(try Origin(text).isLoopback, "\(text)")
        }
        for text in ["http://localhost.example", "http://notlocalhost", "http://127.example", "http://128.0.0.1", "http://10.0.0.1", "http://[::2]"] {
            #expect(try !Origin(text).isLoopback, "\(text)")
        }
    }
}
