extension Route {
    /// Everything the service answers.
    static let all: [Route] = forEverybody + forBrands + forDomainsAndForms + forApps + forCertificates + forReviewers

    private static let forEverybody: [Route] = [
        Route(
            .get, "/health", "health", "Whether the service can read its state", .everybody, .object("Health"), isAlwaysAnswered: true
        ) { try await $0.health() },
        Route(
            .get, "/root", "root", "The registrar's root certificate", .everybody, .media("application/pem-certificate-chain"),
            isAlwaysAnswered: true
        ) { $0.root() },
        Route(
            .get, "/crl", "revocationList", "The revocation list in DER", .everybody,
            .media("application/pkix-crl", headers: ["Cache-Control", "ETag"]), refusals: [.notModified], isAlwaysAnswered: true
        ) { try await $0.revocationList() },
        Route(.get, "/v1/terms", "terms", "What an application for an app has to accept", .everybody, .object("Terms")) { try $0.terms() },
        Route(.get, "/openapi.json", "description", "This description", .everybody, .media("application/json")) { _ in try OpenAPIDocument.answer() },
    ]

    private static let forBrands: [Route] = [
        Route(
            .post, "/v1/brands", "registerBrand", "Register a brand; the answer tells its token, once", .everybody, body: "BrandRegistration",
            status: .created, .object("Registration")
        ) { try await $0.registerBrand() },
        Route(.get, "/v1/brands", "listBrands", "List all brands", .reviewer, .object("Brands")) { try await $0.listBrands() },
        Route(
            .get, "/v1/brands/{brand}", "readBrand", "Read a brand with its domains and forms", .applicantOrReviewer, .object("Brand")
        ) { try await $0.readBrand() },
        Route(
            .put, "/v1/brands/{brand}", "submitBrand", "Submit a brand again that waits or was refused", .applicant, body: "BrandSubmission", .object("Brand"),
            refusals: [.conflict]
        ) { try await $0.submitBrand() },
        Route(
            .get, "/v1/brands/{brand}/icon", "readIcon", "The brand's icon", .applicantOrReviewer, .media("image/png")
        ) { try await $0.readIcon() },
    ]

    private static let forDomainsAndForms: [Route] = [
        Route(
            .post, "/v1/brands/{brand}/domains", "challengeDomains", "Ask for challenges by which to prove domains", .applicant,
            body: "DomainsRequest", status: .created, .object("Challenges"), refusals: [.conflict]
        ) { try await $0.challengeDomains() },
        Route(
            .delete, "/v1/brands/{brand}/domains/{domain}", "removeDomain", "Take a domain from the brand, proven or not", .applicant, .object("Brand"),
            refusals: [.conflict]
        ) { try await $0.removeDomain() },
        Route(
            .post, "/v1/brands/{brand}/domains/{domain}/check", "checkDomain", "Have the published challenge looked at", .applicant,
            body: "DomainCheck", .object("Domain"), refusals: [.conflict]
        ) { try await $0.checkDomain() },
        Route(
            .post, "/v1/brands/{brand}/forms", "fileForm", "File a request form", .applicant, body: "FormFiling", status: .created,
            .object("Form"), refusals: [.conflict]
        ) { try await $0.fileForm() },
    ]

    private static let forApps: [Route] = [
        Route(
            .post, "/v1/brands/{brand}/developers", "addDeveloper", "Let a developer into the account; the answer tells the token, once", .applicant,
            body: "DeveloperRequest", status: .created, .object("Developer"), refusals: [.conflict]
        ) { try await $0.addDeveloper() },
        Route(
            .post, "/v1/brands/{brand}/screenshots", "addScreenshot", "Hand in a screenshot", .member, body: "ScreenshotSubmission", status: .created,
            .object("Screenshot"), refusals: [.conflict]
        ) { try await $0.addScreenshot() },
        Route(
            .get, "/v1/brands/{brand}/screenshots/{digest}", "readScreenshot", "A screenshot", .memberOrReviewer, .media("image/png")
        ) { try await $0.readScreenshot() },
        Route(
            .post, "/v1/brands/{brand}/applications", "fileApplication", "Apply for an app; only the holder of the account may", .member,
            body: "AppApplication", status: .created, .object("Application"), refusals: [.forbidden, .conflict]
        ) { try await $0.fileApplication() },
        Route(
            .get, "/v1/brands/{brand}/applications", "listApplications", "List the brand's applications for apps", .memberOrReviewer,
            .object("Applications")
        ) { try await $0.listApplications() },
        Route(
            .post, "/v1/brands/{brand}/applications/{application}/grants", "grantBuild", "Get the signed grant of one build of an approved app", .member,
            body: "GrantRequest", status: .created, .object("Grant"), refusals: [.conflict]
        ) { try await $0.grantBuild() },
        Route(
            .get, "/v1/brands/{brand}/grants", "listGrants", "List the brand's grants", .memberOrReviewer, .object("Grants")
        ) { try await $0.listGrants() },
        Route(
            .post, "/v1/brands/{brand}/grants/{serial}/revocation", "revokeGrant", "Withdraw a grant", .applicantOrReviewer, body: "RevocationRequest",
            .object("Grant"), refusals: [.conflict]
        ) { try await $0.revokeGrant() },
        Route(
            .post, "/v1/brands/{brand}/merchants/{merchant}/certificates", "issueMerchantCertificate",
            "Get a certificate for a key that answers to the merchant's apps are sealed to", .applicant, body: "MerchantCertificateRequest",
            status: .created, .object("Certificate"), refusals: [.conflict]
        ) { try await $0.issueMerchantCertificate() },
    ]

    private static let forCertificates: [Route] = [
        Route(
            .post, "/v1/brands/{brand}/certificates", "issueCertificate", "Get a certificate for a signing request", .applicant,
            body: "CertificateRequest", status: .created, .object("Certificate"), refusals: [.conflict]
        ) { try await $0.issueCertificate() },
        Route(
            .get, "/v1/brands/{brand}/certificates", "listCertificates", "List the brand's certificates", .applicantOrReviewer,
            .object("Certificates")
        ) { try await $0.listCertificates() },
        Route(
            .get, "/v1/brands/{brand}/certificates/{serial}", "readCertificate", "Read a certificate", .applicantOrReviewer,
            .object("Certificate")
        ) { try await $0.readCertificate() },
        Route(
            .post, "/v1/brands/{brand}/certificates/{serial}/renewal", "renewCertificate", "Get the successor of a certificate", .applicant,
            body: "RenewalRequest", status: .created, .object("Certificate"), refusals: [.conflict]
        ) { try await $0.renewCertificate() },
        Route(
            .post, "/v1/brands/{brand}/certificates/{serial}/revocation", "revokeCertificate",
            "Withdraw a certificate; keyCompromise withdraws all of its key", .applicantOrReviewer, body: "RevocationRequest",
            .object("Revocation"), refusals: [.conflict]
        ) { try await $0.revokeCertificate() },
    ]

    private static let forReviewers: [Route] = [
        Route(.get, "/v1/review", "readQueue", "What waits for a reviewer", .reviewer, .object("Queue")) { try await $0.readQueue() },
        Route(
            .post, "/v1/review/brands/{brand}", "reviewBrand",
            "Approve a brand that has proven a domain, or refuse one, or take an approval back", .reviewer, body: "BrandDecision",
            .object("Brand"), refusals: [.conflict]
        ) { try await $0.reviewBrand() },
        Route(
            .post, "/v1/review/forms/{form}", "reviewForm",
            "Approve a form of a brand whose domains are all proven, or refuse one, or take an approval back", .reviewer, body: "ReviewDecision",
            .object("Form"), refusals: [.conflict]
        ) { try await $0.reviewForm() },
        Route(
            .post, "/v1/review/applications/{application}", "reviewApplication",
            "Approve or refuse an application for an app or a part of it, or take an approval back", .reviewer, body: "ApplicationDecision",
            .object("Application"), refusals: [.conflict]
        ) { try await $0.reviewApplication() },
    ]
}
