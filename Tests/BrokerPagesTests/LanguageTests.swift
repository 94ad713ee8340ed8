import Foundation
import IdentityElements
import Testing
import UserVerification
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

    @Test("Who was too late is not sent to a website alone, since an app may have asked", arguments: Language.allCases)
    func tooLate(_ language: Language) {
        let words = Wording.of(language)
        #expect(words.sentence(for: .stale, in: language).lowercased().contains(words.app.lowercased()))
    }

    @Test(
        "Who scans a code that is too old is told that the other device has to show a new one; of one that gave no answer is not said that it could not",
        arguments: [
            (.english, "other device", "could not"), (.japanese, "別の端末", "できません"), (.korean, "다른 기기", "못했"),
            (.portuguese, "outro dispositivo", "pôde"),
        ] as [(Language, String, String)])
    func otherDevice(_ language: Language, _ name: String, _ inability: String) {
        let words = Wording.of(language)
        #expect(words.staleCode.contains(name))
        #expect(words.deviceRefused.contains(name) && !words.deviceRefused.contains(inability))
    }

    @Test(
        "Who scans a code of a device whose clock differs reads to check the clocks: a new code would be refused as the first was",
        arguments: [(.english, "clocks"), (.japanese, "時計"), (.korean, "시계"), (.portuguese, "relógios")] as [(Language, String)])
    func clocks(_ language: Language, _ clocks: String) {
        #expect(Wording.of(language).sentence(forDevice: "hybrid.qr-stale")?.contains(clocks) == true)
    }

    @Test("What the settings say of passkey and PIN alike fits both in Portuguese, where one of them is feminine")
    func gender() {
        for status in [Wording.portuguese.isSet, Wording.portuguese.isNotSet] {
            #expect(!status.hasSuffix("ado") && !status.hasSuffix("ada"), "\(status)")
        }
    }

    @Test(
        "The settings say what a change costs",
        arguments: [
            (.english, "issued them anew"), (.japanese, "再発行"), (.korean, "새로 발급"), (.portuguese, "emita outra vez"),
        ] as [(Language, String)])
    func changed(_ language: Language, _ cost: String) throws {
        let page = try Templates().text(SettingsContent([], nil, names: DisplayNames(tables: .builtIn, in: language), error: nil, in: language))
        #expect(page.contains(cost))
    }

    @Test("A selector without apps says that there is none, and nothing of choosing", arguments: Language.allCases)
    func nobody(_ language: Language) throws {
        let templates = try Templates()
        let words = Wording.of(language)
        let choice = SelectorChoice(provider: "Local", displayName: "Local App", icon: nil, documentTypes: ["org.iso.18013.5.1.mDL"])
        let names = DisplayNames(tables: .builtIn, in: language)
        let none = templates.text(SelectingContent([], names: names, in: language))
        #expect(none.contains(words.selectNone) && !none.contains(words.selectText))
        let one = templates.text(SelectingContent([choice], names: names, in: language))
        #expect(one.contains("Local App") && one.contains(words.selectText) && !one.contains(words.selectNone))
    }

    @Test("Texts go where they belong, whatever they hold")
    func filled() {
        #expect("% and %".filled("a%", "b") == "a% and b")
        #expect("%".filled() == "")
        #expect("none".filled("x") == "none")
    }

    @Test("Types of documents are called what their tables say in every language, and an unknown one is shown as it is", arguments: Language.allCases)
    func documentTypes(_ language: Language) throws {
        let names = DisplayNames(tables: .builtIn, in: language)
        for (type, document) in ElementTables.builtIn.documents {
            let name = names.name(of: type)
            #expect(name == document.displayName(in: language) && name != type)
        }
        // Two spellings of one type are one document to people.
        let types = ["a.b", "org.iso.23220.photoid.1", "a.b", "org.iso.23220.photoID.1"]
        #expect(names.list(types) == "a.b · \(names.name(of: "org.iso.23220.photoid.1"))")
    }

    private static let cook: [(Language, String)] = [
        (.english, "Licence for cooks"), (.japanese, "料理人免許"), (.korean, "요리사 면허"), (.portuguese, "Licença de cozinheiro"),
    ]

    @Test("Selector, settings, history and the question about a provider call a document what an installed table calls it", arguments: cook)
    func installed(_ language: Language, _ name: String) throws {
        let (type, templates) = ("org.example.cook.1", try Templates())
        let table = """
            namespace | org.example.galley | closed
            element | cook_name | text | M | personal | Cook | 料理人 | 요리사 | Cozinheiro
            document | \(type) | cook-licence | - | \(Self.cook.map(\.1).joined(separator: " | "))
            word | name | org.example.galley | cook_name
            """
        let names = DisplayNames(tables: try ElementTables.builtIn.adding(table), in: language)
        let provider = InstalledProvider(name: "galley", displayName: "Galley", program: "/opt/galley", documentTypes: [type])
        let choice = SelectorChoice(provider: "galley", displayName: "Galley", icon: nil, documentTypes: [type])
        let documents = #"[{"type": "org.example.cook.1", "elements": []}]"#
        let record = #"{"time": 0, "origin": "https://ship.example", "outcome": "answered", "documents": \#(documents)}"#
        let entry = PresentmentHistory.Entry(number: 1, record: try JSONDecoder().decode(PresentmentRecord.self, from: Data(record.utf8)))
        let setting = ProviderSetting(provider, authorization: .authorized, documentCount: 1)
        let pages = [
            templates.text(SelectingContent([choice], names: names, in: language)),
            templates.text(SettingsContent([setting], nil, names: names, error: nil, in: language)),
            templates.text(HistoryContent([entry], export: "", names: names, in: language)),
            templates.text(AuthorizationContent(provider, names: names, in: language)),
        ]
        for page in pages { #expect(page.contains(name), "\(page)") }
    }
}
