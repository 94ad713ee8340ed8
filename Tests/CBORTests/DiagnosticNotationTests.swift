import CBOR
import Testing
import VectorSupport

@Suite("Diagnostic notation")
struct DiagnosticNotationTests {
    @Test(
        "Every kind of item has its notation",
        arguments: [
            ("00", "0"), ("3903e7", "-1000"), ("3bffffffffffffffff", "-18446744073709551616"), ("1bffffffffffffffff", "18446744073709551615"),
            ("420aff", "h'0aff'"), ("6161", "\"a\""), ("82018102", "[1, [2]]"), ("a2016161206162", "{1: \"a\", -1: \"b\"}"), ("a0", "{}"),
            ("d903ec6161", "1004(\"a\")"), ("f4", "false"), ("f5", "true"), ("f6", "null"), ("f7", "undefined"), ("f8ff", "simple(255)"),
            ("f93e00", "1.5"), ("f97c00", "Infinity"), ("f9fc00", "-Infinity"), ("f97e00", "NaN"), ("f98000", "-0.0"),
        ])
    func notation(hex: String, text: String) throws {
        #expect(try CBORDiagnosticNotation.text(of: CBORItem(Hex.bytes(hex)[...])) == text)
    }

    @Test("Quotes, backslashes and control characters in text are escaped")
    func escapes() {
        #expect(CBORDiagnosticNotation.text(of: .text("a\"b\\c\nd\u{7f}ü")) == "\"a\\\"b\\\\c\\u000ad\\u007fü\"")
    }
}
