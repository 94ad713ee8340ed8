import Foundation
import Testing
import WalletBroker

@testable import BrokerPages

@Suite("Settings, history and authorisation", .timeLimit(.minutes(5)))
struct SettingsTests {
    @Test("A person lets providers present documents, and takes it back")
    func authorize() async throws {
        try await ServedPages.run { served in
            let window = try await served.open(.settings)
            #expect(try await served.post(window + "/authorize", body: "provider=wallet&decision=refused").text.contains("Not allowed"))
            #expect(await served.settings.authorizations["wallet"] == .refused)
            _ = try await served.post(window + "/authorize", body: "provider=wallet&decision=authorized")
            #expect(await served.settings.authorizations["wallet"] == .authorized)
            for body in ["provider=wallet&decision=notDetermined", "provider=wallet&decision=x", "provider=wallet", "decision=refused"] {
                #expect(try await served.post(window + "/authorize", body: body).status == 400, "\(body)")
            }
            #expect(await served.settings.authorizations["wallet"] == .authorized)
        }
    }

    @Test("The window that asks about one provider decides about no other")
    func authorizeOne() async throws {
        try await ServedPages.run { served in
            let window = try await served.open(.authorization(provider: "local-driving-authority"))
            _ = try await served.post(window + "/authorize", body: "provider=wallet&decision=refused")
            #expect(await served.settings.authorizations == ["wallet": .authorized, "local-driving-authority": .refused])
            #expect(try await served.post(window + "/remove", body: "method=pin").status == 404)
        }
    }

    @Test("A PIN is set, changed and removed; one that cannot be taken is explained, and changes nothing; the same one again changes its phrase alone")
    func pin() async throws {
        try await ServedPages.run { served in
            let window = try await served.open(.settings)
            for (pin, repeated, phrase, words) in [
                ("274951", "274950", "x", "not the same"), ("123456", "123456", "x", "too easy to guess"), ("1", "1", "x", "6 digits"),
                ("274951", "274951", "", "phrase of up to"),
            ] {
                let reply = try await served.post(window + "/enrol-pin", body: "pin=\(pin)&repeat=\(repeated)&phrase=\(phrase)")
                #expect(reply.text.contains(words), "\(pin)")
                #expect(reply.text.contains("name=\"phrase\" value=\"\(phrase)\""), "\(pin)")
                #expect(try await served.verifier.enrolment() == nil)
            }
            // The phrase is shown where the PIN is asked for, and nowhere else.
            let page = try await served.post(window + "/enrol-pin", body: "pin=274951&repeat=274951&phrase=heron").text
            #expect(page.contains("value=\"pin\"") && !page.contains("heron"))
            let first = try #require(try await served.verifier.enrolment())
            _ = try await served.post(window + "/enrol-pin", body: "pin=274951&repeat=274951&phrase=kettle")
            let same = try #require(try await served.verifier.enrolment())
            #expect((first.phrase, same.phrase, same.identifier) == ("heron", "kettle", first.identifier))
            _ = try await served.post(window + "/enrol-pin", body: "pin=905713&repeat=905713&phrase=heron")
            #expect(try await served.verifier.enrolment()?.identifier != first.identifier)
            _ = try await served.post(window + "/remove", body: "method=pin")
            #expect(try await served.verifier.enrolment() == nil)
        }
    }

    @Test("The history is listed, saved as a file, and deleted entry by entry or all at once")
    func history() async throws {
        try await ServedPages.run { served in
            let window = try await served.open(.history)
            let file = try await served.get(window + "/export", headers: ["Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "same-origin"])
            let entries = try #require(try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [[String: Any]])
            #expect(entries.compactMap { $0["outcome"] as? String } == ["answered", "declined", "mismatch.addedElement"])
            #expect(try await served.post(window + "/delete", body: "entry=2").text.contains("rentals.example"))
            #expect(await served.history.kept.map(\.number) == [3, 1])
            #expect(try await served.post(window + "/delete", body: "entry=all").status == 400)
            #expect(try await served.post(window + "/delete-all").text.contains("Nothing has been asked yet"))
            #expect(await served.history.kept.isEmpty)
        }
    }

    @Test("The file of the history says which other device was chosen, where one was")
    func exportedDevice() throws {
        let record = #"{"time": 0, "origin": "https://rentals.example", "device": "scanning", "outcome": "answered", "documents": []}"#
        let entry = PresentmentHistory.Entry(number: 1, record: try JSONDecoder().decode(PresentmentRecord.self, from: Data(record.utf8)))
        let entries = try #require(try JSONSerialization.jsonObject(with: Data(try HistoryExport.bytes([entry]))) as? [[String: Any]])
        #expect(entries.map { $0["device"] as? String } == ["scanning"])
        #expect(entries.map { $0["provider"] == nil } == [true])
    }

    @Test("The history names each element as people do, and says whether it was to be kept, and for how many days or without an end where an app said that")
    func retention() throws {
        let record = #"""
            {"time": 0, "origin": "app:example.docking", "brand": "Docking Pass", "outcome": "answered", "documents": [{
            "type": "org.iso.18013.5.1.mDL", "elements": [
            {"nameSpace": "org.iso.18013.5.1", "identifier": "age_over_21", "isRetaining": false},
            {"nameSpace": "n", "identifier": "portrait", "isRetaining": true},
            {"nameSpace": "org.iso.18013.5.1", "identifier": "birth_date", "isRetaining": true, "days": 30},
            {"nameSpace": "org.iso.18013.5.1", "identifier": "family_name", "isRetaining": true, "days": 1},
            {"nameSpace": "org.iso.18013.5.1", "identifier": "given_name", "isRetaining": true, "isUnlimited": true}]}]}
            """#
        let entry = PresentmentHistory.Entry(number: 1, record: try JSONDecoder().decode(PresentmentRecord.self, from: Data(record.utf8)))
        let page = try Templates().text(HistoryContent([entry], export: "", names: DisplayNames(tables: .builtIn, in: .english), in: .english))
        let rows = [
            ("Age over 21", "org.iso.18013.5.1 · age_over_21", "good", "will not be kept"), ("portrait", "n · portrait", "warn", "will be kept"),
            ("Date of birth", "org.iso.18013.5.1 · birth_date", "warn", "kept for 30 days"),
            ("Family name", "org.iso.18013.5.1 · family_name", "warn", "kept for 1 day"),
            ("Given names", "org.iso.18013.5.1 · given_name", "warn", "stored indefinitely"),
        ]
        for (name, place, tone, retention) in rows {
            #expect(page.contains("<span>\(name)<small>\(place)</small></span><span class=\"\(tone)\">\(retention)</span>"), "\(name)")
        }
        let others: [(Language, String)] = [(.japanese, "無期限に保存"), (.korean, "무기한 보관"), (.portuguese, "guardado por tempo indeterminado")]
        for (language, words) in others {
            let page = try Templates().text(HistoryContent([entry], export: "", names: DisplayNames(tables: .builtIn, in: language), in: language))
            #expect(page.contains("<span class=\"warn\">\(words)</span>"), "\(language)")
        }
    }

    @Test("Where the person is asked about a provider, what cannot be seen in its program's path stands by its number, and turns nothing around")
    func path() throws {
        let provider = InstalledProvider(name: "galley", displayName: "Galley", program: "/opt/a\u{202E}b\nc", documentTypes: [])
        let names = DisplayNames(tables: .builtIn, in: .english)
        let page = try Templates().text(AuthorizationContent(provider, names: names, in: .english))
        #expect(page.contains(#"/opt/a\u{202e}b\u{a}c"#))
        #expect(!page.unicodeScalars.contains("\u{202E}"))
    }
}
