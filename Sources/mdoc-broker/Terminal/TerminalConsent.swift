import Foundation
import IdentityElements
import TextEncodings
import UserVerification
import WalletBroker

/// Shows requests on the terminal, and takes the person's decisions there.
struct TerminalConsent: AuthorizationPrompt {
    private let console: TerminalConsole
    private let tables: ElementTables

    /// Calls documents what the tables call them.
    init(_ console: TerminalConsole, tables: ElementTables) {
        self.console = console
        self.tables = tables
    }

    func allows(_ provider: InstalledProvider) async throws(CancellationError) -> Bool {
        let types = provider.documentTypes.sorted().map { "  \(tables.displayName(ofDocument: $0, in: .english)) (\($0))" }
        let heading = "\(provider.displayName) (\(provider.program.escapingInvisible)) wants to present your documents to websites:"
        // Nobody is at the terminal any more, or the broker ends.
        guard let answer = await console.ask(([heading] + types + ["Allow it? [y/N]"]).joined(separator: "\n")) else { throw CancellationError() }
        if ["y", "yes"].contains(answer.trimmingCharacters(in: .whitespaces).lowercased()) { return true }
        console.say(
            "\(provider.displayName) is not allowed. To allow it later, serve with 'mdoc-broker serve --port N', and open the address it prints as settings.")
        return false
    }

    /// A host that verifies the owner by their PIN.
    func host(_ verifier: UserVerifier) -> any ConsentHost { Host(console: console, verifier: verifier, tables: tables) }
}

extension TerminalConsent {
    private struct Host: ConsentHost {
        let console: TerminalConsole
        let verifier: UserVerifier
        let tables: ElementTables

        /// What the person decides at a stage.
        private enum Decision {
            case select(String)
            case use(String)
            case act(String)
            case confirm(VerifiedUser)
            case decline
        }

        func show(_ session: any ConsentSession) async -> String? {
            Task { await follow(session) }
            return nil
        }

        private func follow(_ session: any ConsentSession) async {
            tell(who: session.requester)
            var deciding: Task<Void, Never>?
            var takingBack: Task<Void, Never>?
            defer { takingBack?.cancel() }
            for await stage in await session.stages() {
                // What is typed from here on decides nothing about the stage before.
                deciding?.cancel()
                show(stage)
                if case .elsewhere = stage, takingBack == nil { takingBack = Task { await takeBack(session) } }
                deciding = Task { await decide(at: stage, session) }
            }
        }

        private func tell(who requester: Requester) {
            if let brand = requester.brand {
                console.say("\n\(brand.name) asks for your information: \(requester.origin) (vouched for by \(brand.authority)).")
            } else {
                console.say("\n\(requester.origin) asks for your information. Nobody has verified who that is.")
            }
            if requester.isOnAnotherDevice { console.say("It was requested on another device, which reported the page.") }
            switch requester.reporter {
            case .program:
                let program = requester.reporter.shownPath ?? ""
                console.say(requester.app == nil ? "The page was reported by \(program)." : "The program \(program) asks.")
            case .hidden(let process): console.say("The page was reported by a program that hides which one it is (process \(process)).")
            case .page: break
            }
        }

        private func show(_ stage: ConsentStage) {
            switch stage {
            case .selecting, .reviewing, .verifying: break
            case .starting(let choice): console.say("Starting \(choice.displayName) ...")
            case .answering(let choice): console.say("\(choice.displayName) makes the answer ...")
            case .elsewhere(let device, let step): show(step, on: device)
            case .ended(let outcome): console.say("The request is over: \(Self.words(outcome)).")
            }
        }

        /// Asks the person what is theirs to decide at a stage, and does it, if the stage has not ended meanwhile.
        private func decide(at stage: ConsentStage, _ session: any ConsentSession) async {
            guard let decision = await decision(at: stage), !Task.isCancelled else { return }
            // In a task of its own: the stage to which it leads cancels this one.
            Task { await take(decision, session) }
        }

        private func decision(at stage: ConsentStage) async -> Decision? {
            switch stage {
            case .selecting(let choices, let devices): await select(choices, devices)
            case .reviewing(let choice, let sheet): await review(SheetText(sheet, terminal: console.columns), of: choice)
            case .verifying(_, let transaction): await verify(transaction)
            case .starting, .answering, .elsewhere, .ended: nil
            }
        }

        private func take(_ decision: Decision, _ session: any ConsentSession) async {
            do throws(ConsentFault) {
                switch decision {
                case .select(let provider): try await session.select(provider)
                case .use(let device): try await session.use(device)
                case .act(let action): try await session.act(action, values: [:])
                case .confirm(let user): try await session.confirm(user)
                case .decline: await session.decline()
                }
            } catch {
                console.say("(\(error.code))")
            }
        }

        private func select(_ choices: [SelectorChoice], _ devices: [DeviceChoice]) async -> Decision {
            let names =
                choices.map { "\($0.displayName): \($0.documentTypes.map(name(ofDocument:)).joined(separator: ", "))" }
                + devices.map { $0.displayName ?? "Another device, which scans a code" }
            guard let number = await number(of: names, question: Self.question(choices, devices)) else { return .decline }
            return number < choices.count ? .select(choices[number].provider) : .use(devices[number - choices.count].identifier)
        }

        /// How often a person at a terminal may type something else than a number of a list. A script may not: its next line answers another question.
        private static let slips = 3

        /// Which of these the person chooses, counted from 0; nil for none. Where it is too late to ask, nothing is listed either.
        private func number(of names: [String], under heading: [String] = [], question: String) async -> Int? {
            let list = zip(1..., names).map { "  \($0)  \($1)" }
            var heading = heading
            for _ in 0...(console.isTerminal ? Self.slips : 0) {
                let typed = await console.ask((heading + list + [question]).joined(separator: "\n"))?.trimmingCharacters(in: .whitespaces)
                guard let typed, !typed.isEmpty, !names.isEmpty else { return nil }
                if let number = Int(typed), (1..<names.count + 1).contains(number) { return number - 1 }
                heading = ["There is no such number."]
            }
            return nil
        }

        private func name(ofDocument docType: String) -> String { tables.displayName(ofDocument: docType, in: .english) }

        private static func question(_ choices: [SelectorChoice], _ devices: [DeviceChoice]) -> String {
            switch (choices.isEmpty, devices.isEmpty) {
            case (false, _): "Which app should answer? Its number, or nothing to decline."
            case (true, false): "No app here can answer. The number of another device, or nothing to decline."
            case (true, true): "No app can answer. Press Return to decline."
            }
        }

        /// While another device answers, Return takes the request back.
        private func takeBack(_ session: any ConsentSession) async {
            if await console.ask("Press Return to withdraw the request.") != nil { await session.decline() }
        }

        private func show(_ step: DeviceStep, on device: DeviceChoice) {
            let name = device.displayName ?? "the other device"
            switch step {
            case .starting: console.say(device == .scanning ? "Making a code ..." : "Calling \(name) ...")
            case .calling: console.say("Continue on \(name), which is being called. Keep the two close together.")
            case .scanning(let code):
                console.say("Scan this with the device that has your document, and keep the two together:\n\n\(CodeText(code)?.text ?? "")\n\(code)\n")
            case .joining: console.say("The device is near. Connecting ...")
            case .deciding: console.say("Continue on \(name): decide there.")
            }
        }

        private func review(_ sheet: SheetText, of choice: SelectorChoice) async -> Decision {
            let (heading, labels) = (["\(choice.displayName) shows:", sheet.quoted], sheet.buttons.map(\.line))
            guard let number = await number(of: labels, under: heading, question: "What should happen? A number, or nothing to decline.") else {
                return .decline
            }
            return .act(sheet.buttons[number].action)
        }

        private func verify(_ transaction: [UInt8]) async -> Decision {
            let enrolment: Enrolment?
            do {
                enrolment = try await verifier.enrolment()
                try await verifier.begin(transaction, at: Date())
            } catch {
                console.say("It cannot be verified that it is you: \(error).")
                return .decline
            }
            guard let phrase = enrolment?.phrase else {
                console.say(enrolment == nil ? Self.nothingEnrolled : Self.passkeyAlone)
                return .decline
            }
            guard let user = await user(transaction, askedWith: phrase) else { return .decline }
            return .confirm(user)
        }

        private static let nothingEnrolled = "There is no PIN yet: set one with 'mdoc-broker enrol'."

        private static let passkeyAlone = """
            Only a passkey is enrolled, and only the windows take one: serve with 'mdoc-broker serve --port N' to answer with it. With a PIN beside it,
            as 'mdoc-broker enrol' sets one, all documents that were added until now answer nobody any more, until their issuers have looked at you
            again and issued them anew.
            """

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
