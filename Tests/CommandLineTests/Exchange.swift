import Foundation
import Testing

/// One exchange made with the program alone: an issuer, a document, a reader, a request and its answer.
struct Exchange {
    /// The moment everything happens.
    static let moment = "2026-06-01T12:00:00Z"
    static let origin = "https://rentals.example"
    /// Values that must never leave a refusal.
    static let secrets = ["Appleseed", "Kelly", "1994-04-18", "UT-4711", portraitText]
    static let portrait = Data([0xff, 0xd8, 0xff, 0xe0] + (0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 73) })
    private static let portraitText = String(portrait.base64EncodedString().prefix(40))

    static var content: [String: Any] { [
        "docType": "org.iso.18013.5.1.mDL",
        "nameSpaces": [
            "org.iso.18013.5.1": [
                "family_name": "Appleseed", "given_name": "Kelly", "birth_date": "1994-04-18", "issue_date": "2026-03-01",
                "expiry_date": "2031-03-01", "issuing_country": "UT", "issuing_authority": "Utopia Department of Mobility",
                "document_number": "UT-4711-0815", "un_distinguishing_sign": "UT", "age_over_25": true,
                "driving_privileges": [["vehicle_category_code": "B", "issue_date": "2014-05-02", "expiry_date": "2031-03-01"]],
            ] as [String: Any]
        ],
    ] }

    let folder: Folder

    /// Makes the issuer and the document.
    init() throws {
        folder = try Folder()
        try folder.write("licence.json", json: Self.content)
        try folder.write("face.jpg", Self.portrait)
        try done(folder.mdoc("issuer", "init", "--out", "issuer", "--name", "Utopia IACA", "--at", Self.moment))
        try done(
            folder.mdoc(
                line: "issuer issue --issuer issuer --content licence.json --portrait face.jpg --new-device-key device-key.pem --out licence.mdoc",
                "--valid-from", "2026-06-01", "--valid-until", "2027-06-01"))
    }

    /// Goes on with the reader, the request and the answer.
    static func answered() throws -> Exchange {
        let exchange = try Exchange()
        try exchange.makeReader()
        try exchange.makeRequest()
        try exchange.done(exchange.respond())
        return exchange
    }

    func makeReader() throws {
        try done(
            folder.mdoc("reader", "init", "--out", "reader", "--domain", "rentals.example", "--organization", "Spaceship Rentals", "--at", Self.moment))
    }

    func makeRequest() throws {
        try done(
            folder.mdoc(
                line: "request create --reader reader --element family_name --element portrait:retain --element age_over_21",
                "--element", "org.iso.18013.5.1/driving_privileges", "--element", "weight", "--origin", Self.origin, "--session", "session.json",
                "--request", "request.json", "--at", Self.moment))
    }

    func respond(origin: String = Self.origin, _ more: String...) throws -> Tool.Run {
        try Tool.run(
            ["respond", "--request", "request.json", "--origin", origin, "--document", "licence.mdoc", "--device-key", "device-key.pem"]
                + ["--reader-trust", "reader/trust", "--out", "response.json", "--at", Self.moment] + more, in: folder)
    }

    func verify(
        session: String = "session.json", response: String = "response.json", trust: String = "issuer/trust", at time: String = Self.moment,
        _ more: String..., input: Data? = nil
    ) throws -> Tool.Run {
        try Tool.run(["verify", "--session", session, "--response", response, "--trust", trust, "--at", time] + more, input: input, in: folder)
    }

    /// Changes a stored session.
    func changeSession(_ name: String, _ change: (inout [String: Any]) -> Void) throws {
        var session = try folder.json("session.json")
        change(&session)
        try folder.write(name, json: session)
    }

    private func done(_ run: Tool.Run) throws {
        try #require(run.exitCode == 0, "\(run.output)\(run.errors)")
    }
}

/// Expects a refusal: a report with exactly these failed checks, and not one value in it.
func expectRefusal(_ failures: [String], sourceLocation: SourceLocation = #_sourceLocation, _ verify: (String) throws -> Tool.Run) throws {
    let run = try verify("--json")
    #expect(run.exitCode == 1, "\(run.errors)", sourceLocation: sourceLocation)
    #expect(run.errors.isEmpty, sourceLocation: sourceLocation)
    #expect(try run.checks("failed") == failures.sorted(), sourceLocation: sourceLocation)
    let json = try run.json()
    #expect(json["verdict"] as? String == "refused", sourceLocation: sourceLocation)
    #expect(json["documents"] == nil, sourceLocation: sourceLocation)
    for secret in Exchange.secrets { #expect(!run.output.contains(secret), sourceLocation: sourceLocation) }
}

/// Expects unusable input: exit code 2, nothing on standard output, and one line that holds all of the words.
func expectUnusable(_ run: Tool.Run, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(run.exitCode == 2, "\(run.output)", sourceLocation: sourceLocation)
    #expect(run.output.isEmpty, sourceLocation: sourceLocation)
    #expect(run.errors.hasPrefix("mdoc: "), "\(run.errors)", sourceLocation: sourceLocation)
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)", sourceLocation: sourceLocation)
    #expect(!run.errors.hasSuffix(".\n"), "\(run.errors)", sourceLocation: sourceLocation)
    #expect(run.errors.contains("; "), "it says how to mend it: \(run.errors)", sourceLocation: sourceLocation)
    for word in words { #expect(run.errors.contains(word), "\(run.errors)", sourceLocation: sourceLocation) }
}
