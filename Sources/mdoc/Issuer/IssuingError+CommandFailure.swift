import IssuingAuthority

extension IssuingError {
    /// The failure as a command reports it, with the option to change where one is to blame.
    func failure(at place: String? = nil, mend: String = "change what the command is given") -> CommandFailure {
        let options: [IssuingError.Code: String] = [
            .nameCountry: "--country", .nameStateOrProvince: "--state", .nameOrganization: "--organization", .nameCommonName: "--name",
            .contact: "--contact", .crlDistributionPoint: "--crl", .domain: "--domain",
        ]
        return CommandFailure(reason, at: place, mend: options[code].map { "change \($0)" } ?? mend)
    }
}
