extension ItemsRequest {
    /// Elements that stand for retrieval from the issuer's server, which would tell the issuer where its document is used.
    private static let serverRetrieval: [ElementReference] = ["oidc_info", "webapi_info"].map {
        ElementReference(.mobileDrivingLicence, $0)
    }

    /// The first element that must never be asked for, itself or in the place of another one; nil where none is.
    package var firstForbidden: ElementReference? {
        let alternatives = requestInfo?.alternativeDataElements ?? []
        let named = elements.map(\.reference) + alternatives.flatMap { $0.alternativeSets.joined() }
        return named.first(where: Self.serverRetrieval.contains)
    }
}
