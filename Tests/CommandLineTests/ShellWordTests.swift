import Testing

@testable import mdoc

@Suite("The command line: commands to copy")
struct ShellWordTests {
    @Test("A text is one word of a shell, also where an apostrophe in it has a mark on it", arguments: [
        ("out/a.json", "out/a.json"), ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("a'\u{301}$(b)", #"'a'\''"# + "\u{301}$(b)'"),
    ])
    func word(_ text: String, _ word: String) { #expect(text.shellWord.utf8.elementsEqual(word.utf8)) }
}
