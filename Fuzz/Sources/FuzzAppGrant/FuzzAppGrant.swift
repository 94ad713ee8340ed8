import AppGrantTokens
import AppRequests
import BrokerMessages
import COSE
import FuzzSupport
import IdentityElements
import MobileDocument
import SigningSupport
import SwiftASN1
import TextEncodings
import X509

/// What an app brings: a grant that nobody signed, one whose claims a registrar signed, and a request beside a good grant.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    law((try? GrantToken(String(decoding: bytes, as: UTF8.self), signedByOneOf: [root.publicKey])) == nil, "a grant that nobody signed is one")
    checkClaims(bytes)
    if let request = try? AppRequest(decoding: bytes) { checkRequest(request) }
    return 0
}

private let registrar = SigningWorld.parties.readerAuthority.identity
private let root = SigningWorld.force { try Certificate(derEncoded: registrar.derEncoded) }
private let now = FixedWorld.now.secondsSinceEpoch
private let merchant = "merchant.example.rentals"
private let docType = "org.iso.18013.5.1.mDL"
private let granted: Set<String> = ["given-name", "family-name", "age-at-least", "age"]

private let grant = SigningWorld.force {
    try GrantToken(
        GrantClaims(
            serialNumber: [1], client: "example.rentals.app", name: "Rentals", team: "TEAM123456", executable: [UInt8](repeating: 1, count: 32),
            grant: AppGrant(words: [docType: granted], merchantIdentifiers: [merchant]), privacyPolicies: [], notBefore: now - 1, notAfter: now + 1),
        for: root.publicKey) { try registrar.signingKey.signature(over: $0) }
}

/// The input as the claims of a grant.
private func checkClaims(_ claims: [UInt8]) {
    let header = Base64URL.encode(Array(#"{"alg":"ES256","typ":"app-grant+jwt"}"#.utf8))
    let message = "\(header).\(Base64URL.encode(claims))"
    let signature = SigningWorld.force { try registrar.signingKey.signature(over: Array(message.utf8)) }
    guard let token = try? GrantToken("\(message).\(Base64URL.encode(signature))", signedByOneOf: [root.publicKey]) else { return }
    law((1...20).contains(token.claims.serialNumber.count), "a serial number of \(token.claims.serialNumber.count) bytes")
    law(token.claims.executable.count == 32, "a digest of \(token.claims.executable.count) bytes")
    let isInTime = token.claims.notBefore <= now && now <= token.claims.notAfter
    law((token.refusal(at: now) == nil) == isInTime, "it counts out of its time, or not in it")
    let again = try? GrantToken(token.claims, for: root.publicKey) { try registrar.signingKey.signature(over: $0) }
    law(again?.claims == token.claims, "written again the claims are others")
}

/// The input as a request, with a grant that counts in place of its own.
private func checkRequest(_ received: AppRequest) {
    let request = AppRequest(
        documents: received.documents, merchantIdentifier: received.merchantIdentifier.isEmpty ? "" : merchant, nonce: received.nonce,
        purpose: received.purpose, grant: grant.text, merchantCertificate: received.merchantCertificate)
    let registrars = AppRegistrars(roots: [root]) { _, _ in false }
    guard let read = try? ReadAppRequest(request, registrars: registrars, tables: .builtIn, at: now) else { return }
    law(read.partial.origin == "app:example.rentals.app", "another app asks")
    law(read.partial.documentRequests.allSatisfy { $0.documentType == docType }, "a type of document is asked for that was not granted")
    for document in request.documents where document.docType == docType {
        for word in document.words where word.threshold == nil {
            law(granted.contains(IdentityElement(word.word).word), "a word is asked that was not granted")
        }
    }
    law(request.purpose.unicodeScalars.allSatisfy(\.isVisible), "the purpose has invisible characters")
}
