import Synchronization
import VerifyWithWallet

/// Where a berth is asked for: one question to the wallet, and what the office decides by its answer.
final class BerthDesk: Sendable {
    private let office: HarbourOffice
    private let controller: IdentityAuthorizationController
    private let descriptor: DriversLicenseDescriptor
    private let refusal: WalletRefusal

    /// - Parameters:
    ///   - office: the app's own server.
    ///   - refusal: notes why the wallet refuses.
    ///   - wallet: the person's wallet.
    init(office: HarbourOffice, refusal: WalletRefusal, wallet: LocalWallet) throws {
        var licence = DriversLicenseDescriptor()
        licence.addElements([try .age(atLeast: 21), .portrait], intentToStore: .willNotStore)
        descriptor = licence
        controller = IdentityAuthorizationController(wallet: wallet)
        self.office = office
        self.refusal = refusal
    }

    /// What the wallet has against asking; nil where that makes sense. Elsewhere an app offers no button, or one that says why, and another way.
    func obstacle() async -> Outcome.Kind? {
        refusal.note(nil)
        return await controller.canRequestDocument(descriptor) ? nil : Outcome.Kind(.notSupported, code: refusal.code)
    }

    /// Asks, once.
    func ask(for usageDescription: String) async -> Outcome {
        refusal.note(nil)
        guard let transaction = try? await office.begin() else { return Outcome(kind: .officeAway) }
        let document: IdentityDocument
        do throws(IdentityError) {
            document = try await controller.requestDocument(
                IdentityRequest(
                    descriptor: descriptor, merchantIdentifier: transaction.merchantIdentifier, nonce: transaction.nonce,
                    usageDescription: usageDescription))
        } catch { return Outcome(kind: Outcome.Kind(error, code: refusal.code)) }
        // The person has agreed: whatever goes wrong from here on, the office may have the answer.
        do { return try await office.finish(transaction, with: document.encryptedData) } catch {
            return Outcome(kind: .unconfirmed, session: transaction.session)
        }
    }

    /// Takes the open question back.
    func cancel() async { await controller.cancelRequest() }
}

/// The code by which the wallet refused last.
final class WalletRefusal: Sendable {
    private let last = Mutex<String?>(nil)

    var code: String? { last.withLock { $0 } }

    func note(_ code: String?) { last.withLock { $0 = code } }
}
