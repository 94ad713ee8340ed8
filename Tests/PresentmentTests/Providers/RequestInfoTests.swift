import BrokerMessages
import DocumentProvider
import DocumentTrust
import Foundation
import IdentityDocumentServices
import IdentityDocumentServicesUI
import IdentityElements
import MobileDocument
import PresentmentRequest
import ProviderDocuments
import ProviderViews
import RelyingParty
import Testing
import VectorSupport

@MainActor @Suite("What a provider shows of a request")
struct RequestInfoTests {
    private let world: ProviderWorld

    init() throws { world = try ProviderWorld() }

    struct InfoProvider: IdentityDocumentProvider {
        let readers: ReaderTrustList
        let time: Instant
        init() { (readers, time) = (ReaderTrustList([]), Instant(secondsSinceEpoch: 0)) }
        init(readers: ReaderTrustList, time: Instant) { (self.readers, self.time) = (readers, time) }
        var body: some IdentityDocumentRequestScene {
            ISO18013MobileDocumentRequestScene { RequestInfoView($0, readers: readers, at: time) }
        }
        func performRegistrationUpdates() async {}
    }

    private func sheet(_ data: [UInt8], locale: String = "en", readers: ReaderTrustList? = nil) async throws -> String {
        let (context, _) = try world.context(data, locale: locale)
        let provider = InfoProvider(readers: try readers ?? world.parties.readerTrust(), time: world.parties.now)
        return await ProvidedScene(provider).open(context).sheet()
    }

    @Test("Elements, document and what is kept are in the person's language", arguments: [
        ("en", "Family name", "will be kept", "Driving licence"), ("ja_JP", "姓", "保存されます", "運転免許証"), ("ko", "성", "보관됨", "운전면허증"),
        ("pt-BR", "Sobrenome", "será guardado", "Carteira de motorista"), ("fr", "Family name", "will be kept", "Driving licence"),
    ])
    func languages(locale: String, name: String, kept: String, document: String) async throws {
        let html = try await sheet(world.scene.data(signers: [world.scene.reader()]), locale: locale)
        #expect(html.contains("<p class=\"row\"><b>\(name)</b> <span>\(kept)</span></p>"))
        #expect(html.contains("<h2>\(document)</h2>"))
        #expect(html.contains("https://rentals.example"))
    }

    @Test("Every name of the catalogues is there in every language, and none is another element's")
    func names() {
        for catalogue in ElementCatalogue.all {
            for definition in catalogue.definitions {
                for language in DisplayLanguage.allCases where language != .english {
                    let name = ElementCatalogue.displayName(of: definition.reference, in: language)
                    #expect(!name.isEmpty && name != definition.displayName, "\(definition.displayName) in \(language)")
                }
            }
        }
        #expect(ElementCatalogue.displayName(of: ElementReference(.mobileDrivingLicence, "age_over_21"), in: .korean) == "21세 이상 여부")
        #expect(ElementCatalogue.displayName(of: ElementReference("org.example", "shoe_size"), in: .japanese) == "shoe_size")
    }

    private nonisolated static let retentions: [(kept: Set<ElementIdentifier>, summary: String)] = [
        ([], "keep nothing"), (["shoe_size"], "keep 1 of 2"), (["shoe_size", "hat_size"], "keep all"),
    ]

    @Test("What no catalogue knows is shown by its identifier and namespace, and exactly what is kept is marked", arguments: retentions)
    func retention(kept: Set<ElementIdentifier>, summary: String) async throws {
        let document = RequestedDocument("org.example.wardrobe", nameSpace: "org.example", elements: ["shoe_size", "hat_size"], retaining: kept)
        let html = try await sheet(world.scene.data([document], signers: [world.scene.reader()]))
        for element in ["shoe_size", "hat_size"] {
            let mark = kept.contains(ElementIdentifier(rawValue: element)) ? "will be kept" : "will not be kept"
            #expect(html.contains("<b>\(element) (org.example)</b> <span>\(mark)</span>"))
        }
        #expect(html.contains("<h2>org.example.wardrobe</h2>"))
        #expect(html.contains(summary))
    }

    /// The name and the mark that an element has on the sheet, as HTML.
    private nonisolated static func row(_ element: ItemsRequest.Element) -> String {
        let (nameSpace, identifier) = (element.reference.nameSpace.rawValue, element.reference.identifier.rawValue)
        let isUnknown = nameSpace.hasPrefix("org.example")
        let name = isUnknown ? "\(identifier) (\(nameSpace))" : ElementCatalogue.displayName(of: element.reference, in: .english)
        let escaped = name.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        return escaped + (element.intentToRetain ? ", will be kept" : ", will not be kept")
    }

    @Test("Of 100 requests nobody thought of, the sheet has one row for each element of each namespace, marked as it will be kept, and no other")
    func everyElement() async throws {
        var generator = SeededGenerator(seed: 29)
        let known = ElementCatalogue.all.flatMap { catalogue in catalogue.definitions.map(\.reference) }
            .filter { !$0.identifier.rawValue.hasPrefix("age_over") }
        for round in 0..<100 {
            // The first two have one identifier, and differ by their namespaces alone.
            let unknown = (0...Int.random(in: 1...4, using: &generator)).map { number in
                ElementReference(
                    NameSpace(rawValue: "org.example.\((round + number) % 3)"), ElementIdentifier(rawValue: "<x\(max(number, 1))>&\(round)"))
            }
            let references = known.shuffled(using: &generator).prefix(Int.random(in: 0...24, using: &generator)) + unknown
            let elements = references.map { ItemsRequest.Element($0, intentToRetain: Bool.random(using: &generator)) }
            let html = try await sheet(world.scene.data([RequestedDocument(.mobileDrivingLicence, elements: elements)]))
            let rows = html.matches(of: /<p class="row"><b>([^<]*)<\/b> <span>(will be kept|will not be kept)<\/span><\/p>/)
                .map { "\($0.output.1), \($0.output.2)" }
            let expected = elements.map { Self.row($0) }
            #expect(rows.sorted() == expected.sorted(), "round \(round)")
        }
    }

    /// What words ask of a type of document.
    private func asked(_ words: [IdentityElement], of docType: DocType) throws -> RequestedDocument {
        let document = try #require(ElementTables.builtIn.documents[docType.rawValue])
        let names = words.flatMap { document.elements(of: $0) }
        return RequestedDocument(docType, elements: names.map { ItemsRequest.Element(ElementReference($0), intentToRetain: false) })
    }

    private nonisolated static let givenName: [(locale: String, shown: [String: [String]])] = [
        (
            "en",
            [
                "Driving licence, ISO 18013-5": ["Given names"],
                "North America, AAMVA": ["Name suffix", "Other name: suffix", "Given names truncated", "Other given names"],
            ]
        ),
        ("ja", ["運転免許証、ISO 18013-5": ["名"], "北米、AAMVA": ["姓名の接尾辞", "別名の接尾辞", "名の省略の有無", "別の名"]]),
        ("ko", ["운전면허증, ISO 18013-5": ["이름"], "북미, AAMVA": ["이름 접미사", "다른 이름의 접미사", "이름 줄임 여부", "다른 이름"]]),
        (
            "pt",
            [
                "Carteira de motorista, ISO 18013-5": ["Nome"],
                "América do Norte, AAMVA": ["Sufixo do nome", "Outro nome: sufixo", "Nome abreviado", "Outros nomes"],
            ]
        ),
    ]

    @Test("What a given name brings is listed under the names of its namespaces, in the person's language", arguments: givenName)
    func nameSpaces(locale: String, shown: [String: [String]]) async throws {
        let html = try await sheet(world.scene.data([asked([.givenName], of: .mobileDrivingLicence)]), locale: locale)
        #expect(ShownNameSpaces.all(on: html) == shown)
    }

    @Test("The two namespaces of a My Number Card are told apart")
    func myNumber() async throws {
        let html = try await sheet(world.scene.data([asked([.name, .sex, .dateOfBirth], of: "org.iso.23220.1.jp.mnc")]))
        let shown = [
            "International identity, ISO 23220": ["Date of birth", "Sex"], "Japan": ["Full name", "Date of birth (as written)", "Sex (in words)"],
        ]
        #expect(ShownNameSpaces.all(on: html) == shown)
    }

    @Test("The four elements of an issuing authority are listed, and no namespace where there is one only")
    func issuingAuthority() async throws {
        let html = try await sheet(world.scene.data([asked([.issuingAuthority], of: .mobileDrivingLicence)]))
        let rows = html.matches(of: /<b>([^<]*)<\/b> <span>will not be kept/).map { String($0.output.1) }
        #expect(rows.sorted() == ["Issuing authority", "Issuing country", "Issuing jurisdiction", "UN distinguishing sign"])
        #expect(ShownNameSpaces.all(on: html).isEmpty && !html.contains("<h3>") && !html.contains("ISO 18013-5"))
    }

    @Test("Elements of one name stand under different headings: of namespaces that are known, made up, and of one name themselves")
    func sameName() async throws {
        let (international, japanese) = (ElementReference("org.iso.23220.1", "portrait"), ElementReference("org.iso.23220.1.jp", "portrait"))
        let others = ["org.example.left", "org.example.right", "org.iso.23220.photoid.1", "org.iso.23220.photoID.1"].map {
            ElementReference(NameSpace(rawValue: $0), "person_id")
        }
        let elements = ([international, japanese] + others).map { ItemsRequest.Element($0, intentToRetain: false) }
        let shown = [
            "International identity, ISO 23220": ["Portrait"], "Japan": ["Portrait"], "org.example.left": ["person_id (org.example.left)"],
            "org.example.right": ["person_id (org.example.right)"], "Photo ID, ISO 23220 (org.iso.23220.photoid.1)": ["Person identifier"],
            "Photo ID, ISO 23220 (org.iso.23220.photoID.1)": ["Person identifier"],
        ]
        let html = try await sheet(world.scene.data([RequestedDocument("org.example.wardrobe", elements: elements)]))
        #expect(ShownNameSpaces.all(on: html) == shown)
        // What may be given instead stands under the heading of what is asked for.
        let information = DocRequestInfo(alternativeDataElements: [AlternativeDataElements(for: international, sets: [[japanese]])])
        let either = RequestedDocument("org.example.wardrobe", elements: [.init(international, intentToRetain: false)], info: information)
        #expect(try await sheet(world.scene.data([either])).contains("or instead: Portrait (Japan)<"))
    }

    @Test("Alternatives are shown: in place of elements, and of whole documents")
    func alternatives() async throws {
        let (asked, instead) = (ElementReference(.mobileDrivingLicence, "age_over_21"), ElementReference(.mobileDrivingLicence, "birth_date"))
        let information = DocRequestInfo(alternativeDataElements: [AlternativeDataElements(for: asked, sets: [[instead]])])
        let licence = RequestedDocument(.mobileDrivingLicence, elements: [.init(asked, intentToRetain: false)], info: information)
        let useCases = [UseCase(isMandatory: true, documentSets: [[0], [1]]), UseCase(isMandatory: false, documentSets: [[1]])]
        let html = try await sheet(world.scene.data([licence, RequestScene.photoID], useCases: useCases, signers: [world.scene.reader()]))
        for text in ["Age over 21", "or instead: Date of birth", "One of these is enough", "Choice 1", "Choice 2", "Photo ID (optional)"] {
            #expect(html.contains(text), "\(text)")
        }
    }

    @Test("Alternatives that differ in the spelling of their type alone are shown once, and by their retention as well as two")
    func spellings() async throws {
        let photoIDs = ["org.iso.23220.photoid.1", "org.iso.23220.photoID.1"].map {
            RequestedDocument(DocType(rawValue: $0), nameSpace: "org.iso.23220.1", elements: ["portrait"], retaining: ["portrait"])
        }
        func asking(_ documents: [RequestedDocument]) throws -> [UInt8] {
            try world.scene.data(documents, useCases: [UseCase(isMandatory: true, documentSets: documents.indices.map { [$0] })])
        }
        func headings(_ html: String) -> [String] { html.matches(of: /(?:<h2>|"headline">)(Photo ID|Driving licence|Choice .)</).map { String($0.output.1) } }
        let once = try await sheet(asking(photoIDs))
        #expect(headings(once) == ["Photo ID"] && !once.contains("One of these is enough") && once.contains("keep all"))
        let either = try await sheet(asking(photoIDs + [RequestScene.licence]))
        #expect(headings(either) == ["Choice 1", "Photo ID", "Choice 2", "Driving licence"] && either.contains("keep 2 of 3"))
        // What no table knows is told apart by its spelling alone.
        let types: [DocType] = ["org.example.x", "org.example.X"]
        let unknown = try await sheet(asking(types.map { RequestedDocument($0, nameSpace: "org.example", elements: ["y"]) }))
        #expect(unknown.contains("<h2>org.example.x</h2>") && unknown.contains("<h2>org.example.X</h2>"))
        // Apps say how long they keep each.
        let retentions: [(Retention, [String])] = [(.none, ["Photo ID"]), (.days(5), ["Choice 1", "Photo ID", "Choice 2", "Photo ID"])]
        for (other, expected) in retentions {
            let app = RequestingApp(
                identifier: "org.example.app", name: "App", merchantIdentifier: "merchant", purpose: "", privacyPolicies: [],
                retentions: [[.none], [other]], omitted: [])
            let context = ISO18013MobileDocumentRequestContext(
                try world.scene.partial(asking(photoIDs)), port: ScriptedPresentment(ReleasedRequest(data: Data(), origin: "")), app: app)
            let provider = InfoProvider(readers: try world.parties.readerTrust(), time: world.parties.now)
            let html = await ProvidedScene(provider).open(context).sheet()
            #expect(headings(html) == expected)
        }
    }

    @Test("What an app's request leaves out has the names of its elements in the person's language; a word that no table knows stands for itself", arguments: [
        ("en", "lets the app ask for it: My Number, shoe-size<"), ("ja", "除外：マイナンバー, shoe-size<"), ("ko", "제외됨: 마이넘버 (개인번호), shoe-size<"),
        ("pt", "base legal: Número individual (My Number), shoe-size<"),
    ])
    func omitted(locale: String, said: String) async throws {
        let card = RequestedDocument("org.iso.23220.1.jp.mnc", nameSpace: "org.iso.23220.1.jp", elements: ["full_name_unicode"])
        let app = RequestingApp(
            identifier: "org.example.app", name: "App", merchantIdentifier: "merchant", purpose: "", privacyPolicies: [],
            retentions: [[.none]], omitted: ["document-number", "shoe-size"])
        let context = ISO18013MobileDocumentRequestContext(
            try world.scene.partial(world.scene.data([card])), port: ScriptedPresentment(ReleasedRequest(data: Data(), origin: "")), locale: locale,
            app: app)
        let provider = InfoProvider(readers: try world.parties.readerTrust(), time: world.parties.now)
        let html = await ProvidedScene(provider).open(context).sheet()
        #expect(html.contains(said) && !html.contains("document-number"), "\(html)")
    }

    @Test("A brand is shown only where a trusted authority vouches for it, and it asks for everything")
    func brand() async throws {
        let registered = try world.registeredReader(mayAsk: ["family_name", "age_over_21"])
        let data = try world.scene.data(signers: [registered])
        let html = try await sheet(data)
        #expect(html.contains("<h1>Spaceship Rentals asks for</h1><img src=\"data:image/png;base64,"))
        #expect(html.contains("To check your licence") && html.contains("https://rentals.example/privacy"))
        let unknown = try await sheet(data, readers: ReaderTrustList([]))
        #expect(unknown.contains("<h1>rentals.example asks for</h1>") && unknown.contains("Unverified") && !unknown.contains("Spaceship Rentals"))
        // Whoever swaps the picture may have the reader's key, and does not have the authority's.
        let icon = Array(try #require(Data(base64Encoded: ProviderWorld.icon)))
        for withHash in [false, true] {
            let swapped = try world.registeredReader(mayAsk: ["family_name", "age_over_21"]) {
                try SwappedIcon.certificate($0, swapping: icon, withHash: withHash)
            }
            let html = try await sheet(world.scene.data(signers: [swapped]))
            #expect(html.contains("<h1>rentals.example asks for</h1>") && html.contains("<span>https://rentals.example</span>"))
            #expect(html.contains("Unverified") && !html.contains("<img") && !html.contains("Spaceship Rentals"))
        }
        // One signature of one of two documents does not make its signer the one who asks for both.
        let partly = try world.scene.partial(world.scene.data([RequestScene.licence, RequestScene.photoID]))
        let signed = try PartialRequest(
            origin: partly.origin, documentRequests: partly.documentRequests, presentments: partly.presentments,
            authentications: [.init(coverage: .documentRequest(0), certificateChain: registered.chain)],
            deviceRequestDigest: partly.deviceRequestDigest, encryptionInfoDigest: partly.encryptionInfoDigest)
        let port = ScriptedPresentment(ReleasedRequest(data: Data(), origin: partly.origin))
        let provider = InfoProvider(readers: try world.parties.readerTrust(), time: world.parties.now)
        let scene = await ProvidedScene(provider).open(ISO18013MobileDocumentRequestContext(signed, port: port))
        #expect(await scene.sheet().contains("Unverified"))
    }

    /// What the sheet's buttons say, in the order in which the person comes to them.
    private func buttons(_ html: String) -> [String] { html.matches(of: /<button [^>]*>([^<]*)<\/button>/).map { String($0.output.1) } }

    @Test("The sheet has information, Accept and Decline in this order and nothing else to press, and answers the person's click once")
    func authorization() async throws {
        let folder = try ProviderFolder(world.machine.folder.path + "/app")
        try folder.trust(world.parties.readerAuthority.identity.certificatePEM, named: "readers", as: .reader)
        let (context, port) = try world.context(world.scene.data(signers: [world.scene.reader()]))
        let scene = await ProvidedScene(AppProvider(folder: folder)).open(context)
        let html = await scene.sheet()
        #expect(html.matches(of: #/>(Family name|Accept|Decline)</#).map { String($0.output.1) } == ["Family name", "Accept", "Decline"])
        #expect(buttons(html) == ["Accept", "Decline"])
        // Nothing else takes the focus, and nothing changes the order of what does.
        for text in ["<a ", "<input", "<select", "<textarea", "<details", "tabindex", "autofocus"] { #expect(!html.contains(text), "\(text)") }
        #expect(html.components(separatedBy: "<button").count - 1 == 2)
        let accept = try #require(html.firstMatch(of: /value="([0-9a-f]{32})"/)?.output.1)
        let renewed = try #require(await scene.act(String(accept), values: [:]))
        // There is no document, and the sheet says so by its code.
        #expect(renewed.contains("Nothing was sent.") && renewed.contains("presentation."))
        #expect(buttons(renewed) == ["Accept", "Decline"])
        #expect(port.record.delivered.isEmpty)
    }

    /// A world by the clock, by which sheets judge documents and readers.
    private static func worldByClock() throws -> ProviderWorld {
        try ProviderWorld(scene: RequestScene(now: Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))))
    }

    /// Presses the sheet's button of a label.
    private func press(_ label: String, on html: String, of scene: any OpenScene) async throws -> String {
        let pattern = try Regex("value=\"([0-9a-f]{32})\"[^>]*>\(label)<", as: (Substring, Substring).self)
        let button = try #require(html.firstMatch(of: pattern), "\(label)")
        return try #require(await scene.act(String(button.output.1), values: [:]))
    }

    @Test("Where it cannot be read whom the app trusts, the sheet says that, with its code and the file, and calls nobody unverified", arguments: [
        ("en", "Whom this app trusts cannot be read.", "Accept", "Unverified"), ("ja", "このアプリが信頼する機関を読み取れません。", "同意する", "未確認"),
        ("ko", "이 앱이 신뢰하는 기관을 읽을 수 없습니다.", "동의", "미확인"), ("pt", "Não é possível ler em quem este app confia.", "Aceitar", "Não verificado"),
    ])
    func unreadableTrust(locale: String, sentence: String, accept: String, unverified: String) async throws {
        let world = try Self.worldByClock()
        let folder = try ProviderFolder(world.machine.folder.path + "/app")
        try folder.trust(world.parties.readerAuthority.identity.certificatePEM, named: "readers", as: .reader)
        let list = folder.path + "/readers/readers.crl"
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: list))
        let (context, port) = try world.context(world.scene.data(signers: [world.scene.reader()]), locale: locale)
        let scene = await ProvidedScene(AppProvider(folder: folder)).open(context)
        let html = await scene.sheet()
        for html in [html, try await press(accept, on: html, of: scene)] {
            for text in ["\(sentence) (documents.trust)", list] { #expect(html.contains(text), "\(text)") }
            #expect(!html.contains(unverified) && !html.contains("presentation."))
        }
        #expect(port.record.delivered.isEmpty)
        // Once it is mended, the same sheet goes on.
        try FileManager.default.removeItem(atPath: list)
        #expect(try await press(accept, on: scene.sheet(), of: scene).contains("(presentation.noMatchingDocument)"))
    }

    private nonisolated static let reasons = [
        "provider.ownerChanged", "provider.unbound", "presentation.noMatchingDocument", "presentation.reader.elementNotGranted", "deviceKey.unavailable",
        "deviceKey.wrongPIN", "deviceKey.lockedPIN", "documents.exposed", "mismatch.bytes", "agent.gone", "provider.responseTooLong",
    ]

    @Test("A reason has a sentence of its own in each language, and its code", arguments: reasons)
    func reason(code: String) {
        let phrases = ["en", "ja", "ko", "pt"].map { RequestPhrases(Locale(identifier: $0)) }
        #expect(Set(phrases.map { $0.reason(code) }).count == phrases.count)
        for phrases in phrases {
            #expect(phrases.reason(code).hasSuffix(" (\(code))") && phrases.notSent(because: code) == "\(phrases.notSent) \(phrases.reason(code))")
            let general = phrases.reason("org.example").replacing("org.example", with: code)
            #expect(phrases.reason(code) != general)
        }
    }

    @Test("Of a document that is not bound to the enrolment of now the sheet says that its issuer has to issue it anew", arguments: [
        ("en", "issued it anew, to a new key"), ("ja", "新しい鍵で再発行"), ("ko", "새 키로 새로 발급"), ("pt", "emita outra vez, para uma chave nova"),
    ])
    func changedOwner(locale: String, cost: String) {
        #expect(RequestPhrases(Locale(identifier: locale)).reason("provider.ownerChanged").contains(cost))
    }

    @Test("Of a document that is bound to nobody the sheet says that adding it once more mends it, or its issuer, who issues it anew", arguments: [
        ("en", "added once more", "issued it anew, to a new key"), ("ja", "もう一度追加", "新しい鍵で再発行"), ("ko", "다시 추가", "새 키로 새로 발급"),
        ("pt", "adicionado mais uma vez", "emita outra vez, para uma chave nova"),
    ])
    func unbound(locale: String, mend: String, cost: String) {
        let reason = RequestPhrases(Locale(identifier: locale)).reason("provider.unbound")
        #expect(reason.contains(mend) && reason.contains(cost))
    }

    @Test("Whatever keeps an answer back is on the sheet in the person's language: that no document can answer, and that the request is another one")
    func reasonsOnSheet() async throws {
        let world = try Self.worldByClock()
        let folder = try ProviderFolder(world.machine.folder.path + "/app")
        try folder.trust(world.parties.readerAuthority.identity.certificatePEM, named: "readers", as: .reader)
        let data = try world.scene.data(signers: [world.scene.reader()])
        let other = try world.scene.data([RequestScene.photoID], signers: [world.scene.reader()])
        for (released, reason) in [(data, "presentation.noMatchingDocument"), (other, "mismatch.documentType")] {
            let port = ScriptedPresentment(ReleasedRequest(data: Data(released), origin: world.scene.origin, enrolment: "owner"))
            let context = ISO18013MobileDocumentRequestContext(try world.scene.partial(data), port: port, locale: "ko")
            let scene = await ProvidedScene(AppProvider(folder: folder)).open(context)
            let html = try await press("동의", on: scene.sheet(), of: scene)
            #expect(html.contains(RequestPhrases(Locale(identifier: "ko")).notSent(because: reason)), "\(html)")
        }
    }

    private struct UnusableProvider: IdentityDocumentProvider {
        var body: some IdentityDocumentRequestScene {
            ISO18013MobileDocumentRequestScene { UnusableFolderView(context: $0, error: .exposed("/home/kelly/app/documents")) }
        }
        func performRegistrationUpdates() async {}
    }

    @Test("A folder that cannot be used is explained in the person's language, with its path")
    func unusable() async throws {
        let (context, _) = try world.context(world.scene.data(signers: [world.scene.reader()]), locale: "ja")
        let html = await ProvidedScene(UnusableProvider()).open(context).sheet()
        #expect(html.contains("証明書のフォルダーに") && html.contains("(documents.exposed)") && html.contains("/home/kelly/app/documents<") && !html.contains("must be a folder"))
    }

    /// Takes a document into a folder.
    private func provision(
        _ title: String, _ docType: DocType = .mobileDrivingLicence, in folder: ProviderFolder, of world: ProviderWorld,
        issuing issue: (any DeviceKey) throws -> [UInt8]
    ) throws -> String {
        let key = try folder.keys.makeKey(label: title)
        return try folder.documents.provision(
            issue(key), docType: docType, title: title, keyLabel: title, enrolment: "owner",
            proofing: Proofing(reviewer: "Robin Clerk", time: world.parties.now), trust: world.parties.issuerTrust(), at: world.parties.now).id
    }

    private nonisolated static let optional: [(locale: String, leave: String, left: String, include: String)] = [
        ("en", "Leave out: Photo ID", "<b>Photo ID</b> <span>left out<", "Include: Photo ID"),
        ("ja", "除外する：写真付き身分証明書", "<b>写真付き身分証明書</b> <span>除外<", "含める：写真付き身分証明書"),
        ("ko", "제외: 사진 신분증", "<b>사진 신분증</b> <span>제외됨<", "포함: 사진 신분증"),
        ("pt", "Deixar de fora: Identidade com foto", "<b>Identidade com foto</b> <span>fica de fora<", "Incluir: Identidade com foto"),
    ]

    @Test("What is optional is left out and taken in again at a click, and nothing that is mandatory", arguments: optional)
    func leftOut(locale: String, leave: String, left: String, include: String) async throws {
        let world = try Self.worldByClock()
        let folder = try ProviderFolder(world.machine.folder.path + "/app")
        let licence = try provision("licence", in: folder, of: world) { try world.licence(to: $0) }
        let photoID = try provision("card", "org.iso.23220.photoid.1", in: folder, of: world) { try world.photoID(to: $0) }
        let useCases = [UseCase(isMandatory: true, documentSets: [[0]]), UseCase(isMandatory: false, documentSets: [[1]])]
        let data = try world.scene.data([RequestScene.licence, RequestScene.photoID], useCases: useCases, signers: [world.scene.reader()])
        let (context, _) = try world.context(data, found: [[licence], [photoID]], locale: locale)
        let scene = await ProvidedScene(AppProvider(folder: folder)).open(context)
        let first = await scene.sheet()
        #expect(buttons(first).count == 3 && buttons(first).first == leave && !first.contains(left))
        let second = try await press(leave, on: first, of: scene)
        #expect(buttons(second).count == 3 && buttons(second).first == include && second.contains(left))
        #expect(try await buttons(press(include, on: second, of: scene)) == buttons(first))
    }

    @Test("Of what may be left out something stays: the last part has no button for it")
    func lastPart() async throws {
        let world = try Self.worldByClock()
        let folder = try ProviderFolder(world.machine.folder.path + "/app")
        let licence = try provision("licence", in: folder, of: world) { try world.licence(to: $0) }
        let photoID = try provision("card", "org.iso.23220.photoid.1", in: folder, of: world) { try world.photoID(to: $0) }
        let data = try world.scene.data([RequestScene.licence, RequestScene.photoID], signers: [world.scene.reader()])
        let (context, _) = try world.context(data, found: [[licence], [photoID]])
        let scene = await ProvidedScene(AppProvider(folder: folder)).open(context)
        let first = await scene.sheet()
        #expect(buttons(first) == ["Leave out: Driving licence", "Leave out: Photo ID", "Accept", "Decline"])
        let second = try await press("Leave out: Driving licence", on: first, of: scene)
        #expect(buttons(second) == ["Include: Driving licence", "Accept", "Decline"])
    }

    @Test("Of two documents whose types differ in spelling the person chooses by the spelling")
    func spelling() async throws {
        let world = try Self.worldByClock()
        let folder = try ProviderFolder(world.machine.folder.path + "/app")
        let types: [DocType] = ["org.iso.23220.photoid.1", "org.iso.23220.photoID.1"]
        let held = try types.enumerated().map { number, type in
            [try provision("card-\(number)", type, in: folder, of: world) { try world.photoID(to: $0, docType: type) }]
        }
        let data = try world.scene.data(
            types.map { RequestedDocument($0, nameSpace: "org.iso.23220.1", elements: ["portrait"]) },
            useCases: [UseCase(isMandatory: true, documentSets: [[0], [1]])], signers: [world.scene.reader()])
        let html = try await ProvidedScene(AppProvider(folder: folder)).open(world.context(data, found: held).0).sheet()
        #expect(html.contains("<b>Photo ID (org.iso.23220.photoid.1)</b> <span>will answer<"))
        #expect(buttons(html) == ["Use instead: Photo ID (org.iso.23220.photoID.1)", "Accept", "Decline"])
    }

    @Test("Where two documents can answer, the sheet says which of them will, and takes the other at a click")
    func choice() async throws {
        let world = try Self.worldByClock()
        let folder = try ProviderFolder(world.machine.folder.path + "/app")
        let documents = try ["one", "two"].map { label in
            try provision("Licence-\(label)", in: folder, of: world) { try world.licence(to: $0) }
        }
        let (context, _) = try world.context(world.scene.data(signers: [world.scene.reader()]), documents: documents)
        let scene = await ProvidedScene(AppProvider(folder: folder)).open(context)
        func answering(_ html: String) -> [Substring] { html.matches(of: /<b>(Licence-(?:one|two)), [^<]*<\/b> <span>will answer/).map(\.output.1) }
        func other(_ html: String) throws -> (action: String, title: Substring) {
            let match = try #require(html.firstMatch(of: /value="([0-9a-f]{32})">Use instead: (Licence-(?:one|two)),/))
            return (String(match.output.1), match.output.2)
        }
        let first = await scene.sheet()
        let (action, title) = try other(first)
        #expect(answering(first) != [title] && answering(first).count == 1)
        let second = try #require(await scene.act(action, values: [:]))
        #expect(answering(second) == [title])
        #expect(try other(second).title == answering(first).first)
    }

    @Test("Where two kinds of document can answer, the person chooses between them, and then among those of one kind")
    func kinds() async throws {
        let world = try Self.worldByClock()
        let folder = try ProviderFolder(world.machine.folder.path + "/app")
        let licences = try ["one", "two"].map { try provision($0, in: folder, of: world) { try world.licence(to: $0) } }
        let either = try world.scene.data(
            [RequestScene.licence, RequestScene.photoID], useCases: [UseCase(isMandatory: true, documentSets: [[0], [1]])],
            signers: [world.scene.reader()])
        func open(_ photoIDs: [String]) async throws -> any OpenScene {
            try await ProvidedScene(AppProvider(folder: folder)).open(world.context(either, found: [licences, photoIDs]).0)
        }
        let alone = try await open([]).sheet()
        #expect(!alone.contains("<h2>Your choice</h2>"))
        let card = try provision("card", "org.iso.23220.photoid.1", in: folder, of: world) { try world.photoID(to: $0) }
        let scene = try await open([card])
        let (licence, photoID) = ("Choice 1: Driving licence", "Choice 2: Photo ID")
        func isChosen(_ name: String, on html: String) -> Bool {
            html.contains("<h2>Your choice</h2>") && html.contains("<b>\(name)</b> <span>will answer</span>")
        }
        func use(_ name: String, on html: String) async throws -> String {
            try await press("Use instead: \(name)", on: html, of: scene)
        }
        let first = await scene.sheet()
        #expect(isChosen(licence, on: first) && !isChosen(photoID, on: first) && first.contains("<h2>Your documents</h2>"))
        let second = try await use(photoID, on: first)
        #expect(isChosen(photoID, on: second) && !isChosen(licence, on: second))
        #expect(!second.contains("<h2>Your documents</h2>"), "there is one photo ID, and no licence answers")
        let third = try await use(licence, on: second)
        #expect(isChosen(licence, on: third) && third.contains("<h2>Your documents</h2>"))
    }

    private struct AppProvider: IdentityDocumentProvider {
        let folder: ProviderFolder?
        init() { folder = nil }
        init(folder: ProviderFolder) { self.folder = folder }
        var body: some IdentityDocumentRequestScene {
            ISO18013MobileDocumentRequestScene { context in
                if let folder { RequestAuthorizationView(context, folder: folder, policy: .trustedReaders) }
            }
        }
        func performRegistrationUpdates() async {}
    }
}
