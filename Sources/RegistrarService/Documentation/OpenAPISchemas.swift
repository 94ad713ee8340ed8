import IssuingAuthority
import Registrar

/// The shapes of what is sent and answered.
enum OpenAPISchemas {
    static let all: [String: JSON] = bodies.merging(answers) { body, _ in body }

    private static let text: JSON = ["type": "string"]
    private static let number: JSON = ["type": "integer"]
    private static let time: JSON = ["type": "string", "format": "date-time"]
    private static let pem: JSON = ["type": "string", "description": "PEM"]
    private static let elements: JSON = [
        "type": "object", "description": "Element identifiers by document type and namespace",
        "additionalProperties": ["type": "object", "additionalProperties": ["type": "array", "items": ["type": "string"]]],
    ]

    private static let bodies: [String: JSON] = [
        "BrandSubmission": object(brand),
        "BrandRegistration": object(brand.merging(["id": text]) { old, _ in old }),
        "DomainsRequest": object(["domains": list(text)]),
        "DomainCheck": object(["method": choice(DomainCheck.Method.allCases.map(\.rawValue))]),
        "FormFiling": object(form),
        "CertificateRequest": object(["name": text, "form": number, "csr": pem]),
        "RenewalRequest": object(["csr": pem]),
        "RevocationRequest": object(["reason": choice(RevocationReason.allCases.map(\.rawValue))]),
        "ReviewDecision": object(
            ["decision": choice(ReviewDecision.Decision.allCases.map(\.rawValue))],
            optional: ["part": choice(Rejection.Part.allCases.map(\.rawValue)), "reason": text]),
    ]

    private static let answers: [String: JSON] = [
        "Health": object(["status": text]),
        "Registration": object(["brand": reference("Brand"), "token": text]),
        "Review": object(["state": text], optional: ["part": text, "reason": text]),
        "BrandSummary": object(["id": text, "name": text, "country": text, "review": reference("Review")]),
        "Brands": object(["brands": list(reference("BrandSummary"))]),
        "Brand": object([
            "id": text, "name": text, "country": text, "review": reference("Review"), "domains": list(reference("Domain")),
            "forms": list(reference("Form")),
        ]),
        "Challenge": object(["domain": text, "record": text, "url": text, "value": text, "until": time]),
        "Challenges": object(["challenges": list(reference("Challenge"))]),
        "Domain": object(["name": text, "proven": ["type": "boolean"]], optional: ["provenUntil": time, "challenge": reference("Challenge")]),
        "Form": object(form.merging(["number": number, "brand": text, "review": reference("Review")]) { old, _ in old }),
        "Certificate": object(
            [
                "name": text, "serial": text, "form": number, "domains": list(text), "notBefore": time, "notAfter": time, "certificate": pem,
                "chain": ["type": "string", "description": "PEM: the certificate, then the registrar's root"],
            ], optional: ["revokedAt": time, "reason": text]),
        "Certificates": object(["certificates": list(reference("Certificate"))]),
        "Revocation": object(["revoked": list(text)]),
        "Queue": object(["brands": list(reference("BrandSummary")), "forms": list(reference("Form"))]),
        "Problem": object([
            "title": text, "status": number, "detail": text, "remedy": text,
            "code": choice(ServiceErrorCode.allCases.map(\.rawValue) + RegistrarError.Code.allCases.map(\.rawValue)),
        ]),
    ]

    private static let brand: [String: JSON] = [
        "name": text, "country": ["type": "string", "description": "ISO 3166-1 alpha-2"],
        "icon": ["type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"],
    ]

    private static let form: [String: JSON] = [
        "subject": choice(RequestForm.Subject.allCases.map(\.rawValue)), "region": text, "purpose": text, "elements": elements,
        "retentionDays": number, "privacyPolicy": ["type": "string", "format": "uri"], "screenshots": number,
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
