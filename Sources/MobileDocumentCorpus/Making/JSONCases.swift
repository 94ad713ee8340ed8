/// Credentials as pages post them.
enum JSONCases {
    static func make() -> [CorpusCase] {
        var shelf = CaseShelf(.json)
        func text(_ value: String) -> [UInt8] { Array(value.utf8) }
        shelf.accept(
            "good", "A credential as a browser hands it to a page.", [], text(#"{"protocol":"org-iso-mdoc","data":{"response":"gmVkY2FwaQ"}}"#))
        shelf.accept("data-alone", "Its data alone.", ["T20"], text(#"{"response":"gmVkY2FwaQ"}"#))
        shelf.accept(
            "more-members", "Members in which browsers differ.", ["T38"],
            text(#"{"id":"","type":"digital","protocol":"org-iso-mdoc","data":{"response":"gmVkY2FwaQ","more":[1]}}"#))
        shelf.accept(
            "long-response", "A response of 50 kB, which is usual where it holds a portrait.", ["T41"],
            text(#"{"protocol":"org-iso-mdoc","data":{"response":""# + String(repeating: "gmVk", count: 17_000) + #""}}"#))
        shelf.accept(
            "origin-of-the-page", "What the page says of its origin is passed over.", ["B27"],
            text(#"{"origin":"https://evil.example","protocol":"org-iso-mdoc","data":{"response":"gmVkY2FwaQ"}}"#))
        shelf.reject(
            "protocol-with-dots", "json.protocol", "An old name of the protocol.", ["T20"],
            text(#"{"protocol":"org.iso.mdoc","data":{"response":"gmVkY2FwaQ"}}"#))
        shelf.reject(
            "other-protocol", "json.protocol", "Another protocol.", ["T38"],
            text(#"{"protocol":"openid4vp-v1-signed","data":{"response":"gmVkY2FwaQ"}}"#))
        shelf.reject(
            "capital-response", "json.malformed", "The member begins with a capital letter.", ["T20"],
            text(#"{"protocol":"org-iso-mdoc","data":{"Response":"gmVkY2FwaQ"}}"#))
        shelf.reject("padding", "json.base64url", "The text is padded.", ["T18"], text(#"{"response":"gmVkY2FwaQ=="}"#))
        shelf.reject("standard-base64", "json.base64url", "Base64 with + and /.", ["T18"], text(#"{"response":"gm+k/2Fw"}"#))
        shelf.reject(
            "response-twice", "json.malformed", "The response stands twice: two readers see two.", ["B38"],
            text(#"{"response":"gmVkY2FwaQ","response":"AAAA"}"#))
        shelf.reject(
            "protocol-twice", "json.malformed", "The protocol stands twice.", ["B38"],
            text(#"{"protocol":"org-iso-mdoc","protocol":"other","data":{"response":"gmVkY2FwaQ"}}"#))
        shelf.reject("response-number", "json.malformed", "The response is a number.", [], text(#"{"response":1}"#))
        shelf.reject("array", "json.malformed", "An array where the object belongs.", [], text(#"["gmVkY2FwaQ"]"#))
        shelf.reject("trailing-text", "json.malformed", "Text follows the object.", ["B40"], text(#"{"response":"gmVkY2FwaQ"} x"#))
        shelf.reject("cut-off", "json.malformed", "The text ends early.", ["B37"], text(#"{"response":"gmVkY2"#))
        shelf.reject("empty", "json.malformed", "Nothing at all.", [], [])
        shelf.reject(
            "deep", "json.malformed", "A thousand arrays, one in the other.", ["B36"],
            text(#"{"x":"# + String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000) + #","response":"gmVkY2FwaQ"}"#))
        shelf.reject(
            "open-arrays", "json.malformed", "Five hundred arrays that open, and nothing after them.", ["B36"],
            text(String(repeating: "[", count: 513)))
        return shelf.cases
    }
}
