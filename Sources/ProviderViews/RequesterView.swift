import DocumentTrust
import Foundation
import IdentityDocumentServicesUI

/// Who asks: the page always, and a brand only where an authority the app trusts vouches for it.
struct RequesterView: View {
    let origin: URL?
    let identity: ReaderIdentity?
    /// Whether it was looked at who vouches for whoever asks.
    let isChecked: Bool
    let phrases: RequestPhrases

    var body: some View {
        Text(phrases.title(identity?.name ?? origin?.host() ?? "?")).font(.title)
        if let icon = identity?.icon { Image(data: Data(icon.png), label: identity?.name ?? "") }
        LabeledContent(phrases.website, value: origin?.absoluteString ?? "?")
        if let identity {
            if let purpose = identity.purpose { LabeledContent(phrases.purpose, value: purpose) }
            if let policy = identity.privacyPolicy { LabeledContent(phrases.privacyPolicy, value: policy) }
        } else {
            Text(isChecked ? phrases.unverified : phrases.unchecked).font(.headline)
        }
    }
}
