public import DocumentTrust
public import MobileDocument

/// A verified document with the elements that were asked for.
///
/// What the issuer signed and what the device signed are kept apart; the same name in both would be two different facts.
public struct VerifiedDocument: Sendable {
    /// Its position in the response, from 0, by which the report's checks name it. Documents of which nothing was asked are dropped, so that
    /// it may stand elsewhere among the verified ones.
    public let position: Int
    /// The type of document.
    public let docType: DocType
    /// Who issued it.
    public let signer: SignerDescription
    /// When it was signed and how long it may be used.
    public let validity: ValidityInfo
    /// Elements the issuer vouches for.
    public let issuerSigned: [VerifiedElement]
    /// Elements only the device vouches for, as the issuer allowed it to.
    public let deviceSigned: [VerifiedElement]
    /// Where its revocation is published, for a `StatusRefresher` to watch. Its own place there is left out: it would make
    /// the document traceable.
    public let statusSources: [StatusSource]

    /// An issuer-signed element.
    public subscript(nameSpace: NameSpace, identifier: ElementIdentifier) -> VerifiedElement? {
        let reference = ElementReference(nameSpace, identifier)
        return issuerSigned.first { $0.reference == reference }
    }

    /// Who issued it by its own elements, beside what the certificates name.
    public var issuer: IssuerIdentification { IssuerIdentification(signer, issuerSigned) }

    /// What the document's `age_over_NN` elements say about "at least `age`?"; nil when they leave it open.
    public func isAtLeast(age: Int, in nameSpace: NameSpace = .mobileDrivingLicence) -> Bool? {
        AgeAttestation.isAtLeast(age, accordingTo: attestations(in: nameSpace, about: age))
    }

    /// Whether the holder has reached an age, by the best of what was released: a threshold, the age, the date of birth.
    ///
    /// - Parameters:
    ///   - nameSpace: where the elements stand; nil looks through all namespaces and takes the first that settles it.
    ///   - time: the moment to judge a date of birth by: its day where days begin last, so that nobody is older hours too early.
    /// - Returns: nil where nothing that was released settles it.
    public func inference(ofAge threshold: Int, in nameSpace: NameSpace? = nil, at time: Instant) -> AgeInference? {
        var nameSpaces: [NameSpace] = []
        for element in issuerSigned where !nameSpaces.contains(element.reference.nameSpace) { nameSpaces.append(element.reference.nameSpace) }
        let day = CalendarDate(time.advanced(bySeconds: -Self.latestZoneSeconds))
        return nameSpaces.filter { nameSpace == nil || $0 == nameSpace }.lazy.compactMap { nameSpace in
            AgeInference(atLeast: threshold, attestations: attestations(in: nameSpace, about: threshold), on: day) { self[nameSpace, $0]?.value }
        }.first
    }

    /// How far behind UTC a place can be.
    private static let latestZoneSeconds: Int64 = 12 * 3600

    /// What is attested; outside the namespaces of the rule only the very threshold that is asked about counts.
    private func attestations(in nameSpace: NameSpace, about age: Int) -> [Int: Bool] {
        let followsRule = AgeAttestation.nameSpaces.contains(nameSpace)
        var attestations: [Int: Bool] = [:]
        for element in issuerSigned where element.reference.nameSpace == nameSpace {
            guard let threshold = AgeAttestation.threshold(of: element.reference.identifier), followsRule || threshold == age,
                let value = element.boolean
            else { continue }
            attestations[threshold] = value
        }
        return attestations
    }

    var output: VerificationOutput.Document { output { _ in true } }

    /// The document as JSON with some of its elements.
    package func output(keeping isKept: (VerifiedElement) -> Bool) -> VerificationOutput.Document {
        .init(
            position: position, docType: docType, signer: signer, validity: validity, issuerSigned: issuerSigned.filter(isKept),
            deviceSigned: deviceSigned.filter(isKept))
    }
}
