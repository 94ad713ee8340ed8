/// Every sentence of the pages, in one language. `%` stands for what is filled in; a language without a sentence does not compile.
struct Wording: Sendable {
    /// What this is called.
    let wallet: String
    let cancel: String
    let close: String
    let proceed: String
    /// Between two ways.
    let or: String
    /// A brand or host.
    let asks: String
    /// Before an origin.
    let address: String
    /// An authority.
    let verifiedBy: String
    let unverified: String
    let unverifiedMeaning: String
    /// The look-alike and the ASCII form.
    let looksLike: String
    /// The Unicode and the ASCII form.
    let mixesScripts: String
    /// The Unicode and the ASCII form.
    let isInternational: String
    /// A program's path.
    let reportedBy: String
    let reportedByBrowser: String
    /// A process's number; stands in the place of a program's path.
    let hiddenProgram: String
    /// Before an app's identifier.
    let app: String
    /// A program's path.
    let askedBy: String
    /// Who keeps data.
    let privacyPolicyOf: String
    let relayText: String
    let relayWaiting: String
    let relayReading: String
    let relayElsewhere: String
    let relayElsewhereText: String
    let relayNobody: String
    let relayNobodyText: String
    let relayFailed: String
    let relayFailedText: String
    let relayBusy: String
    let relayBusyText: String
    let tooManyWindows: String
    let tooManyWindowsText: String
    let needsScript: String
    let selectTitle: String
    let selectText: String
    let selectNone: String
    let useDevice: String
    let useDeviceText: String
    let selectNoneHere: String
    let codeStarting: String
    let scanTitle: String
    let scanText: String
    let codeAsText: String
    let codePicture: String
    let deviceJoining: String
    let decideThere: String
    let decideThereText: String
    /// A device.
    let continueOn: String
    let deviceCallingText: String
    /// In place of an app.
    let otherDevice: String
    /// A program's path.
    let reportedByDevice: String
    /// A program's path.
    let reportedByLinkedDevice: String
    let answerTitle: String
    let answerText: String
    let takePicture: String
    let useCamera: String
    /// Names what the camera sees.
    let cameraPicture: String
    let takeStill: String
    let codeText: String
    let rememberDevice: String
    let rememberNoMore: String
    let codeReading: String
    let codeCalling: String
    let codeJoined: String
    let noCode: String
    let otherCode: String
    let staleCode: String
    let deviceLate: String
    let deviceUnreachable: String
    let deviceBroken: String
    let deviceRefused: String
    let answerTooLong: String
    let requestTooLong: String
    /// An app.
    let starting: String
    /// An app; names the frame.
    let sheetTitle: String
    /// An app.
    let answering: String
    let oneMoment: String
    let answered: String
    /// An app, a host.
    let answeredText: String
    let declined: String
    /// A host.
    let declinedText: String
    let withdrawn: String
    let withdrawnText: String
    let failed: String
    /// A code.
    let failedText: String
    let alreadyOpen: String
    let alreadyOpenText: String
    let unreachable: String
    let verifyTitle: String
    /// An app, a host.
    let verifyText: String
    let usePasskey: String
    let yourPhrase: String
    let phraseMeaning: String
    let pin: String
    let confirm: String
    let enrolFirst: String
    let enrolFirstText: String
    let newPIN: String
    let repeatPIN: String
    let newPhrase: String
    let newPhraseMeaning: String
    let savePIN: String
    let newPasskey: String
    let passkeyUnused: String
    /// How many tries are left.
    let wrongPIN: String
    /// A time of day.
    let waitingPIN: String
    let tooManyTries: String
    let malformedPIN: String
    let guessablePIN: String
    let differentPINs: String
    let malformedPhrase: String
    let tooLate: String
    /// A code.
    let passkeyRefused: String
    /// A code.
    let notNow: String
    let settingsTitle: String
    let providersTitle: String
    let providersText: String
    let noProviders: String
    /// A number.
    let documentCount: String
    let allowed: String
    let refused: String
    let undecided: String
    let allow: String
    let refuse: String
    let ownerTitle: String
    let ownerText: String
    let passkey: String
    let isSet: String
    let isNotSet: String
    let remove: String
    let change: String
    let setUp: String
    /// An app.
    let authorizeTitle: String
    let authorizeText: String
    let authorizeMeaning: String
    /// Before a path.
    let program: String
    /// An app.
    let allowedText: String
    /// An app.
    let refusedText: String
    let historyTitle: String
    let historyText: String
    let noHistory: String
    let deleteEntry: String
    let deleteAll: String
    let export: String
    /// A number of elements.
    let askedFor: String
    let retained: String
    let notRetained: String
    let retainedIndefinitely: String
    /// A number.
    let retainedForOneDay: String
    let retainedForDays: String

    /// The wording of a language.
    static func of(_ language: Language) -> Wording {
        switch language {
        case .english: english
        case .japanese: japanese
        case .korean: korean
        case .portuguese: portuguese
        }
    }
}

extension String {
    /// Puts texts in the places that stand for them, in order.
    func filled(_ texts: String...) -> String {
        let parts = split(separator: "%", omittingEmptySubsequences: false)
        return parts.dropFirst().enumerated().reduce(String(parts[0])) { sentence, part in
            sentence + (texts.indices.contains(part.offset) ? texts[part.offset] : "") + part.element
        }
    }
}
