import Testing
import WalletBroker

@testable import BrokerPages

@Suite("The languages of the pages")
struct LanguageTests {
    @Test(
        "A language asked for by name counts most, then the browser's order, then English",
        arguments: [
            (nil, nil, .english), (nil, "ja", .japanese), (nil, "de-DE,ko-KR;q=0.9,en;q=0.8", .korean), (nil, "en;q=0.5, pt-BR;q=0.7", .portuguese),
            (nil, "ja;q=0, de", .english), (nil, "de, fr", .english), ("pt", "ja", .portuguese), ("KO-kr", nil, .korean), ("xx", "ja", .japanese),
            (nil, ";;,,q=", .english), (nil, "ja,ko", .japanese),
        ] as [(String?, String?, Language)])
    func preferred(_ name: String?, _ header: String?, _ language: Language) {
        #expect(Language.preferred(named: name, accepting: header) == language)
    }

    @Test("Every sentence is there in every language, with as many places to fill in", arguments: Language.allCases)
    func sentences(_ language: Language) {
        for (mine, english) in zip(Mirror(reflecting: Wording.of(language)).children, Mirror(reflecting: Wording.english).children) {
            let (text, model) = (mine.value as? String ?? "", english.value as? String ?? "")
            #expect(!text.isEmpty && text.filter { $0 == "%" }.count == model.filter { $0 == "%" }.count, "\(mine.label ?? "")")
        }
    }

    @Test("A selector without apps says that there is none, and nothing of choosing", arguments: Language.allCases)
    func nobody(_ language: Language) throws {
        let templates = try Templates()
        let words = Wording.of(language)
        let choice = SelectorChoice(provider: "Local", displayName: "Local App", icon: nil, documentTypes: ["org.iso.18013.5.1.mDL"])
        let none = templates.text(SelectingContent([], in: language))
        #expect(none.contains(words.selectNone) && !none.contains(words.selectText))
        let one = templates.text(SelectingContent([choice], in: language))
        #expect(one.contains("Local App") && one.contains(words.selectText) && !one.contains(words.selectNone))
    }

    @Test("Texts go where they belong, whatever they hold")
    func filled() {
        #expect("% and %".filled("a%", "b") == "a% and b")
        #expect("%".filled() == "")
        #expect("none".filled("x") == "none")
    }

    @Test("Types of documents have names in every language, and an unknown one is shown as it is", arguments: Language.allCases)
    func documentTypes(_ language: Language) {
        for type in DocumentTypeNames.known { #expect(DocumentTypeNames.name(of: type, in: language) != type) }
        #expect(DocumentTypeNames.list(["a.b", "org.iso.18013.5.1.mDL", "a.b"], in: .english) == "a.b · Driving licence")
    }
}
