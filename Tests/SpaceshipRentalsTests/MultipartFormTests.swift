import Testing

@testable import SpaceshipRentals

/// Forms with files come from anybody; they are read whole or not at all.
@Suite("Multipart forms")
struct MultipartFormTests {
    private static let type = "multipart/form-data; boundary=xyz"

    private static func form(_ text: String, type: String = type) -> MultipartForm? {
        MultipartForm(Array(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n").utf8), contentType: type)
    }

    @Test("Parts are found by name, their content untouched")
    func reads() throws {
        let form = try #require(
            Self.form("--xyz\nContent-Disposition: form-data; name=\"token\"\n\nabc\n--xyz\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\nContent-Type: image/jpeg\n\n\n--xy\n\n--xyz--\n"))
        #expect(form["token"].map(Array.init) == Array("abc".utf8))
        #expect(form["photo"].map(Array.init) == Array("\r\n--xy\r\n".utf8))
        #expect(form["missing"] == nil)
        #expect(Self.form("--xyz\nContent-Disposition: form-data; name=\"a\"\n\n\n--xyz--")?["a"]?.isEmpty == true)
    }

    @Test("What is cut off, nameless, or too much is refused", arguments: [
        "", "--xyz", "--xyz\nContent-Disposition: form-data; name=\"a\"\n\nabc", "--xyz\nContent-Disposition: form-data\n\nabc\n--xyz--",
        "--xyz\n\nabc\n--xyz--", "--other\nContent-Disposition: form-data; name=\"a\"\n\nabc\n--other--",
        String(repeating: "--xyz\nContent-Disposition: form-data; name=\"a\"\n\nabc\n", count: 9) + "--xyz--",
    ])
    func refuses(_ text: String) {
        #expect(Self.form(text) == nil)
    }

    @Test("Only this media type with a boundary is read", arguments: ["text/plain", "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=xyz"])
    func types(_ type: String) {
        #expect(Self.form("--xyz\nContent-Disposition: form-data; name=\"a\"\n\nabc\n--xyz--", type: type) == nil)
    }

    @Test("No cut through a form makes the reader fail")
    func cuts() throws {
        let whole = Array("--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nabc\r\n--xyz--".utf8)
        for end in whole.indices { #expect(MultipartForm(Array(whole[..<end]), contentType: Self.type) == nil) }
        #expect(MultipartForm(whole, contentType: Self.type) != nil)
    }
}
