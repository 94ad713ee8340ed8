import Foundation
import Testing

@Suite("The command line: a new signer, and who is withdrawn")
struct IssuerRenewalTests {
    private static let day = "2026-09-01"

    /// An issuer with a document of its first signer and one of its second.
    private struct Renewed {
        let folder: Folder
        /// The certificate of the first signer, where it is kept.
        let former: String

        init() throws {
            folder = try Exchange().folder
            let run = try folder.mdoc("issuer", "signer", "--issuer", "issuer", "--at", day, "--json")
            try #require(run.exitCode == 0, "\(run.errors)")
            former = try #require(try run.json()["former"] as? String)
            let issued = try folder.mdoc(
                line: "issuer issue --issuer issuer --content licence.json --portrait face.jpg --device-key device-key.pem --out second.mdoc",
                "--valid-from", day, "--valid-until", "2027-09-01")
            try #require(issued.exitCode == 0, "\(issued.errors)")
        }

        func verify(_ document: String, _ more: String...) throws -> Tool.Run {
            try Tool.run(
                ["verify-issued", "--issuer-signed", document, "--doc-type", "org.iso.18013.5.1.mDL", "--trust", "issuer/trust", "--at", day, "--json"]
                    + more, in: folder)
        }

        func list(_ out: String, _ more: String...) throws -> Tool.Run {
            try Tool.run(["issuer", "crl", "--issuer", "issuer", "--out", out, "--at", day] + more, in: folder)
        }
    }

    @Test("A new signer signs from then on, and what the one before signed stays valid")
    func renewed() throws {
        let exchange = try Exchange()
        let folder = exchange.folder
        let (certificate, key) = (try folder.read("issuer/signer.pem"), try folder.read("issuer/signer-key.pem"))
        let run = try folder.mdoc("issuer", "signer", "--issuer", "issuer", "--at", Self.day, "--json")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try run.json()["notBefore"] as? String == "2026-09-01T00:00:00Z")
        #expect(try run.json()["notAfter"] as? String == "2027-10-02T23:59:59Z")
        #expect(try folder.read(try #require(try run.json()["former"] as? String)) == certificate)
        #expect(try folder.read("issuer/signer.pem") != certificate)
        #expect(try folder.read("issuer/signer-key.pem") != key)
        #expect(try folder.permissions("issuer/signer-key.pem") == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("issuer").path)
        #expect(names.count == 7, "the former key is gone: \(names)")
        let renewed = try Renewed()
        for document in ["licence.mdoc", "second.mdoc"] { #expect(try renewed.verify(document).exitCode == 0, "\(document)") }
        let check = try renewed.folder.mdoc(line: "trust check issuer/signer.pem --issuer issuer/iaca.pem")
        #expect(check.exitCode == 0, "\(check.output)")
    }

    @Test("A document beyond its signer's end is refused with the command that makes a new one")
    func hint() throws {
        let folder = try Exchange().folder
        let issue = "issuer issue --issuer issuer --content licence.json --portrait face.jpg --device-key device-key.pem --out late.mdoc"
        let late = ["--valid-from", "2027-08-01", "--valid-until", "2027-09-01"]
        expectUnusable(try folder.mdoc(line: issue, late[0], late[1], late[2], late[3]), "mdoc issuer signer")
        #expect(try folder.mdoc(line: "issuer signer --issuer issuer --at 2027-08-01").exitCode == 0)
        #expect(try folder.mdoc(line: issue, late[0], late[1], late[2], late[3]).exitCode == 0)
    }

    @Test("A signer that cannot be written leaves the one before, certificate and key")
    func full() throws {
        let folder = try Exchange().folder
        let names = ["issuer/signer.pem", "issuer/signer-key.pem"]
        let before = try names.map(folder.read)
        // No file may grow beyond 512 bytes, as on a disk without room.
        let run = try Tool.shell("trap '' XFSZ\nulimit -f 1\nmdoc issuer signer --issuer issuer --at \(Self.day)", in: folder)
        expectUnusable(run, "cannot write the signer", "issuer")
        #expect(try names.map(folder.read) == before)
        #expect(try folder.drafts(in: "issuer") == [])
    }

    @Test("A new signer ends with its root at the latest, and there is none once the root has ended")
    func end() throws {
        let folder = try Folder()
        #expect(try folder.mdoc(line: "issuer init --out issuer --curve p384 --years 1 --at 2026-01-01").exitCode == 0)
        let run = try folder.mdoc(line: "issuer signer --issuer issuer --at 2026-12-01 --json")
        #expect(try run.json()["notAfter"] as? String == "2026-12-31T23:59:59Z", "\(run.errors)")
        expectUnusable(try folder.mdoc(line: "issuer signer --issuer issuer --at 2027-01-01"), "the root ends at 2026-12-31", "mdoc issuer init")
        expectUnusable(try folder.mdoc(line: "issuer signer --issuer nowhere"), "--issuer")
    }

    @Test("Whom a list withdraws the next lists withdraw as well, under higher numbers, and nobody else")
    func withdrawn() throws {
        let renewed = try Renewed()
        let first = try renewed.list("first.crl", "--revoke", renewed.former, "--reason", "superseded", "--json")
        #expect(try first.json()["number"] as? Int == 1, "\(first.errors)")
        #expect(try first.json()["until"] as? String == "2026-09-02T00:00:00Z")
        let second = try renewed.list("second.crl", "--hours", "48", "--json")
        #expect(try second.json()["number"] as? Int == 2, "\(second.errors)")
        #expect(try second.json()["withdrawn"] as? Int == 1)
        #expect(try second.json()["until"] as? String == "2026-09-03T00:00:00Z")
        for list in ["first.crl", "second.crl"] {
            let refused = try renewed.verify("licence.mdoc", "--crl", list)
            #expect(refused.exitCode == 1)
            #expect(try refused.checks("failed") == ["signer.revocation"])
            let verified = try renewed.verify("second.mdoc", "--crl", list)
            #expect(verified.exitCode == 0, "\(verified.output)")
            #expect(try verified.checks("passed").contains("signer.revocation"))
        }
        // Withdrawn once more it is on the list once.
        #expect(try renewed.list("third.crl", "--revoke", renewed.former, "--reason", "keyCompromise", "--json").json()["withdrawn"] as? Int == 1)
    }

    @Test("On standard output the list is all there is")
    func standardOutput() throws {
        let renewed = try Renewed()
        let run = try renewed.list("-")
        #expect(run.exitCode == 0, "\(run.errors)")
        try renewed.folder.write("printed.crl", run.outputBytes)
        let check = try renewed.folder.mdoc(line: "trust check issuer/signer.pem --issuer issuer/iaca.pem --crl printed.crl --json")
        let certificates = try #require(try check.json()["certificates"] as? [[String: Any]])
        #expect(certificates.first?["revocation"] as? String == "not listed")
        // Without a clock it says of when the list is.
        let page = try renewed.folder.mdoc(line: "trust check issuer/signer.pem --issuer issuer/iaca.pem --crl printed.crl").output
        #expect(page.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("not by the lists given; the newest was made on 2026-"))
    }

    @Test("Certificates of others and the root's own are not withdrawn, and a list never goes on from nothing where there was one")
    func refused() throws {
        let renewed = try Renewed()
        #expect(try renewed.folder.mdoc(line: "issuer init --out other --name Other --at \(Exchange.moment)").exitCode == 0)
        for file in ["other/signer.pem", "issuer/iaca.pem"] {
            expectUnusable(try renewed.list("x.crl", "--revoke", file), file, "--revoke")
        }
        expectUnusable(try renewed.list("x.crl", "--revoke", "issuer/signer-key.pem"), "signer-key.pem", "--revoke")
        expectUnusable(try renewed.list("x.crl", "--reason", "superseded"), "--revoke")
        for hours in ["0", "2161"] { expectUnusable(try renewed.list("x.crl", "--hours", hours), "--hours") }
        #expect(!renewed.folder.exists("x.crl"))
        #expect(try renewed.folder.json("issuer/crl.json")["lastNumber"] as? Int == 0)

        #expect(try renewed.list("good.crl", "--revoke", renewed.former, "--hours", "2160").exitCode == 0)
        let list = try renewed.folder.read("good.crl")
        renewed.folder.remove("issuer/crl.json")
        expectUnusable(try renewed.list("good.crl"), "crl.json", "--first")
        expectUnusable(try renewed.list("good.crl", "--first"), "good.crl", "crl.json", "copy")
        try renewed.folder.write("issuer/crl.json", "{}")
        expectUnusable(try renewed.list("good.crl"), "crl.json", "copy")
        #expect(try renewed.folder.read("good.crl") == list)
    }

    @Test("A signer that is withdrawn signs no document and no list more, and the one that takes its place does")
    func withdrawnSigner() throws {
        let folder = try Exchange().folder
        let issue = "issuer issue --issuer issuer --content licence.json --portrait face.jpg --device-key device-key.pem --out more.mdoc"
            + " --valid-from \(Self.day) --valid-until 2027-06-01"
        let publish = "status publish --issuer issuer --uri https://authority.example/status --count 64 --at \(Self.day) --out"
        for (line, signer, renew) in [
            (issue, "issuer/signer.pem", "issuer signer"), ("\(publish) more.cwt", "issuer/status.pem", "issuer signer --status"),
        ] {
            let before = try folder.mdoc(line: line)
            try #require(before.exitCode == 0, "\(before.errors)")
            for name in ["more.mdoc", "more.cwt"] { folder.remove(name) }
            let list = try folder.mdoc(line: "issuer crl --issuer issuer --out iaca.crl --at \(Self.day) --reason keyCompromise --revoke", signer)
            try #require(list.exitCode == 0, "\(list.errors)")
            expectUnusable(try folder.mdoc(line: line), signer, "withdrawn", "'mdoc \(renew)'")
            #expect(!folder.exists("more.mdoc") && !folder.exists("more.cwt"))
            #expect(try folder.mdoc(line: "\(renew) --issuer issuer --at \(Self.day)").exitCode == 0)
            let after = try folder.mdoc(line: line)
            #expect(after.exitCode == 0, "\(after.errors)")
        }
        // Whoever has the signer alone signs without the record.
        folder.remove("issuer/crl.json")
        folder.remove("issuer/iaca-key.pem")
        #expect(try folder.mdoc(line: issue).exitCode == 0)
    }

    @Test("Without a record the first list is signed where that is asked for, and with one it is not")
    func first() throws {
        let renewed = try Renewed()
        expectUnusable(try renewed.list("new.crl", "--first"), "crl.json", "--first")
        renewed.folder.remove("issuer/crl.json")
        expectUnusable(try renewed.list("new.crl"), "crl.json", "--first")
        #expect(!renewed.folder.exists("new.crl") && !renewed.folder.exists("issuer/crl.json"))
        #expect(try renewed.list("new.crl", "--first", "--json").json()["number"] as? Int == 1)
        #expect(try renewed.list("new.crl", "--json").json()["number"] as? Int == 2)
    }

    @Test("A list takes the place of one that the record knows, and of none that withdraws more or is later")
    func older() throws {
        let renewed = try Renewed()
        let folder = renewed.folder
        var records = [try folder.read("issuer/crl.json")]
        #expect(try renewed.list("iaca.crl").exitCode == 0)
        records.append(try folder.read("issuer/crl.json"))
        #expect(try renewed.list("iaca.crl", "--revoke", renewed.former).exitCode == 0)
        let (newest, list) = (try folder.read("issuer/crl.json"), try folder.read("iaca.crl"))
        for record in records {
            try folder.write("issuer/crl.json", record)
            expectUnusable(try renewed.list("iaca.crl"), "iaca.crl", "issuer/crl.json", "copy")
            #expect(try folder.read("issuer/crl.json") == record)
        }
        // It has reached the number, and still does not know who is withdrawn.
        #expect(try renewed.list("other.crl", "--json").json()["number"] as? Int == 2)
        expectUnusable(try renewed.list("iaca.crl"), "iaca.crl", "issuer/crl.json", "copy")
        #expect(try folder.read("iaca.crl") == list)
        try folder.write("issuer/crl.json", newest)
        #expect(try renewed.list("iaca.crl", "--json").json()["withdrawn"] as? Int == 1)
        // What cannot be read might have been a later one.
        try folder.write("other.crl", "no list")
        expectUnusable(try renewed.list("other.crl"), "other.crl", "issuer/crl.json", "copy")
    }

    @Test("No list is signed of an earlier time than the last one, wherever that went, unless the clock was fast that made it")
    func clockSetBack() throws {
        let folder = try Exchange().folder
        func list(_ out: String, at time: String, _ more: String...) throws -> Tool.Run {
            try Tool.run(["issuer", "crl", "--issuer", "issuer", "--out", out, "--at", time] + more, in: folder)
        }
        let (earlier, later) = ("2026-06-01T12:30:00Z", "2026-06-01T13:00:00Z")
        #expect(try list("iaca.crl", at: later).exitCode == 0)
        let before = try ["iaca.crl", "issuer/crl.json"].map(folder.read)
        for out in ["iaca.crl", "other.crl", "-"] {
            expectUnusable(try list(out, at: earlier), "issuer/crl.json", earlier, later, "set the clock", "--clock-was-fast")
        }
        #expect(try ["iaca.crl", "issuer/crl.json"].map(folder.read) == before)
        #expect(!folder.exists("other.crl"))
        #expect(try list("iaca.crl", at: later, "--json").json()["number"] as? Int == 2, "of the same second")
        #expect(try list("iaca.crl", at: earlier, "--json", "--clock-was-fast").json()["number"] as? Int == 3)
        #expect(try list("iaca.crl", at: earlier).exitCode == 0, "the next one goes on from there")

        // A record of before the time was kept: the list that is there says it, and no other does.
        #expect(try list("iaca.crl", at: later).exitCode == 0)
        var record = try folder.json("issuer/crl.json")
        record["lastUpdate"] = nil
        try folder.write("issuer/crl.json", json: record)
        expectUnusable(try list("iaca.crl", at: earlier), "iaca.crl", earlier, later)
        #expect(try list("other.crl", at: earlier).exitCode == 0)
    }

    @Test("A list takes the place of no record, key or certificate of its authority, and other files in the folder are free")
    func kept() throws {
        let renewed = try Renewed()
        let folder = renewed.folder
        try FileManager.default.createSymbolicLink(atPath: folder.url.appendingPathComponent("link").path, withDestinationPath: "issuer/iaca-key.pem")
        let names = ["issuer/crl.json", "issuer/iaca-key.pem", "issuer/signer.pem"]
        let before = try names.map(folder.read)
        for out in names + ["issuer/../issuer/crl.json", "issuer/status-key.pem", "link"] { expectUnusable(try renewed.list(out), out, "--out") }
        renewed.folder.remove("issuer/crl.json")
        expectUnusable(try renewed.list("issuer/crl.json", "--first"), "issuer/crl.json", "--out")
        #expect(!folder.exists("issuer/crl.json") && !folder.exists("issuer/status-key.pem"))
        try folder.write("issuer/crl.json", before[0])
        #expect(try names.map(folder.read) == before)
        #expect(try renewed.list("issuer/iaca.crl").exitCode == 0)
    }
}
