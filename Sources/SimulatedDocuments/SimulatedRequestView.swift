import Foundation
public import IdentityDocumentServices
public import IdentityDocumentServicesUI
import MobileDocument
import ProviderDocuments
import ProviderViews

/// The whole sheet of a wallet for tests: that what answers is mock data, who asks for what, Accept, and Decline.
public struct SimulatedRequestView: View {
    private let context: ISO18013MobileDocumentRequestContext
    private let wallet: SimulatedWallet
    @State private var outcome: String?
    @State private var preferred: [OptionChoice]?
    @Environment(\.locale) private var locale

    /// Shows a request.
    public init(_ context: ISO18013MobileDocumentRequestContext, wallet: SimulatedWallet) {
        self.context = context
        self.wallet = wallet
    }

    /// The mark of mock data, who asks for what, what there is to choose, Accept, and Decline; where the wallet refuses, why, and no Accept.
    public var body: some View {
        let phrases = RequestPhrases(locale, tables: wallet.tables)
        let refusal = wallet.refusal(of: context)
        let options = refusal == nil ? self.options : []
        VStack {
            Text(phrases.simulatedDocument).font(.title)
            Text(phrases.mockData).font(.headline)
            RequestInfoView(context, readers: wallet.readers, tables: wallet.tables, at: Self.now)
            ForEach(options) { option in
                OptionChoiceView(choice: option, among: options, of: context, phrases: phrases) { prefer($0, for: option) }
            }
            if let refusal { Text(phrases.notSent(because: refusal.code)).font(.headline) }
            if let outcome { Text(outcome).font(.headline) }
            HStack {
                if refusal == nil { Button(phrases.accept) { await acceptVerification(phrases) } }
                Button(phrases.decline, role: .cancel) { context.cancel() }
            }
        }
    }

    /// Which alternatives are chosen and what is left out, where there is a choice.
    private var options: [OptionChoice] { preferred ?? wallet.options(for: context, at: Self.now) }

    private func prefer(_ option: OptionChoice.Option.ID?, for choice: OptionChoice) {
        var options = options
        for index in options.indices where options[index].id == choice.id { options[index].selected = option }
        preferred = options
    }

    private func acceptVerification(_ phrases: RequestPhrases) async {
        do {
            let options = options
            try await context.sendResponse { rawRequest in
                try wallet.response(to: rawRequest, in: context, preferring: options, at: Self.now)
            }
            outcome = phrases.sent
        } catch let refusal as SimulationRefusal {
            outcome = phrases.notSent(because: refusal.code)
        } catch { outcome = phrases.notSent(because: error) }
    }

    private static var now: Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970.rounded(.down))) }
}
