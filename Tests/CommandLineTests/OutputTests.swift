import Foundation
import Testing
import VectorSupport

@Suite("The command line: what goes out")
struct OutputTests {
    private static let issue = "issuer issue --issuer issuer --content licence.json --portrait face.jpg --device-key device-key.pem"
        + " --valid-from 2026-06-01 --valid-until 2027-06-01"

    private func isVerified(_ name: String, in folder: Folder) throws -> Bool {
        try folder.mdoc(
            line: "verify-issued --doc-type org.iso.18013.5.1.mDL --trust issuer/trust --at \(Exchange.moment)", "--issuer-signed", name
        ).exitCode == 0
    }

    @Test("A file that cannot be written to its end leaves the one before it, and nothing beside it")
    func full() throws {
        let exchange = try Exchange()
        let before = try exchange.folder.read("licence.mdoc")
        // No file may grow beyond 512 bytes, as on a disk without room.
        let run = try Tool.shell("trap '' XFSZ\nulimit -f 1\nmdoc \(Self.issue) --out licence.mdoc", in: exchange.folder)
        expectUnusable(run, "cannot write the file", "licence.mdoc")
        #expect(try exchange.folder.read("licence.mdoc") == before)
        #expect(try exchange.folder.drafts() == [])
        #expect(try exchange.folder.mdoc(line: Self.issue, "--out", "licence.mdoc").exitCode == 0)
        #expect(try exchange.folder.read("licence.mdoc") != before)
        #expect(try isVerified("licence.mdoc", in: exchange.folder))
    }

    @Test("Secrets that cannot be written to their end leave nothing, so that the same command does its work once there is room")
    func takenBack() throws {
        let folder = try Folder()
        try #require(try folder.mdoc(line: "reader init --out reader --domain a.example").exitCode == 0)
        let create = "request create --reader reader --origin https://a.example --element family_name --session session.json --request"
        let initialize = "issuer init --out issuer --at \(Exchange.moment)"
        for command in ["\(create) request.json", initialize] {
            let run = try Tool.shell("trap '' XFSZ\nulimit -f 1\nmdoc \(command)", in: folder)
            expectUnusable(run, "cannot write the file", "make room for it")
        }
        expectUnusable(try folder.mdoc(line: create, "none/request.json"), "none/request.json", "--request")
        #expect(!folder.exists("session.json") && !folder.exists("request.json") && !folder.exists("issuer"))
        #expect(try folder.drafts() == [])
        for command in ["\(create) request.json", initialize] {
            let run = try folder.mdoc(line: command)
            #expect(run.exitCode == 0, "\(run.errors)")
        }
        for name in [".", "issuer", "issuer/trust"] { #expect(try folder.drafts(in: name) == [], "\(name)") }
        #expect(try folder.permissions("session.json") == 0o600)
    }

    @Test("What a command reads, its output does not take the place of, through whatever links")
    func inputs() throws {
        let exchange = try Exchange.answered()
        let folder = exchange.folder
        try #require(try folder.mdoc("vical", "init", "--out", "lists", "--organization", "Utopia Lists", "--at", Exchange.moment).exitCode == 0)
        try FileManager.default.createSymbolicLink(atPath: folder.url.appendingPathComponent("to-key").path, withDestinationPath: "device-key.pem")
        try FileManager.default.createSymbolicLink(atPath: folder.url.appendingPathComponent("to-new").path, withDestinationPath: "new.json")
        let ask = "request create --origin \(Exchange.origin) --element family_name --reader reader --session"
        let respond = "respond --request request.json --origin \(Exchange.origin) --document licence.mdoc --device-key device-key.pem"
            + " --reader-trust reader/reader-ca.pem --at \(Exchange.moment) --out"
        let write = "vical write issuer/iaca.pem --doc-type org.iso.18013.5.1.mDL --signer lists --provider Utopia --out"
        let openEnvelope = "open-envelope --envelope request.json --merchant-key device-key.pem --nonce 00 --merchant-id m --team-id t --out"
        let commands = [
            (respond, ["device-key.pem", "issuer/../device-key.pem", "to-key", "licence.mdoc", "request.json", "reader/reader-ca.pem"]),
            ("open --session session.json --response response.json --out", ["session.json", "./session.json", "response.json"]),
            (openEnvelope, ["device-key.pem", "to-key", "request.json"]),
            ("\(ask) session.json --request", ["./session.json"]),
            ("\(ask) new.json --request", ["./new.json", "to-new", "reader/reader-key.pem", "reader/trust/reader-ca.pem", "reader/trust"]),
            (Self.issue + " --out", ["licence.json", "face.jpg"]),
            (write, ["issuer/iaca.pem"]), ("present --request request.json --origin \(Exchange.origin) --out", ["request.json"]),
        ]
        let names = [
            "device-key.pem", "licence.mdoc", "request.json", "session.json", "response.json", "licence.json", "face.jpg", "issuer/iaca.pem",
            "reader/reader-key.pem", "reader/reader-ca.pem", "reader/trust/reader-ca.pem",
        ]
        let before = try names.map(folder.read)
        for (command, places) in commands {
            for place in places {
                let option = command.split(separator: " ").last ?? ""
                expectUnusable(try folder.mdoc(line: command, place), "\(place); give \(option) another file")
            }
        }
        #expect(try names.map(folder.read) == before)
        #expect(!folder.exists("new.json"))
    }

    @Test("What was sealed is for its owner alone once it is opened")
    func opened() throws {
        let folder = try Exchange.answered().folder
        try folder.write("wide.mdoc", "")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.url.appendingPathComponent("wide.mdoc").path)
        for name in ["opened.mdoc", "wide.mdoc"] {
            #expect(try folder.mdoc(line: "open --session session.json --response response.json --out", name).exitCode == 0)
            #expect(try folder.permissions(name) == 0o600, "\(name)")
        }
    }

    @Test("Nobody else may change a folder of what is trusted, whatever the mask of new files leaves to them; it may close the folder further")
    func masks() throws {
        let folder = try Folder()
        let folders = [
            "issuer", "issuer/trust", "registrar", "registrar/trust", "further", "further/store", "further/store/certificates", "further/store/lists",
        ]
        for (mask, mode) in [("000", "755"), ("077", "700")] {
            let run = try Tool.shell(
                """
                set -e
                umask \(mask)
                mkdir \(mask)
                cd \(mask)
                mdoc issuer init --out issuer --at \(Exchange.moment) >&2
                mdoc registrar init --registrar registrar --at \(Exchange.moment) >&2
                digest=$(sed /-----/d issuer/iaca.pem | base64 -d | sha256sum | cut -d ' ' -f 1)
                mdoc trust add issuer/iaca.pem --store further/store --fingerprint $digest >&2
                stat -c %a \(folders.joined(separator: " "))
                """, in: folder)
            #expect(run.output.split(separator: "\n").map(String.init) == folders.map { _ in mode }, "\(run.errors)")
        }
    }

    @Test("Where a link leads the file is replaced or made, the link stays, and so do the permissions of the file")
    func links() throws {
        let folder = try Exchange().folder
        try FileManager.default.createDirectory(at: folder.url.appendingPathComponent("kept"), withIntermediateDirectories: true)
        try folder.write("kept/old.mdoc", "old")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.url.appendingPathComponent("kept/old.mdoc").path)
        for name in ["old.mdoc", "new.mdoc"] {
            let link = folder.url.appendingPathComponent(name).path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "kept/\(name)")
            #expect(try folder.mdoc(line: Self.issue, "--out", name).exitCode == 0)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "kept/\(name)")
            #expect(try isVerified("kept/\(name)", in: folder))
        }
        #expect(try folder.permissions("kept/old.mdoc") == 0o640)
        #expect(try folder.permissions("kept/new.mdoc") == 0o600)
        #expect(try folder.drafts(in: "kept") == [])
    }

    private static let canChangeUser = OtherOwners.areAllowed && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

    @Test(
        "A file whose owner would change, or in a folder that takes no other file, is written itself; any other is replaced",
        .enabled(if: canChangeUser, "needs root, free to give files away, and setpriv"))
    func inPlace() throws {
        let folder = try Folder()
        let run = try Tool.shell(
            """
            set -e
            nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$MDOC" "$@"; }
            chmod 777 .
            mkdir closed blind
            for name in theirs.crl closed/list.crl; do : >$name; chmod 666 $name; done
            : >given.crl; chown 65534:65534 given.crl
            chmod 555 closed; chmod 733 blind
            nobody issuer init --out issuer --at \(Exchange.moment) >&2
            for name in theirs.crl closed/list.crl given.crl; do
                before=$(stat -c %i $name)
                if [ $name = given.crl ]; then
                    mdoc issuer crl --issuer issuer --out $name --at \(Exchange.moment) >&2
                else
                    nobody issuer crl --issuer issuer --out $name --at \(Exchange.moment) >&2
                fi
                [ $before = $(stat -c %i $name) ] && place=same || place=other
                echo $name $place $(stat -c '%u:%g %a' $name)
            done
            nobody issuer crl --issuer issuer --out blind/list.crl --at \(Exchange.moment) >&2
            nobody issuer crl --issuer issuer --out closed/new.crl --at \(Exchange.moment) >&2 || echo refused $?
            """, in: folder)
        let lines = run.output.split(separator: "\n")
        #expect(lines == ["theirs.crl same 0:0 666", "closed/list.crl same 0:0 666", "given.crl other 65534:65534 644", "refused 2"], "\(run.errors)")
        for name in ["theirs.crl", "closed/list.crl", "given.crl", "blind/list.crl"] { #expect(try folder.read(name).first == 0x30, "\(name)") }
        for name in [".", "closed", "blind"] { #expect(try folder.drafts(in: name) == []) }
    }

    @Test("What is done only once is not done where nothing could be written: where a link leads, or what a process has not opened")
    func beforehand() throws {
        let folder = try Folder()
        let crl = "registrar crl --registrar registrar --at \(Exchange.moment) --out"
        let run = try Tool.shell(
            """
            mkdir kept
            ln -s kept/readers.crl readers.crl
            ln -s further.crl near.crl; ln -s none/readers.crl further.crl
            mdoc registrar init --registrar registrar --at \(Exchange.moment) >&2
            for place in near.crl kept /dev/fd/4000; do mdoc \(crl) $place >&2 || echo refused $?; done
            mdoc \(crl) readers.crl >&2
            """, in: folder)
        #expect(run.output == "refused 2\nrefused 2\nrefused 2\n", "\(run.errors)")
        #expect(try folder.read("kept/readers.crl").first == 0x30)
        let next = try folder.mdoc(line: crl, "next.crl", "--json")
        #expect(try next.json()["number"] as? String == "2", "none of those that were refused has taken a number: \(next.errors)")
    }

    private static let hasScript = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

    @Test("An issuer's list takes no number where it could not be written")
    func noNumber() throws {
        let folder = try Folder()
        try #require(try folder.mdoc(line: "issuer init --out issuer --at \(Exchange.moment)").exitCode == 0)
        let crl = "issuer crl --issuer issuer --at \(Exchange.moment) --out"
        expectUnusable(try folder.mdoc(line: crl, "none/iaca.crl"), "cannot write the file", "none/iaca.crl; check the path given to --out")
        let publish = "status publish --issuer issuer --uri https://a.example/list --at \(Exchange.moment) --out"
        expectUnusable(try folder.mdoc(line: publish, "none/list.cwt"), "none/list.cwt; check the path given to --out")
        #expect(try folder.json("issuer/crl.json")["lastNumber"] as? Int == 0)
        #expect(!folder.exists("issuer/status.pem"))
    }

    @Test("An issuer's list takes no number where a terminal does not show it", .enabled(if: hasScript, "needs script"))
    func noNumberOnTerminal() throws {
        let folder = try Folder()
        try #require(try folder.mdoc(line: "issuer init --out issuer --at \(Exchange.moment)").exitCode == 0)
        let crl = "issuer crl --issuer issuer --at \(Exchange.moment) --out"
        let shown = try Tool.shell("script -qec \"'$MDOC' \(crl) -\" /dev/null", in: folder)
        #expect(shown.exitCode == 2 && shown.output.contains("does not belong on a terminal"), "\(shown.output)\(shown.errors)")
        #expect(try folder.json("issuer/crl.json")["lastNumber"] as? Int == 0)
    }

    @Test(
        "What is done only once is done where a file is written itself: in a folder that takes no other file, or while it is printed to",
        .enabled(if: canChangeUser, "needs root, free to give files away, and setpriv"))
    func beforehandInPlace() throws {
        let folder = try Folder()
        let crl = "registrar crl --registrar registrar --at \(Exchange.moment) --out"
        let run = try Tool.shell(
            """
            set -e
            nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$MDOC" "$@"; }
            chmod 777 .
            mkdir closed
            for name in there printed; do : >closed/$name.crl; chmod 666 closed/$name.crl; done
            chmod 555 closed
            nobody registrar init --registrar registrar --at \(Exchange.moment) >&2
            nobody \(crl) closed/there.crl >&2
            nobody \(crl) /dev/stdout >>closed/printed.crl
            nobody \(crl) closed/new.crl >&2 || echo refused $?
            """, in: folder)
        #expect(run.exitCode == 0 && run.output == "refused 2\n", "\(run.errors)")
        for name in ["there", "printed"] { #expect(try folder.read("closed/\(name).crl").first == 0x30, "\(name)") }
        #expect(try folder.drafts(in: "closed") == [])
    }

    @Test("A pipe, the file that is being printed to, and what a process has opened, are written to as they are")
    func streams() throws {
        let folder = try Exchange().folder
        let run = try Tool.shell(
            """
            mdoc \(Self.issue) --out /dev/fd/3 3>&1 >report | cat >piped.mdoc
            mdoc \(Self.issue) --out /dev/stdout >>printed
            for path in dev/fd proc/self/fd; do
                exec 3>>opened-${path%%/*}
                mdoc \(Self.issue) --out /$path/3 >report && echo written later >&3
            done
            """, in: folder)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try isVerified("piped.mdoc", in: folder))
        let printed = try folder.read("printed")
        #expect(printed.count > Exchange.portrait.count, "the document")
        #expect(printed.range(of: Data("issued org.iso.18013.5.1.mDL".utf8)) != nil, "and the report behind it")
        for name in ["opened-dev", "opened-proc"] {
            let opened = try folder.read(name)
            #expect(opened.count > Exchange.portrait.count, "the document")
            #expect(opened.range(of: Data("written later".utf8)) != nil, "and what its owner wrote behind it")
        }
    }
}
