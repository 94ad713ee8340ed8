import Foundation
import Testing

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
        #expect(try folder.drafts(in: "kept") == [])
    }

    private static let canChangeUser = geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

    @Test(
        "A file whose owner would change, or in a folder that takes no other file, is written itself; any other is replaced",
        .enabled(if: canChangeUser, "needs root and setpriv"))
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

    @Test(
        "What is done only once is done where a file is written itself: in a folder that takes no other file, or while it is printed to",
        .enabled(if: canChangeUser, "needs root and setpriv"))
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
