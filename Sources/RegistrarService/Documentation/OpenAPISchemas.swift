import IssuingAuthority
import Registrar

/// The shapes of what is sent and answered.
enum OpenAPISchemas {
    static let all: [String: JSON] = bodies.merging(answers) { body, _ in body }

    private static let text: JSON = ["type": "string"]
    private static let number: JSON = ["type": "integer"]
    private static let time: JSON = ["type": "string", "format": "date-time"]
    private static let uri: JSON = ["type": "string", "format": "uri"]
    private static let sha256: JSON = ["type": "string", "description": "SHA-256 in hexadecimal"]
    private static let pem: JSON = ["type": "string", "description": "PEM"]
    private static let submission: JSON = ["type": "integer", "description": "Number of the submission, from 1, which a decision that names none is about"]
    private static let iconDigest: JSON = [
        "type": "string", "description": "SHA-256 in hexadecimal of this submission's icon; absent where the icon went with a refusal",
    ]
    private static let seenIcon: JSON = [
        "type": "string", "description": "SHA-256 in hexadecimal of the icon that was looked at; an approval names it, and is refused for another icon",
    ]
    private static let domainsByBrand: JSON = [
        "type": "object", "description": "Of each brand of which something waits, by its identifier", "additionalProperties": list(reference("Domain")),
    ]
    private static let elements: JSON = [
        "type": "object", "description": "Element identifiers by document type and namespace",
        "additionalProperties": ["type": "object", "additionalProperties": ["type": "array", "items": ["type": "string"]]],
    ]
    private static let legalBasis: JSON = list(object(["nameSpace": text, "element": text, "law": text]))

    private static let bodies: [String: JSON] = [
        "BrandSubmission": object(brand),
        "BrandRegistration": object(brand.merging(["id": text]) { old, _ in old }),
        "DomainsRequest": object(["domains": list(text)]),
        "DomainCheck": object(["method": choice(DomainCheck.Method.allCases.map(\.rawValue))]),
        "FormFiling": object(form, optional: ["legalBasis": legalBasis]),
        "CertificateRequest": object(["name": text, "form": number, "csr": pem]),
        "DeveloperRequest": object(["name": text]),
        "ScreenshotSubmission": object(["png": ["type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"]]),
        "AppApplication": application,
        "GrantRequest": object(["executable": sha256]),
        "MerchantCertificateRequest": object(["name": text, "csr": pem]),
        "ApplicationDecision": object(
            ["decision": choice(ReviewDecision.Decision.allCases.map(\.rawValue))],
            optional: ["part": choice(ApplicationPart.allCases.map(\.rawValue)), "reason": text]),
        "RenewalRequest": object(["csr": pem]),
        "RevocationRequest": object(["reason": choice(RevocationReason.allCases.map(\.rawValue))]),
        "BrandDecision": object(
            ["decision": choice(ReviewDecision.Decision.allCases.map(\.rawValue))],
            optional: ["submission": submission, "iconDigest": seenIcon, "part": choice(Rejection.Part.ofBrand.map(\.rawValue)), "reason": text]),
        "ReviewDecision": object(
            ["decision": choice(ReviewDecision.Decision.allCases.map(\.rawValue))],
            optional: ["part": choice(Rejection.Part.ofForm.map(\.rawValue)), "reason": text]),
    ]

    private static let answers: [String: JSON] = [
        "Health": object(["status": text]),
        "Registration": object(["brand": reference("Brand"), "token": text]),
        "Review": object(["state": text], optional: ["part": text, "reason": text]),
        "BrandSummary": object(
            ["id": text, "name": text, "country": text, "submission": submission, "review": reference("Review")], optional: ["iconDigest": iconDigest]),
        "Brands": object(["brands": list(reference("BrandSummary"))]),
        "Brand": object(
            [
                "id": text, "name": text, "country": text, "submission": submission, "review": reference("Review"), "domains": list(reference("Domain")),
                "forms": list(reference("Form")),
            ], optional: ["iconDigest": iconDigest]),
        "Challenge": object(["domain": text, "record": text, "url": text, "value": text, "until": time]),
        "Challenges": object(["challenges": list(reference("Challenge"))]),
        "Domain": object(["name": text, "proven": ["type": "boolean"]], optional: ["provenUntil": time, "challenge": reference("Challenge")]),
        "Form": object(
            form.merging(["number": number, "brand": text, "legalBasis": legalBasis, "review": reference("Review")]) { old, _ in old }),
        "Certificate": object(
            [
                "name": text, "serial": text, "domains": list(text), "notBefore": time, "notAfter": time, "certificate": pem,
                "chain": ["type": "string", "description": "PEM: the certificate, then the registrar's root"],
            ], optional: ["form": number, "merchant": text, "revokedAt": time, "reason": text]),
        "Terms": object(["version": text, "text": text]),
        "Developer": object(["name": text, "token": text]),
        "Screenshot": object(["digest": sha256]),
        "Application": object([
            "number": number, "brand": text, "application": reference("AppApplication"), "words": ["type": "object", "additionalProperties": list(text)],
            "reviews": ["type": "object", "description": "By part", "additionalProperties": reference("Review")],
        ]),
        "Applications": object(["applications": list(reference("Application"))]),
        "Grant": object(
            [
                "serial": text, "application": number, "client": text, "executable": sha256, "notBefore": time, "notAfter": time,
                "token": ["type": "string", "description": "JWS in compact form, bound to the executable"],
            ], optional: ["revokedAt": time, "reason": text]),
        "Grants": object(["grants": list(reference("Grant"))]),
        "Certificates": object(["certificates": list(reference("Certificate"))]),
        "Revocation": object(["revoked": list(text)]),
        "Queue": object([
            "brands": list(reference("BrandSummary")), "forms": list(reference("Form")), "applications": list(reference("Application")),
            "domains": domainsByBrand,
        ]),
        "Problem": object([
            "title": text, "status": number, "detail": text, "remedy": text,
            "code": choice(ServiceErrorCode.allCases.map(\.rawValue) + RegistrarError.Code.allCases.map(\.rawValue)),
        ]),
    ]

    private static let brand: [String: JSON] = [
        "name": text, "country": ["type": "string", "description": "ISO 3166-1 alpha-2"],
        "icon": ["type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"],
    ]

    private static let application = object(
        [
            "client": text, "name": text, "location": uri,
            "category": ["type": "string", "description": "\(AppCategory.Listed.allCases.map(\.rawValue).joined(separator: ", ")), or words of your own"],
            "goods": text, "currentMethod": text, "equalProcess": ["type": "boolean"], "acceptedTerms": text, "privacyPolicy": uri,
            "thirdParties": list(object(["name": text, "privacyPolicy": uri])),
            "screenshots": object(["withoutDocument": list(sha256), "proposedWith": list(sha256), "proposedWithout": list(sha256)]),
            "documents": list(object(["docType": text], optional: ["groups": list(text), "words": list(text)])),
        ],
        optional: ["clip": text, "merchants": list(text), "legalBasis": legalBasis])

    private static let form: [String: JSON] = [
        "subject": choice(RequestForm.Subject.allCases.map(\.rawValue)), "region": text, "purpose": text, "elements": elements,
        "retentionDays": number, "privacyPolicy": uri, "screenshots": list(sha256),
    ]

    private static func object(_ required: [String: JSON], optional: [String: JSON] = [:]) -> JSON {
        [
            "type": "object", "required": .array(required.keys.sorted().map(JSON.text)),
            "properties": .object(required.merging(optional) { first, _ in first }),
        ]
    }

    private static func list(_ items: JSON) -> JSON { ["type": "array", "items": items] }
    private static func choice(_ words: [String]) -> JSON { ["type": "string", "enum": .array(words.map(JSON.text))] }
    private static func reference(_ schema: String) -> JSON { ["$ref": "#/components/schemas/\(schema)"] }
}
