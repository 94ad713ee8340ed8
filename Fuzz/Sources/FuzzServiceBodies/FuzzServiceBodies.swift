import Foundation
import FuzzSupport
import MobileDocument
import Registrar

/// Bodies of requests to the verifier's and the registrar's service, as their routes decode them, and what the routes make of them first.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    guard JSONNesting.isBounded(bytes), (try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any] else { return 0 }
    if let start = StartBody(json: bytes) {
        let fields = decoded(StartFields.self, bytes)
        law(
            fields?.policy == start.policy && fields?.goals == start.goals && fields?.reference == start.reference && fields?.inApp == start.inApp,
            "the two readers of a start disagree")
    }
    if let body = decoded(EnvelopeBody.self, bytes), let envelope = body.envelope {
        law(envelope.count <= body.encryptedData.utf8.count, "an envelope longer than its text")
    }
    if let registration = decoded(BrandRegistration.self, bytes) { _ = try? registration.submission.brand(registration.id) }
    if let submission = decoded(BrandSubmission.self, bytes) { _ = try? submission.brand("brand") }
    if let request = decoded(CertificateRequest.self, bytes) { checkSigningRequest(request.csr) }
    if let request = decoded(MerchantCertificateRequest.self, bytes) { checkSigningRequest(request.csr) }
    if let request = decoded(RenewalRequest.self, bytes) { checkSigningRequest(request.csr) }
    if let submission = decoded(ScreenshotSubmission.self, bytes), let screenshot = try? Screenshot(png: Array(submission.png)) {
        law(screenshot.png == Array(submission.png), "a picture is not the bytes it was made of")
    }
    if let filing = decoded(FormFiling.self, bytes) { _ = try? filing.form() }
    if let decision = decoded(ReviewDecision.self, bytes), let part = decision.part { _ = try? decision.rejection(of: part) }
    _ = decoded(ApplicationDecision.self, bytes)
    _ = decoded(AppApplicationDraft.self, bytes)
    _ = decoded(DeveloperRequest.self, bytes)
    _ = decoded(DomainCheck.self, bytes)
    _ = decoded(DomainsRequest.self, bytes)
    _ = decoded(GrantRequest.self, bytes)
    _ = decoded(RevocationRequest.self, bytes)
    return 0
}

/// What starts a session, as Foundation reads it.
private struct StartFields: Decodable {
    let policy: String?
    let goals: [String]?
    let reference: String?
    let inApp: Bool?
}

private func decoded<Body: Decodable>(_ type: Body.Type, _ bytes: [UInt8]) -> Body? { try? JSONDecoder().decode(type, from: Data(bytes)) }

private func checkSigningRequest(_ pem: String) {
    guard let request = try? SigningRequest(pem: pem) else { return }
    law(request.host == request.host.lowercased() && request.host.contains("."), "no host: \(request.host)")
}
