/// Requests to a verifier service, byte by byte as on the wire.
enum HTTPCases {
    static func make() -> [CorpusCase] {
        var shelf = CaseShelf(.http)
        let good = #"{"response":"gmVkY2FwaQ"}"#
        shelf.accept("health", "A question that anybody may ask.", [], Array("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        shelf.reject(
            "media-type", "request.mediaType", "An answer as a form that any site can send.", ["B27"],
            answer(good, type: "application/x-www-form-urlencoded"))
        shelf.reject("text", "request.mediaType", "An answer as plain text.", ["B27"], answer(good, type: "text/plain"))
        shelf.reject("not-json", "request.malformed", "The body is no JSON.", [], answer("response=gmVkY2FwaQ"))
        shelf.reject(
            "response-twice", "request.malformed", "The response stands twice.", ["B38"], answer(#"{"response":"gmVkY2FwaQ","response":"AAAA"}"#))
        shelf.reject("deep", "request.malformed", "Five hundred arrays, one in the other, beside a good answer.", ["B36"],
            answer(#"{"x":"# + String(repeating: "[", count: 513) + String(repeating: "]", count: 513) + #","response":"gmVkY2FwaQ"}"#))
        shelf.reject(
            "other-origin", "origin.mismatch", "Another site's page posts the answer.", ["B27"], answer(good, header: "Origin: https://evil.example"))
        shelf.reject(
            "other-site", "origin.mismatch", "The browser says that it comes from another site.", ["B27"],
            answer(good, header: "Sec-Fetch-Site: cross-site"))
        shelf.reject("method", "route.method", "A method that the path does not take.", [], answer(good, method: "PUT"))
        shelf.reject("no-such-session", "session.unknown", "A session whose name is none.", [], answer(good, session: "A"))
        return shelf.cases
    }

    private static func answer(
        _ body: String, type: String = "application/json", header: String? = nil, method: String = "POST", session: String = "AAAAAAAAAAAAAAAAAAAAAA"
    ) -> [UInt8] {
        // Without a cookie of the right form nothing of the body would be read.
        let cookie = "__Host-verification-\(session.prefix(12))=\(String(repeating: "A", count: 43))"
        var lines = [
            "\(method) /verification/sessions/\(session)/response HTTP/1.1", "Host: localhost", "Cookie: \(cookie)", "Content-Type: \(type)",
        ]
        if let header { lines.append(header) }
        lines.append("Content-Length: \(body.utf8.count)")
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }
}
