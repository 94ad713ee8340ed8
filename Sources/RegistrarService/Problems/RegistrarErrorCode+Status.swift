import Hummingbird
import Registrar

extension RegistrarError.Code {
    /// The status a refusal is answered with: 403 for what is not for this role, 404 for what is not there, 409 for what is not so yet or no longer, 503 and 500 for
    /// what is not the applicant's doing, 422 for content that breaks a rule.
    var status: HTTPResponse.Status {
        switch self {
        case .accountRole: .forbidden
        case .screenshotUnknown, .applicationUnknown, .grantUnknown, .brandUnknown, .domainUnknown, .formUnknown, .certificateUnknown, .challengeUnknown: .notFound
        case .brandNotApproved, .brandCount, .reviewOver, .reviewChanged, .formNotApproved, .formCount, .domainNotProven, .domainProofExpired, .certificateRevoked,
            .domainRemovals, .certificateCount, .requestKeyCompromised, .requestKeyOtherUse, .developerCount, .screenshotCount, .applicationTaken, .applicationCount,
            .applicationNotApproved, .grantCount, .grantRevoked, .merchantNotGranted, .reviewIcon, .grantSize, .domainProven,
            .challengeExpired, .challengeMismatch, .challengeOtherHost, .challengeAddress, .challengeUnreachable:
            .conflict
        case .queueFull, .storage, .storageBusy, .storageFull: .serviceUnavailable
        case .issuing: .internalServerError
        case .brandName, .brandIdentifier, .brandCountry, .brandIcon, .reviewReason, .reviewerName, .developerName, .screenshot,
            .applicationMissing, .applicationField, .applicationEqualProcess, .applicationTerms, .applicationThirdParty, .applicationDocuments,
            .applicationLegalBasis, .grantExecutable, .requestMerchant, .domainName, .domainCount, .domainRoot,
            .challengeToken, .form, .formLegalBasis, .formRetention, .requestPEM, .requestEncoding, .requestSize, .requestSignature, .requestKeyRSA, .requestKey, .requestSubject,
            .requestDomain, .requestOrganization, .requestCountry, .certificateName:
            .unprocessableContent
        }
    }
}
