import Foundation
import UserVerification
import WalletBroker

/// Shows requests on the terminal, and takes the person's decisions there.
struct TerminalConsent: AuthorizationPrompt {
    private let console: TerminalConsole

    init(_ console: TerminalConsole) { self.console = console }

    func allows(_ provider: InstalledProvider) async -> Bool {
        let answer = await console.ask("\(provider.displayName) (\(provider.program)) wants to present your documents to websites. Allow it? [y/N]")
        return answer.map { ["y", "yes"].contains($0.lowercased()) } ?? false
    }

    /// A host that verifies the owner by their PIN.
    func host(_ verifier: UserVerifier) -> any ConsentHost { Host(console: console, verifier: verifier) }
}

extension TerminalConsent {
    private struct Host: ConsentHost {
        let console: TerminalConsole
        let verifier: UserVerifier

        func show(_ session: any ConsentSession) async -> String? {
            Task { await follow(session) }
            return nil
        }

        private func follow(_ session: any ConsentSession) async {
            tell(who: session.requester)
            for await stage in await session.stages() {
                do throws(ConsentFault) { try await meet(stage, session) } catch { console.say("(\(error.code))") }
            }
        }

        private func tell(who requester: Requester) {
            if let brand = requester.brand {
                console.say("\n\(brand.name) asks for your information: \(requester.origin) (vouched for by \(brand.authority)).")
            } else {
                console.say("\n\(requester.origin) asks for your information. Nobody has verified who that is.")
            }
            if let program = requester.reportingProgram { console.say("The page was reported by \(program).") }
        }

        private func meet(_ stage: ConsentStage, _ session: any ConsentSession) async throws(ConsentFault) {
            switch stage {
            case .selecting(let choices): try await select(choices, session)
            case .starting(let choice): console.say("Starting \(choice.displayName) ...")
            case .reviewing(_, let sheet): try await review(SheetText(sheet), session)
            case .verifying(_, let transaction): try await verify(transaction, session)
            case .answering(let choice): console.say("\(choice.displayName) makes the answer ...")
            case .ended(let outcome): console.say("The request is over: \(Self.words(outcome)).")
            }
        }

        private func select(_ choices: [SelectorChoice], _ session: any ConsentSession) async throws(ConsentFault) {
            for (number, choice) in zip(1..., choices) { console.say("  \(number)  \(choice.displayName): \(choice.documentTypes.joined(separator: ", "))") }
            let question = choices.isEmpty ? "No app can answer. Press Return to decline." : "Which app shall answer? Its number, or nothing to decline."
            guard let typed = await console.ask(question), let number = Int(typed), choices.indices.contains(number - 1) else {
                return await session.decline()
            }
            try await session.select(choices[number - 1].provider)
        }

        private func review(_ sheet: SheetText, _ session: any ConsentSession) async throws(ConsentFault) {
            console.say(sheet.text)
            for (number, button) in zip(1..., sheet.buttons) { console.say("  \(number)  \(button.label)") }
            guard let typed = await console.ask("What shall happen? A number, or nothing to decline."), let number = Int(typed),
                sheet.buttons.indices.contains(number - 1)
            else { return await session.decline() }
            try await session.act(sheet.buttons[number - 1].action, values: [:])
        }

        private func verify(_ transaction: [UInt8], _ session: any ConsentSession) async throws(ConsentFault) {
            let phrase = (try? await verifier.enrolment())?.flatMap(\.phrase)
            guard let phrase, (try? await verifier.begin(transaction, at: Date())) != nil else {
                console.say("There is no PIN yet: set one with 'mdoc-broker enrol'.")
                return await session.decline()
            }
            guard let user = await user(transaction, askedWith: phrase) else { return await session.decline() }
            try await session.confirm(user)
        }

        private func user(_ transaction: [UInt8], askedWith phrase: String) async -> VerifiedUser? {
            while let pin = await console.ask("\(phrase): your PIN, or nothing to decline.", isSecret: true), !pin.isEmpty {
                do { return try await verifier.verify(pin: pin, for: transaction, at: Date()) } catch { console.say("\(error)") }
            }
            return nil
        }

        private static func words(_ outcome: ConsentOutcome) -> String {
            switch outcome {
            case .answered: "the answer was sent"
            case .declined: "declined"
            case .withdrawn: "it was taken back, or nobody decided in time"
            case .failed(let code): "it failed (\(code))"
            }
        }
    }
}
