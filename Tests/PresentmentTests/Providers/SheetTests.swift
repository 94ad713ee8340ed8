import Foundation
import IdentityDocumentServices
import IdentityDocumentServicesUI
import Testing

@MainActor @Suite("A provider's sheet")
struct SheetTests {
    private static let scene = Result { try RequestScene() }

    /// Opens a sheet with a view in it.
    private func open<Content: View>(_ locale: String = "en", @ViewBuilder _ content: @escaping @MainActor () -> Content) async throws -> any OpenScene {
        let scene = try Self.scene.get()
        let data = try scene.data(signers: [scene.reader()])
        let port = ScriptedPresentment(ReleasedRequest(data: Data(data), origin: scene.origin))
        let context = ISO18013MobileDocumentRequestContext(try scene.partial(data), port: port, locale: locale)
        return await ProvidedScene(TestProvider(ISO18013MobileDocumentRequestScene { _ in content() })).open(context)
    }

    private struct TestProvider<Scene: IdentityDocumentRequestScene>: IdentityDocumentProvider {
        let scene: Scene?
        init() { scene = nil }
        init(_ scene: Scene) { self.scene = scene }
        var body: some IdentityDocumentRequestScene { if let scene { scene } }
        func performRegistrationUpdates() async {}
    }

    private func withoutIdentifiers(_ html: String) -> String { html.replacing(/value="[0-9a-f]{32}"/, with: "value=\"ID\"") }

    private func actions(_ html: String) -> [String] { html.matches(of: /value="([0-9a-f]{32})"/).map { String($0.output.1) } }

    @Test("Every view has one form in HTML")
    func golden() async throws {
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        let isSigned = false
        let sheet = try await open {
            VStack {
                Text("Share your licence?").font(.title)
                Image(data: png, label: "Rentals")
                Image(data: Data("<svg>".utf8), label: "No picture")
                Section("Asked for") {
                    ForEach(["Name", "Age"], id: \.self) { LabeledContent($0, value: "not kept") }
                    Section("Of those") { Text("one") }
                }
                if isSigned { Text("signed").font(.headline) } else { Text("unsigned").font(.footnote) }
                Group { Divider() }
                HStack {
                    Button("Accept") {}
                    Button("Decline", role: .cancel) {}
                }
            }
        }
        let expected = """
            <form method="post"><div class="vstack"><h1>Share your licence?</h1>\
            <img src="data:image/png;base64,iVBORw0KGgo=" alt="Rentals"><p>No picture</p>\
            <section><h2>Asked for</h2><p class="row"><b>Name</b> <span>not kept</span></p><p class="row"><b>Age</b> <span>not kept</span></p>\
            <section><h3>Of those</h3><p>one</p></section></section>\
            <p class="footnote">unsigned</p><hr>\
            <div class="hstack"><button type="submit" name="action" value="ID">Accept</button>\
            <button type="submit" name="action" value="ID" class="cancel">Decline</button></div></div></form>
            """
        #expect(withoutIdentifiers(await sheet.sheet()) == expected)
    }

    @Test(
        "No text leaves the place it was put in",
        arguments: [
            ("</p><script>alert(1)</script>", "&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("\" onload='x' a=&lt;", "&quot; onload=&#39;x&#39; a=&amp;lt;"),
            ("safe\u{202E}elpmaxe.live", "safe\u{FFFD}elpmaxe.live"), ("a\u{0}b\u{1B}[2Jc\u{2066}", "a\u{FFFD}b\u{FFFD}[2Jc\u{FFFD}"),
            ("ケリー 💜 é", "ケリー 💜 é"), ("two\nlines", "two lines"),
        ])
    func hostileText(text: String, escaped: String) async throws {
        let sheet = try await open {
            Text(text)
            Image(data: Data([0xFF, 0xD8, 0xFF]), label: text)
            Section(text) { LabeledContent(text, value: text) }
            Button(text) {}
        }
        let expected = """
            <form method="post"><p>\(escaped)</p><img src="data:image/jpeg;base64,/9j/" alt="\(escaped)"><section><h2>\(escaped)</h2>\
            <p class="row"><b>\(escaped)</b> <span>\(escaped)</span></p></section>\
            <button type="submit" name="action" value="ID">\(escaped)</button></form>
            """
        #expect(withoutIdentifiers(await sheet.sheet()) == expected)
    }

    @MainActor private final class Counter { var count = 0 }

    @Test("A button does its work once, and is another one when the sheet is shown anew")
    func actionsOnce() async throws {
        let counter = Counter()
        let sheet = try await open { Button("Go") { counter.count += 1 } }
        let first = try #require(actions(await sheet.sheet()).first)
        #expect(await sheet.act("guess", values: [:]) == nil)
        let renewed = try #require(await sheet.act(first, values: [:]))
        #expect(await sheet.act(first, values: [:]) == nil)
        #expect(counter.count == 1)
        let second = try #require(actions(renewed).first)
        #expect(second != first)
        _ = await sheet.act(second, values: [:])
        #expect(counter.count == 2)
    }

    private struct Steps: View {
        @State private var step = 0
        @Environment(\.locale) private var locale

        var body: some View {
            Text("step \(step) in \(locale.identifier)")
            Button("Next") { step += 1 }
        }
    }

    @Test("State stays at its place in the sheet, each view's own, and the person's language reaches the views")
    func state() async throws {
        let sheet = try await open("ja") {
            Group { Steps() }
            ForEach([1, 2], id: \.self) { _ in Steps() }
        }
        var html = await sheet.sheet()
        for _ in 0..<2 { html = try #require(await sheet.act(actions(html)[1], values: [:])) }
        html = try #require(await sheet.act(actions(html)[2], values: [:]))
        #expect(html.matches(of: /step [0-9] in ja/).map { String($0.output) } == ["step 0 in ja", "step 2 in ja", "step 1 in ja"])
    }

    @Test("A provider without a scene for a request shows nothing and answers nothing")
    func noScene() async throws {
        let scene = try Self.scene.get()
        let data = try scene.data(signers: [scene.reader()])
        let port = ScriptedPresentment(ReleasedRequest(data: Data(data), origin: scene.origin))
        let context = ISO18013MobileDocumentRequestContext(try scene.partial(data), port: port)
        let sheet = await ProvidedScene(TestProvider<ISO18013MobileDocumentRequestScene<Text>>()).open(context)
        #expect(await sheet.sheet() == "<form method=\"post\"></form>")
        #expect(port.record.releases == 0)
    }
}
