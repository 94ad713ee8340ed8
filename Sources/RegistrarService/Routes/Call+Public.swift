import Hummingbird

extension Call {
    func health() async throws -> Answer {
        _ = try await state.ledger()
        return try .json(HealthAnswer(status: "ok"))
    }

    func terms() throws -> Answer { try .json(TermsAnswer()) }

    func root() -> Answer {
        var answer = Answer(content: Array(parts.authority.identity.certificatePEM.utf8), mediaType: "application/pem-certificate-chain")
        answer.headers[.cacheControl] = "public, max-age=86400"
        return answer
    }

    func revocationList() async throws -> Answer {
        let list = try await state.revocationList(by: parts.now)
        var answer = Answer(content: list.derEncoded, mediaType: "application/pkix-crl")
        answer.headers[.cacheControl] = "public, max-age=\(list.cachingTime(at: parts.now()))"
        answer.headers[.eTag] = list.entityTag
        if headers[.ifNoneMatch] == list.entityTag { answer.status = .notModified }
        return answer
    }
}
