/// Something that every provider does, whoever makes it.
package enum ConformancePoint: String, CaseIterable, Sendable {
    /// Before anything else it shows a sheet, and it asks for no request before a button of the sheet was used.
    case asksFirst
    /// The sheet has no scripts, links, frames or anything to be loaded.
    case harmlessSheet
    /// The sheet names every element that is asked for.
    case namesElements
    /// Declining ends the request.
    case declines
    /// Then its process ends, and what it keeps is as it was.
    case leavesNothing
    /// What the website gets is exactly what was asked for.
    case exactRelease
    /// A released request that is not the one shown gets no answer.
    case sameRequest
    /// Another owner than the one the document is bound to gets no answer.
    case sameOwner
    /// A reader whom nobody vouches for gets no answer.
    case knownReader
    /// What an app gets can be opened by its server alone, and is exactly what was asked for. Or the app is refused, and the provider says so.
    case sealsForApps

    /// The point in a sentence.
    package var law: String {
        switch self {
        case .asksFirst: "shows a sheet before anything else, and asks for the request only after a button was used"
        case .harmlessSheet: "its sheet has no scripts, links, frames or anything to be loaded"
        case .namesElements: "its sheet names every element that is asked for"
        case .declines: "declining ends the request"
        case .leavesNothing: "then its process ends, and what it keeps is as it was"
        case .exactRelease: "a website gets exactly what it asked for"
        case .sameRequest: "a request that is not the one shown gets no answer"
        case .sameOwner: "another owner than the document's gets no answer"
        case .knownReader: "a reader whom nobody vouches for gets no answer"
        case .sealsForApps: "an app's server, and nobody else, gets exactly what the app asked for, or the app is refused"
        }
    }

    /// What to look at where it is not met.
    package var mend: String {
        switch self {
        case .asksFirst: "call sendResponse in the action of Accept and nowhere else; if nothing is shown, see why the program ends or what it says"
        case .harmlessSheet: "make the sheet of views, and pictures of Image(data:label:)"
        case .namesElements: "show RequestInfoView, or each element by its display name"
        case .declines: "give the sheet a button Decline that calls context.cancel()"
        case .leavesNothing: "let main() return when the request is over, and write nothing about requests to disk"
        case .exactRelease: "keep documents in ProviderFolder, and answer with what DocumentPresenter makes of the request"
        case .sameRequest: "answer inside the closure of sendResponse, from the request it is given"
        case .sameOwner: "compare the request's enrolment with the one the document is bound to, as DocumentPresenter does"
        case .knownReader: "give DocumentPresenter your roots of readers, and the policy trustedReaders or registeredReaders"
        case .sealsForApps: "answer apps with what DocumentPresenter makes of the request, or show why they are not answered"
        }
    }
}
