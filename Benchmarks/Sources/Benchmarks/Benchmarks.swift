import CBOR
import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty

@main
struct Benchmarks {
    static func main() throws {
        // `--only NAME` repeats one subject for a profiler; `--load` is what this program calls itself with to take its memory.
        let arguments = CommandLine.arguments
        if arguments.count >= 2, arguments[1] == "--load" { return try PeakMemory.load(Array(arguments.dropFirst(2))) }
        if arguments.count >= 3, arguments[1] == "--only" {
            try profile(arguments[2], runs: arguments.count > 3 ? Int(arguments[3]) ?? 20_000 : 20_000)
        } else {
            try measure()
        }
    }
}

// Free functions: closures written in `main` would be bound to the main actor.

private func isVerified(_ verdict: Verdict) -> Bool {
    if case .verified(let response) = verdict { return response.documents.first?.issuerSigned.count == 5 }
    return false
}

private func freshTrust(_ parties: SampleParties) -> Verifier {
    guard let trust = try? parties.issuerTrust() else { fatalError("no trust in the sample's root") }
    return Verifier(trust: trust)
}

/// Trust in the sample's root among 9,999 others. They are the root with another name: nobody checks a root's own signature.
private func crowdedTrust(_ parties: SampleParties) throws -> Verifier {
    let root = parties.root.identity.derEncoded
    let name = Array("Utopia IACA".utf8)
    let places = root.indices.dropLast(name.count).filter { Array(root[$0..<($0 + name.count)]) == name }
    guard places.count == 2 else { fatalError("the sample's root is not named as expected") }
    let crowd = try (0..<9_999).map { number in
        var der = root
        for place in places { der.replaceSubrange(place..<(place + name.count), with: Array("U\(1_000_000_000 + number)".utf8)) }
        return TrustAnchor(try ParsedCertificate(ByteSlice(der)), provenance: "crowd")
    }
    return Verifier(trust: IssuerTrustList(crowd + (try parties.issuerTrust().anchors)))
}

private func verificationSubjects(_ exchange: Exchange) throws -> [Subject] {
    let primitives = try Primitives(exchange)
    let warm = freshTrust(exchange.parties)
    let crowded = try crowdedTrust(exchange.parties)
    let (session, response, now) = (exchange.session, exchange.response, exchange.parties.now)
    let (plain, transcript, request) = (exchange.plain, exchange.session.transcript, exchange.request)
    return [
        Subject("floor-annex-c", primitives.annexC),
        Subject("warm-annex-c") { isVerified(warm.verify(response, for: ClaimedSession(claimed: session), at: now)) },
        Subject("warm-10000-anchors") { isVerified(crowded.verify(response, for: ClaimedSession(claimed: session), at: now)) },
        Subject("floor-plaintext", primitives.plaintext),
        Subject("warm-plaintext") { isVerified(warm.verify(deviceResponse: plain, transcript: transcript, request: request, at: now)) },
        Subject("floor-cold-annex-c", primitives.annexCWithCertificate),
        Subject("cold-annex-c", prepare: { freshTrust(exchange.parties) }) { verifier in
            isVerified(verifier.verify(response, for: ClaimedSession(claimed: session), at: now))
        },
    ]
}

/// Reading alone: the library's reader over array slices, and the same rules over spans.
private func readingSubjects(_ exchange: Exchange) throws -> [Subject] {
    let response = exchange.plain
    let licence = exchange.parties.licence
    let many = manySmallItems()
    let sealed = exchange.response.sealed ?? []
    let text = Base64URL.encode(sealed)
    let session = try JSONEncoder().encode(exchange.session)
    func reader(_ bytes: [UInt8]) -> () -> Bool {
        { (try? CBORItem(bytes[...])) != nil }
    }
    func span(_ bytes: [UInt8]) -> () -> Bool {
        { SpanWalker.isWellFormed(bytes.span) }
    }
    return [
        Subject("scan response, slice", reader(response)),
        Subject("scan response, span", span(response)),
        Subject("scan small items, slice", reader(many)),
        Subject("scan small items, span", span(many)),
        Subject("base64url of the answer") { Base64URL.decode(text)?.count == sealed.count },
        Subject("load a stored session") { (try? JSONDecoder().decode(PendingSession.self, from: session)) != nil },
        Subject("decode DeviceResponse") { (try? DeviceResponse(response))?.documents.count == 1 },
        Subject("decode IssuerSigned, 30 items") { (try? IssuerSigned(licence))?.nameSpaces.count == 1 },
    ]
}

/// 400 maps of four small members: about as many bytes as the response, but nearly all of them heads.
private func manySmallItems() -> [UInt8] {
    var writer = CBORWriter()
    writer.array(400)
    for index in 0..<400 {
        writer.map(4)
        writer.text("digestID")
        writer.unsigned(UInt64(index))
        writer.text("random")
        writer.byteString([UInt8](repeating: UInt8(index & 0xff), count: 32))
        writer.text("elementIdentifier")
        writer.text("age_over_\(index % 100)")
        writer.text("elementValue")
        writer.boolean(true)
    }
    return writer.bytes
}

private func measure() throws {
    let exchange = try Exchange()
    let primitives = try Primitives(exchange)
    print("response \(exchange.plain.count) bytes, \(primitives.hashedBytes) of them hashed, 5 of 30 elements; medians of interleaved runs")
    let verification = Measurement(try verificationSubjects(exchange), warmUp: .seconds(3), time: .seconds(40))
    let reading = Measurement(try readingSubjects(exchange), warmUp: .seconds(1), time: .seconds(8))
    let lists = try Loading(exchange.parties)
    let loading = Measurement(lists.subjects(), warmUp: .seconds(1), time: .seconds(20))

    print("\n\(padded("verification (\(verification.rounds) rounds)", 34))  median us      p99 us")
    for name in ["floor-annex-c", "warm-annex-c", "warm-10000-anchors", "floor-plaintext", "warm-plaintext", "floor-cold-annex-c", "cold-annex-c"] {
        print(padded(name, 34) + rightAligned(verification.median(name), 11) + rightAligned(verification.percentile(0.99, of: name), 12))
    }
    print("\n\(padded("reading alone (\(reading.rounds) rounds)", 34))  median us      p99 us")
    for name in [
        "scan response, slice", "scan response, span", "scan small items, slice", "scan small items, span", "decode DeviceResponse",
        "decode IssuerSigned, 30 items", "base64url of the answer", "load a stored session",
    ] {
        print(padded(name, 34) + rightAligned(reading.median(name), 11) + rightAligned(reading.percentile(0.99, of: name), 12))
    }
    print("\n\(padded("loading (\(loading.rounds) rounds)", 34))  median us      p99 us")
    for name in ["floor-load-status-list", "load-status-list", "floor-load-vical", "load-vical"] {
        print(padded(name, 34) + rightAligned(loading.median(name), 11) + rightAligned(loading.percentile(0.99, of: name), 12))
    }
    try PeakMemory.print(lists)

    print("")
    for (name, floor) in [("load-status-list", "floor-load-status-list"), ("load-vical", "floor-load-vical")] {
        print("ratio \(name) " + rightAligned(loading.median(name) / loading.median(floor), 0, decimals: 3))
    }
    for (name, floor) in [
        ("warm-annex-c", "floor-annex-c"), ("warm-plaintext", "floor-plaintext"), ("cold-annex-c", "floor-cold-annex-c"),
        ("warm-10000-anchors", "warm-annex-c"),
    ] {
        print("ratio \(name) " + rightAligned(verification.median(name) / verification.median(floor), 0, decimals: 3))
    }
}

private func profile(_ name: String, runs: Int) throws {
    let exchange = try Exchange()
    let loading = name.contains("load-") ? try Loading(exchange.parties).subjects() : []
    guard let subject = (try verificationSubjects(exchange) + readingSubjects(exchange) + loading).first(where: { $0.name == name }) else {
        fatalError("no subject \"\(name)\"")
    }
    for _ in 0..<runs { _ = subject.run() }
}
