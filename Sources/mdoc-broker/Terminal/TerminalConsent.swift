import Foundation
import IdentityElements
import UserVerification
import WalletBroker

/// Shows requests on the terminal, and takes the person's decisions there.
struct TerminalConsent: AuthorizationPrompt {
    private let console: TerminalConsole

    init(_ console: TerminalConsole) { self.console = console }

    func allows(_ provider: InstalledProvider) async throws(CancellationError) -> Bool {
        // Nobody is at the terminal any more, or the broker ends.
        guard
            let answer = await console.ask(
                "\(provider.displayName) (\(provider.program)) wants to present your documents to websites. Allow it? [y/N]")
        else { throw CancellationError() }
        return ["y", "yes"].contains(answer.lowercased())
    }

    /// A host that verifies the owner by their PIN, and calls documents what the tables call them.
    func host(_ verifier: UserVerifier, tables: ElementTables) -> any ConsentHost { Host(console: console, verifier: verifier, tables: tables) }
}

extension TerminalConsent {
    private struct Host: ConsentHost {
        let console: TerminalConsole
        let verifier: UserVerifier
        let tables: ElementTables

        func show(_ session: any ConsentSession) async -> String? {
            Task { await follow(session) }
            return nil
        }

        private func follow(_ session: any ConsentSession) async {
            tell(who: session.requester)
            var takingBack: Task<Void, Never>?
            defer { takingBack?.cancel() }
            for await stage in await session.stages() {
                if case .elsewhere = stage, takingBack == nil { takingBack = Task { await takeBack(session) } }
                do throws(ConsentFault) { try await meet(stage, session) } catch { console.say("(\(error.code))") }
            }
        }

        private func tell(who requester: Requester) {
            if let brand = requester.brand {
                console.say("\n\(brand.name) asks for your information: \(requester.origin) (vouched for by \(brand.authority)).")
            } else {
                console.say("\n\(requester.origin) asks for your information. Nobody has verified who that is.")
            }
            if requester.isOnAnotherDevice { console.say("It was requested on another device, which reported the page.") }
            guard let program = requester.reportingProgram else { return }
            console.say(requester.app == nil ? "The page was reported by \(program)." : "The program \(program) asks.")
        }

        private func meet(_ stage: ConsentStage, _ session: any ConsentSession) async throws(ConsentFault) {
            switch stage {
            case .selecting(let choices, let devices): try await select(choices, devices, session)
            case .starting(let choice): console.say("Starting \(choice.displayName) ...")
            case .reviewing(_, let sheet): try await review(SheetText(sheet), session)
            case .verifying(_, let transaction): try await verify(transaction, session)
            case .answering(let choice): console.say("\(choice.displayName) makes the answer ...")
            case .elsewhere(let device, let step): show(step, on: device)
            case .ended(let outcome): console.say("The request is over: \(Self.words(outcome)).")
            }
        }

        private func select(
            _ choices: [SelectorChoice], _ devices: [DeviceChoice], _ session: any ConsentSession
        ) async throws(ConsentFault) {
            let names =
                choices.map { "\($0.displayName): \($0.documentTypes.map(name(ofDocument:)).joined(separator: ", "))" }
                + devices.map { $0.displayName ?? "Another device, which scans a code" }
            for (number, name) in zip(1..., names) { console.say("  \(number)  \(name)") }
            guard let typed = await console.ask(Self.question(choices, devices)), let number = Int(typed), names.indices.contains(number - 1) else {
                return await session.decline()
            }
            if number <= choices.count { return try await session.select(choices[number - 1].provider) }
            try await session.use(devices[number - 1 - choices.count].identifier)
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

        private func review(_ sheet: SheetText, _ session: any ConsentSession) async throws(ConsentFault) {
            console.say(sheet.text)
            for (number, button) in zip(1..., sheet.buttons) { console.say("  \(number)  \(button.label)") }
            guard let typed = await console.ask("What should happen? A number, or nothing to decline."), let number = Int(typed),
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
