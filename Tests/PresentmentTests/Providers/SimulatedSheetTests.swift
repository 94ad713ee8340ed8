import DocumentTrust
import IdentityDocumentServices
import IdentityDocumentServicesUI
import ProviderDocuments
import SimulatedDocuments
import Testing

@MainActor @Suite("The sheet of a wallet for tests")
struct SimulatedSheetTests {
    private let world: ProviderWorld

    init() throws { world = try ProviderWorld() }

    private struct TestProvider: IdentityDocumentProvider {
        let wallet: SimulatedWallet?
        init() { wallet = nil }
        init(wallet: SimulatedWallet) { self.wallet = wallet }
        var body: some IdentityDocumentRequestScene {
            ISO18013MobileDocumentRequestScene { context in
                if let wallet { SimulatedRequestView(context, wallet: wallet) }
            }
        }
        func performRegistrationUpdates() async {}
    }

    private func sheet(_ mode: SimulationMode, locale: String = "en") async throws -> String {
        let folder = try ProviderFolder(world.machine.folder.path + "/app")
        try folder.trust(world.parties.readerAuthority.identity.certificatePEM, named: "readers", as: .reader)
        let wallet = try SimulatedWallet(mode, folder: folder, at: world.parties.now)
        let (context, _) = try world.context(world.scene.data(signers: [world.scene.reader()]), locale: locale)
        return await ProvidedScene(TestProvider(wallet: wallet)).open(context).sheet()
    }

    private func buttons(_ html: String) -> [String] { html.matches(of: /<button [^>]*>([^<]*)<\/button>/).map { String($0.output.1) } }

    @Test("It begins with the words that what answers is made up, in the person's language, in each mode", arguments: [
        ("en", "Simulated document", "Mock data: nothing in it is real."), ("ja_JP", "模擬の証明書", "テスト用のデータです。"),
        ("ko", "모의 신분증", "테스트용 데이터이며"), ("pt-BR", "Documento simulado", "Dados de teste:"),
    ])
    func languages(locale: String, title: String, sentence: String) async throws {
        for mode in SimulationMode.allCases {
            let html = try await sheet(mode, locale: locale)
            #expect(html.firstMatch(of: /<h1>([^<]*)<\/h1>/).map { String($0.output.1) } == title)
            #expect(html.contains(sentence))
        }
    }

    @Test("To a website a simulator says at once that it does not answer, and there is nothing to accept")
    func website() async throws {
        let simulator = try await sheet(.simulator)
        #expect(simulator.contains("simulator.website") && buttons(simulator) == ["Decline"])
        let device = try await sheet(.developerDevice)
        #expect(!device.contains("simulator.website") && buttons(device) == ["Accept", "Decline"])
    }
}
