import CBOR
import Testing
import VectorSupport

/// Element values pass through these types, and whatever is printed may end in a log.
@Suite("Redaction")
struct RedactionTests {
    private let canary = "Canary-Mustermann"

    private func expectHidden(_ shown: String, sourceLocation: SourceLocation = #_sourceLocation) {
        // As `dump` shows bytes: one decimal number a line; as an array prints them: separated by commas.
        let bytes = Array(canary.utf8.prefix(4))
        let forms = [
            canary, Hex.text(canary.utf8), bytes.map(String.init).joined(separator: ", "),
            bytes.map { "- \($0)\n" }.joined(),
        ]
        let showsCanary = forms.contains { shown.contains($0) }
        #expect(!showsCanary, sourceLocation: sourceLocation)
    }

    @Test("The canary is visible in what is not redacted, so this suite can fail")
    func canaryIsVisible() {
        #expect(printed(canary).contains(canary))
        #expect(printed([UInt8](canary.utf8)).contains("67, 97, 110, 97"))
    }

    @Test("A slice shows its length and place only")
    func byteSlice() {
        let slice = ByteSlice([UInt8](canary.utf8))
        expectHidden(printed(slice))
        #expect(slice.description == "<17 bytes at 0>")
        #expect(slice.debugDescription == slice.description)
    }

    @Test("An item shows its length and place only")
    func item() throws {
        let item = try CBORItem(CBORValue.textMap(["name": .text(canary)]).encoded[...])
        expectHidden(printed(item))
        #expect(item.description == "CBOR item, 24 bytes at 0")
    }

    @Test(
        "A tree shows nothing of its content",
        arguments: [
            CBORValue.text("Canary-Mustermann"), .bytes([UInt8]("Canary-Mustermann".utf8)), .array([.text("Canary-Mustermann")]),
            .textMap(["Canary-Mustermann": .null]), .tagged(24, .text("Canary-Mustermann")),
        ])
    func value(value: CBORValue) {
        expectHidden(printed(value))
        expectHidden(printed(CBORValue.Entry(key: .text("a"), value: value)))
    }

    @Test("An embedded item and a key show nothing of their content")
    func embedded() {
        expectHidden(printed(EmbeddedCBOR(wrapping: CBORValue.text(canary).encoded)))
        for key in [CBORKey.bytes(ByteSlice([UInt8](canary.utf8))), .text(canary)] { expectHidden(printed(key)) }
        #expect(CBORKey.text(canary).description == "text key of 17 bytes")
        #expect(!printed(CBORKey.integer(19_940_418)).contains("19940418"))
    }

    @Test("A reader shows nothing of the bytes it reads")
    func reader() throws {
        expectHidden(printed(try CBORReader(CBORValue.text(canary).encoded)))
    }

    @Test("A writer shows nothing of the bytes it has written")
    func writer() {
        var writer = CBORWriter()
        writer.text(canary)
        expectHidden(printed(writer))
    }

    @Test("An error names type and place, never the value that stood there")
    func errors() throws {
        let bytes = CBORValue.textMap([canary: .text(canary)]).encoded
        var reader = try CBORReader(bytes)
        let error = #expect(throws: CBORError.self) {
            try reader.readTextMap { (reader, _) throws(CBORError) in _ = try reader.readUnsigned() }
        }
        let shown = printed(try #require(error))
        expectHidden(shown)
        #expect(shown.contains("cbor.unexpected-type at byte 19: expected unsigned integer, found text string"))
    }

    @Test("Diagnostic notation shows everything, since it is asked for on purpose")
    func diagnosticNotation() {
        #expect(CBORDiagnosticNotation.text(of: .text(canary)) == "\"\(canary)\"")
    }
}
