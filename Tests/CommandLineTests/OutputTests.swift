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

    @Test("A pipe, and the file that is being printed to, are written to as they are")
    func streams() throws {
        let folder = try Exchange().folder
        let run = try Tool.shell(
            """
            mdoc \(Self.issue) --out /dev/fd/3 3>&1 >report | cat >piped.mdoc
            mdoc \(Self.issue) --out /dev/stdout >>printed
            """, in: folder)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try isVerified("piped.mdoc", in: folder))
        let printed = try folder.read("printed")
        #expect(printed.count > Exchange.portrait.count, "the document")
        #expect(printed.range(of: Data("issued org.iso.18013.5.1.mDL".utf8)) != nil, "and the report behind it")
    }
}
