import IssuingAuthority

extension IssuingError {
    /// What commands that make an authority call these things.
    private static let makingOptions: [IssuingError.Code: String] = [
        .nameCountry: "--country", .nameStateOrProvince: "--state", .nameOrganization: "--organization", .nameCommonName: "--name",
        .contact: "--contact", .crlDistributionPoint: "--crl", .domain: "--domain",
    ]

    /// The failure as a command reports it, with the option to change where one is to blame.
    ///
    /// - Parameter options: the command's own options, by the codes for which one is to blame.
    func failure(at place: String? = nil, mend: String, options: [IssuingError.Code: String] = makingOptions) -> CommandFailure {
        CommandFailure(reason, at: place, mend: options[code].map { "change \($0)" } ?? mend)
    }
}
