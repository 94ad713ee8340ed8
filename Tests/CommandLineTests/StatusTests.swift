import Foundation
import MobileDocument
import Testing

@testable import IssuingAuthority

@Suite("The command line: status of documents")
struct StatusTests {
    private static let uri = "https://authority.example/status"

    /// An issuer with a document at place 42 of its list, and the list before and after the revocation.
    private struct Published {
        let folder: Folder

        init() throws {
            let exchange = try Exchange()
            folder = exchange.folder
            for run in [
                try folder.mdoc(
                    line: "issuer issue --issuer issuer --content licence.json --portrait face.jpg --device-key device-key.pem --out listed.mdoc",
                    "--valid-from", "2026-06-01", "--valid-until", "2027-06-01", "--status-uri", uri, "--status-index", "42"),
                try publish("good.cwt", "--count", "1000", "--revoke", "7"),
                try publish("revoked.cwt", "--previous", "good.cwt", "--revoke", "42"),
            ] { try #require(run.exitCode == 0, "\(run.output)\(run.errors)") }
        }

        func publish(_ out: String, _ more: String...) throws -> Tool.Run {
            try Tool.run(["status", "publish", "--issuer", "issuer", "--uri", uri, "--out", out, "--at", Exchange.moment] + more, in: folder)
        }

        func read(_ token: String, uri: String = uri, issuer: String = "issuer/iaca.pem", at time: String = Exchange.moment, _ more: String...) throws
            -> Tool.Run
        {
            try Tool.run(["status", "read", token, "--issuer", issuer, "--uri", uri, "--at", time, "--json"] + more, in: folder)
        }

        func verify(_ more: String...) throws -> Tool.Run {
            try Tool.run(
                ["verify-issued", "--issuer-signed", "listed.mdoc", "--doc-type", "org.iso.18013.5.1.mDL", "--trust", "issuer/trust"]
                    + ["--at", Exchange.moment, "--json"] + more, in: folder)
        }
    }

    @Test("A published list says who is revoked; what an earlier list revoked stays revoked")
    func read() throws {
        let published = try Published()
        for (token, index, isRevoked) in [("good.cwt", 7, true), ("good.cwt", 42, false), ("revoked.cwt", 7, true), ("revoked.cwt", 42, true), ("revoked.cwt", 43, false)] {
            let run = try published.read(token, "--index", "\(index)")
            #expect(run.exitCode == (isRevoked ? 1 : 0), "\(run.errors)")
            #expect(try run.json()["isRevoked"] as? Bool == isRevoked, "\(token) \(index)")
        }
        #expect(try published.read("good.cwt").json()["count"] as? Int == 1000)
        #expect(try published.folder.permissions("issuer/status-key.pem") == 0o600)
    }

    @Test("A published list is never begun anew in its place, and the summary says how many it revokes")
    func begunAnew() throws {
        let published = try Published()
        let list = try published.folder.read("revoked.cwt")
        for more in [[], ["--identifiers"], ["--revoke", "9"]] {
            let run = try Tool.run(
                ["status", "publish", "--issuer", "issuer", "--uri", Self.uri, "--out", "revoked.cwt", "--at", Exchange.moment] + more, in: published.folder)
            expectUnusable(run, "revoked.cwt", "--previous", "--out")
        }
        #expect(try published.folder.read("revoked.cwt") == list)
        let next = try published.publish("revoked.cwt", "--previous", "revoked.cwt", "--json")
        #expect(try next.json()["revoked"] as? Int == 2, "\(next.errors)")
        #expect(try published.publish("revoked.cwt", "--previous", "revoked.cwt", "--revoke", "9").output.contains("3 documents"))
        let identifiers = try published.publish("one.cwt", "--identifiers", "--revoke", "0a")
        #expect(identifiers.output.hasPrefix("✔ signed an identifier list with 1 entry\n"), "\(identifiers.output)")
        #expect(identifiers.output.contains("1 document\n"))
    }

    @Test("A list takes the place of none that revokes or suspends more, whatever it goes on from, nor of what is no list of its address")
    func older() throws {
        let published = try Published()
        let list = try published.folder.read("revoked.cwt")
        for index in ["7", "8"] { expectUnusable(try published.publish("revoked.cwt", "--previous", "good.cwt", "--revoke", index), "revoked.cwt", "--previous") }
        #expect(try published.folder.read("revoked.cwt") == list)
        #expect(try published.publish("revoked.cwt", "--previous", "good.cwt", "--revoke", "42").exitCode == 0, "it revokes the same")
        #expect(try published.publish("good.cwt", "--previous", "revoked.cwt").exitCode == 0, "and more may take the place of less")

        #expect(try published.publish("before.cwt", "--count", "64", "--bits", "2").exitCode == 0)
        #expect(try published.publish("suspended.cwt", "--previous", "before.cwt", "--suspend", "3", "--suspend", "4").exitCode == 0)
        expectUnusable(try published.publish("suspended.cwt", "--previous", "before.cwt", "--reinstate", "3"), "suspended.cwt", "--reinstate")
        #expect(try published.publish("suspended.cwt", "--previous", "before.cwt", "--reinstate", "3", "--revoke", "4").exitCode == 0)
        #expect(try published.publish("suspended.cwt", "--previous", "suspended.cwt", "--suspend", "5").exitCode == 0)
        #expect(try published.publish("suspended.cwt", "--previous", "suspended.cwt", "--reinstate", "5").exitCode == 0)

        #expect(try published.publish("ids.cwt", "--identifiers", "--revoke", "0a").exitCode == 0)
        #expect(try published.publish("more.cwt", "--identifiers", "--previous", "ids.cwt", "--revoke", "0b").exitCode == 0)
        expectUnusable(try published.publish("more.cwt", "--identifiers", "--previous", "ids.cwt", "--revoke", "0c"), "more.cwt", "--previous")
        #expect(try published.read("more.cwt", "--identifier", "0b").exitCode == 1)

        try published.folder.write("notes.txt", "no list")
        let other = try published.folder.mdoc(
            line: "status publish --issuer issuer --uri https://authority.example/other --count 64 --at \(Exchange.moment) --out other.cwt")
        #expect(other.exitCode == 0, "\(other.errors)")
        for (place, option) in [("notes.txt", "--out"), ("listed.mdoc", "--out"), ("other.cwt", "--out"), ("ids.cwt", "--previous")] {
            let before = try published.folder.read(place)
            expectUnusable(try published.publish(place, "--previous", "good.cwt"), place, option)
            #expect(try published.folder.read(place) == before)
        }
    }

    @Test("No list is signed of an earlier time than the one it goes on from or takes the place of, unless the clock was fast that made that one")
    func clockSetBack() throws {
        let published = try Published()
        func publish(_ out: String, from previous: String, at time: String, _ more: String...) throws -> Tool.Run {
            try Tool.run(
                ["status", "publish", "--issuer", "issuer", "--uri", Self.uri, "--previous", previous, "--out", out, "--at", time] + more,
                in: published.folder)
        }
        let (earlier, later) = ("2026-06-01T12:30:00Z", "2026-06-01T13:00:00Z")
        #expect(try publish("late.cwt", from: "revoked.cwt", at: later).exitCode == 0)
        let list = try published.folder.read("late.cwt")
        for (out, previous) in [("next.cwt", "late.cwt"), ("late.cwt", "late.cwt"), ("late.cwt", "revoked.cwt"), ("-", "late.cwt")] {
            expectUnusable(try publish(out, from: previous, at: earlier), "late.cwt", earlier, later, "set the clock", "--clock-was-fast")
        }
        #expect(try published.folder.read("late.cwt") == list)
        #expect(!published.folder.exists("next.cwt"))
        #expect(try publish("late.cwt", from: "late.cwt", at: later).exitCode == 0, "of the same second")
        #expect(try publish("late.cwt", from: "late.cwt", at: earlier, "--clock-was-fast").exitCode == 0)
        #expect(try published.read("late.cwt", at: earlier, "--index", "42").json()["isRevoked"] as? Bool == true)
    }

    @Test("Lists that are published at one time go on from each other, and revoke whom each of them does")
    func concurrent() async throws {
        let published = try Published()
        let indexes = (1...6).map { "10\($0)" }
        let codes = try await withThrowingTaskGroup(of: Int32.self) { group in
            for index in indexes {
                group.addTask { try published.publish("revoked.cwt", "--previous", "revoked.cwt", "--revoke", index).exitCode }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes == indexes.map { _ in 0 })
        for index in indexes + ["7", "42"] { #expect(try published.read("revoked.cwt", "--index", index).json()["isRevoked"] as? Bool == true, "\(index)") }
        // One list is piped into the next, in the same folder.
        let publish = "mdoc status publish --issuer issuer --uri \(Self.uri) --at \(Exchange.moment)"
        let run = try Tool.shell("\(publish) --previous revoked.cwt --revoke 1 --out - | \(publish) --previous - --revoke 2 --out piped.cwt", in: published.folder)
        #expect(run.exitCode == 0, "\(run.errors)")
        for index in ["1", "2", "101"] { #expect(try published.read("piped.cwt", "--index", index).json()["isRevoked"] as? Bool == true, "\(index)") }
    }

    @Test("Whoever does not read what is written to a pipe holds up nobody else who publishes or withdraws", .timeLimit(.minutes(10)))
    func unread() async throws {
        let published = try Published()
        let folder = published.folder
        for name in ["status.pipe", "crl.pipe"] { try #require(try Tool.shell("mkfifo \(name)", in: folder).exitCode == 0) }
        let issuer = ["--issuer", "issuer", "--at", Exchange.moment]
        let publish = ["status", "publish", "--uri", Self.uri, "--previous", "revoked.cwt"] + issuer
        let list = ["issuer", "crl"] + issuer
        // Each waits for a reader, who never comes. The second has signed once its record is written; of the first nothing shows.
        let record = try folder.read("issuer/crl.json")
        let stuck = [
            try Tool.start(publish + ["--out", "status.pipe"], in: folder), try Tool.start(list + ["--out", "crl.pipe"], in: folder),
        ]
        while try folder.read("issuer/crl.json") == record { try await Task.sleep(for: .milliseconds(20)) }
        try await Task.sleep(for: .seconds(1))
        for command in [publish + ["--revoke", "9", "--out", "next.cwt"], list + ["--out", "iaca.crl"]] {
            let run = try await Tool.start(command, in: folder).ended()
            #expect(run.exitCode == 0, "\(run.errors)")
        }
        for command in stuck { #expect(command.isRunning) }
    }

    @Test("A list that cannot be written to its end leaves the one that it goes on from, and the next one forgets nobody")
    func unwritten() throws {
        let published = try Published()
        let list = try published.folder.read("revoked.cwt")
        let publish = "status publish --issuer issuer --uri \(Self.uri) --previous revoked.cwt --revoke 9 --out revoked.cwt --at \(Exchange.moment)"
        // No file may grow beyond 512 bytes, as on a disk without room.
        expectUnusable(
            try Tool.shell("trap '' XFSZ\nulimit -f 1\nmdoc \(publish)", in: published.folder), "cannot write the file", "revoked.cwt")
        #expect(try published.folder.read("revoked.cwt") == list)
        #expect(try published.folder.drafts() == [])
        #expect(try published.folder.mdoc(line: publish).exitCode == 0)
        for index in ["7", "9", "42"] { #expect(try published.read("revoked.cwt", "--index", index).json()["isRevoked"] as? Bool == true, "\(index)") }
    }

    @Test("The status signer names the contact and the revocation list of its authority, and a new one takes its place")
    func signer() throws {
        let folder = try Folder()
        let (contact, list) = ("mdl@utopia.example", "https://utopia.example/iaca.crl")
        #expect(try folder.mdoc("issuer", "init", "--out", "issuer", "--contact", contact, "--crl", list, "--at", Exchange.moment).exitCode == 0)
        let publish = "status publish --issuer issuer --uri \(Self.uri) --count 64 --out"
        #expect(try folder.mdoc(line: publish, "first.cwt", "--at", Exchange.moment).exitCode == 0)
        let first = try folder.certificate("issuer/status.pem")
        let late = "2027-08-01"
        expectUnusable(try folder.mdoc(line: publish, "late.cwt", "--at", late), "--days", "mdoc issuer signer --status")
        #expect(try folder.mdoc("issuer", "signer", "--issuer", "issuer", "--status", "--at", late).exitCode == 0)
        #expect(try folder.mdoc(line: publish, "late.cwt", "--at", late).exitCode == 0)
        let read = "status read late.cwt --issuer issuer/iaca.pem --uri \(Self.uri) --at \(late)"
        #expect(try folder.mdoc(line: read).exitCode == 0)
        let second = try folder.certificate("issuer/status.pem")
        #expect(second != first)
        for certificate in [first, second] {
            for name in [contact, list] { #expect(certificate.range(of: Data(name.utf8)) != nil, "\(name)") }
            #expect(certificate.range(of: Data("authority.example".utf8)) == nil)
        }
        #expect(try folder.permissions("issuer/status-key.pem") == 0o600)
    }

    @Test("A status signer that was not made to its end is made anew, and a certificate that can still be kept is kept")
    func halfMade() throws {
        let folder = try Exchange().folder
        func publish(_ out: String) throws -> Tool.Run {
            try folder.mdoc(line: "status publish --issuer issuer --uri \(Self.uri) --count 64 --at \(Exchange.moment) --out", out)
        }
        func renew() throws -> Tool.Run { try folder.mdoc(line: "issuer signer --issuer issuer --status --json --at \(Exchange.moment)") }
        try folder.write("issuer/status-key.pem", "begun")
        #expect(try publish("first.cwt").exitCode == 0)
        #expect(try folder.permissions("issuer/status-key.pem") == 0o600)
        let certificate = try folder.read("issuer/status.pem")
        folder.remove("issuer/status-key.pem")
        expectUnusable(try publish("second.cwt"), "issuer/status-key.pem")
        #expect(try folder.read(try #require(try renew().json()["former"] as? String)) == certificate)
        #expect(try publish("second.cwt").exitCode == 0)
        for (left, former) in [("", nil), ("no certificate", "issuer/status-unreadable.pem")] as [(String, String?)] {
            try folder.write("issuer/status.pem", left)
            let run = try renew()
            #expect(run.exitCode == 0, "\(run.errors)")
            #expect(try run.json()["former"] as? String == former)
            if let former { #expect(try folder.read(former) == Data(left.utf8)) }
        }
        #expect(try publish("third.cwt").exitCode == 0)
    }

    @Test("A token of another address, another root or another time is refused by its code")
    func refused() throws {
        let published = try Published()
        _ = try published.folder.mdoc("issuer", "init", "--out", "other", "--name", "Other IACA", "--at", Exchange.moment)
        for (run, code) in [
            (try published.read("good.cwt", uri: "https://authority.example/other"), "status.subject"),
            (try published.read("good.cwt", issuer: "other/iaca.pem"), "status.path"),
            (try published.read("good.cwt", at: "2026-07-01T00:00:00Z"), "status.expired"),
            (try published.read("good.cwt", at: "2026-05-31T00:00:00Z"), "status.issuedLater"),
            (try published.read("good.cwt", "--index", "1000"), "status.index"),
            (try published.read("good.cwt", "--identifier", "01"), "status.kind"),
        ] {
            #expect(run.exitCode == 1, "\(code) \(run.errors)")
            #expect(try run.json()["code"] as? String == code)
        }
        expectUnusable(try published.read("listed.mdoc"), "listed.mdoc", "give 'mdoc status read' a status list or identifier list token")
        expectUnusable(try published.publish("x.cwt", "--previous", "good.cwt", "--revoke", "1000"), "1000")
        #expect(!published.folder.exists("x.cwt"))
    }

    @Test("A list is published, and a document names it, at an address that verifiers fetch")
    func addresses() throws {
        let published = try Published()
        for address in [
            "nonsense", "ftp://authority.example/status", "http://authority.example/status", "https:status", "https://", "https://a b.example/",
            "https://me@authority.example/",
        ] {
            let status = ["status", "publish", "--issuer", "issuer", "--out", "x.cwt", "--uri", address]
            expectUnusable(try Tool.run(status, in: published.folder), address, "--uri", "is not an https URI")
            let issue = ["issuer", "issue", "--issuer", "issuer", "--content", "licence.json", "--portrait", "face.jpg", "--device-key", "device-key.pem"]
            let run = try Tool.run(issue + ["--out", "x.mdoc", "--status-index", "1", "--status-uri", address], in: published.folder)
            expectUnusable(run, address, "--status-uri", "is not an https URI")
        }
        let issue = "issuer issue --issuer issuer --content licence.json --portrait face.jpg --new-device-key x.pem --out x.mdoc"
        let beyond = try published.folder.mdoc(line: issue + " --status-uri \(Self.uri) --status-index 99999999999")
        expectUnusable(beyond, "no list has a place 99999999999", "change --status-index")
        for name in ["x.cwt", "x.mdoc", "x.pem"] { #expect(!published.folder.exists(name), "\(name)") }
    }

    @Test("A list that was published under http goes on, with a warning, so that its documents can still be revoked")
    func formerAddress() throws {
        let published = try Published()
        let folder = published.folder
        let former = "http://authority.example/status"
        let signer = try CertifiedKey(
            certificatePEM: String(decoding: folder.read("issuer/status.pem"), as: UTF8.self),
            privateKeyPEM: String(decoding: folder.read("issuer/status-key.pem"), as: UTF8.self))
        let moment = try #require(Instant(Exchange.moment))
        let period = try StatusTokenPeriod(issuedAt: moment, expiresAt: moment.advanced(byDays: 7))
        // No list begins there any more.
        let values = try #require(ZlibDeflation.deflate([UInt8](repeating: 0, count: 8)))
        let token = try StatusListPublisher.token(of: values, .one, uri: former, period, signer: signer)
        try folder.write("former.cwt", Data(token))
        let run = try Tool.run(
            ["status", "publish", "--issuer", "issuer", "--uri", former, "--out", "next.cwt", "--at", Exchange.moment, "--json"]
                + ["--previous", "former.cwt", "--revoke", "42"], in: folder)
        #expect(run.exitCode == 0 && run.errors.contains(former) && run.errors.contains("not https"), "\(run.errors)")
        #expect(try run.json()["revoked"] as? Int == 1)
        #expect(try published.read("next.cwt", uri: former, "--index", "42").json()["isRevoked"] as? Bool == true)
    }

    @Test("A document is verified with its list at hand, refused when that revokes it, and unknown without")
    func verify() throws {
        let published = try Published()
        let good = try published.verify("--status-list", "good.cwt")
        #expect(good.exitCode == 0, "\(good.output)\(good.errors)")
        #expect(try good.checks("passed").contains("mso.status"))
        let revoked = try published.verify("--status-list", "revoked.cwt")
        #expect(revoked.exitCode == 1)
        #expect(try revoked.checks("failed") == ["mso.status"])
        let without = try published.verify()
        #expect(without.exitCode == 0)
        #expect(try without.checks("unknown").contains("mso.status"))
        let strict = try published.verify("--profile", "iso-strict", "--production", "--status-list", "good.cwt")
        #expect(strict.exitCode == 1)
        #expect(try strict.checks("failed") == ["mso.statusSigner", "signer.revocation"])
        expectUnusable(try published.verify("--status-list", "listed.mdoc"), "listed.mdoc", "--status-list")
        // Another claim in the place of the address, whose label stands before the head of its text.
        var nameless = try published.folder.read("good.cwt")
        let label = try #require(nameless.range(of: Data(Self.uri.utf8))).lowerBound - 3
        #expect(nameless[label] == 0x02)
        nameless[label] = 0x03
        try published.folder.write("nameless.cwt", nameless)
        expectUnusable(try published.verify("--status-list", "nameless.cwt"), "nameless.cwt", "sub (2) is missing")
    }

    @Test("Identifier lists are published and read the same way")
    func identifiers() throws {
        let published = try Published()
        #expect(try published.publish("ids.cwt", "--identifiers", "--revoke", "0a0b").exitCode == 0)
        #expect(try published.publish("more.cwt", "--identifiers", "--previous", "ids.cwt", "--revoke", "0c").exitCode == 0)
        for (identifier, code) in [("0a0b", 1), ("0c", 1), ("0a", 0)] as [(String, Int32)] {
            #expect(try published.read("more.cwt", "--identifier", identifier).exitCode == code, "\(identifier)")
        }
        expectUnusable(try published.publish("x.cwt", "--identifiers", "--previous", "good.cwt"), "identifier list")
    }
}
