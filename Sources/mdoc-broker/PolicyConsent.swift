import Foundation
import UserVerification
import WalletBroker

/// Decides by a rule, for tests of programs. The owner is verified all the same: the rule's PIN is the one that was enrolled.
struct PolicyConsent: AuthorizationPrompt {
    let rule: PolicyRule
    private let pin: String

    /// The label of the button that agrees.
    private static let agreement = "Accept"

    init(_ rule: PolicyRule, pinFile: String?) throws {
        self.rule = rule
        do {
            pin = try pinFile.map { try String(contentsOfFile: $0, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines) } ?? ""
        } catch { throw CommandFault("the PIN's file \(pinFile ?? "") cannot be read; name another with --pin-file") }
    }

    func allows(_ provider: InstalledProvider) async -> Bool { rule != .decline }

    /// A host that verifies the owner by the PIN of the file.
    func host(_ verifier: UserVerifier) -> any ConsentHost { Host(rule: rule, pin: pin, verifier: verifier) }
}

extension PolicyConsent {
    private struct Host: ConsentHost {
        let rule: PolicyRule
        let pin: String
        let verifier: UserVerifier

        func show(_ session: any ConsentSession) async -> String? {
            Task {
                var isReleased = false
                for await stage in await session.stages() {
                    if case .answering = stage { isReleased = true }
                    // A provider that shows a sheet after the release could not answer, and can as little the next time.
                    if case .reviewing = stage, isReleased {
                        await session.decline()
                    } else if await !isMet(stage, session) {
                        await session.decline()
                    }
                }
            }
            return nil
        }

        /// Whether the rule knows what to do at a stage, and could do it.
        private func isMet(_ stage: ConsentStage, _ session: any ConsentSession) async -> Bool {
            do {
                switch (stage, rule) {
                case (.selecting(let choices, _), .accept(let provider)) where choices.contains { $0.provider == provider }:
                    try await session.select(provider)
                case (.reviewing(_, let sheet), .accept):
                    guard let button = SheetText(sheet).buttons.first(where: { $0.label == PolicyConsent.agreement }) else { return false }
                    try await session.act(button.action, values: [:])
                case (.verifying(_, let transaction), .accept):
                    try await verifier.begin(transaction, at: Date())
                    try await session.confirm(try await verifier.verify(pin: pin, for: transaction, at: Date()))
                case (.starting, .accept), (.answering, .accept), (.ended, _): break
                default: return false
                }
                return true
            } catch {
                return false
            }
        }
    }
}
