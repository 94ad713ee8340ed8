import Foundation
import Testing

@testable import PageKit

@Suite("Files of the page kit")
struct KitFileTests {
    @Test("What is handed out is, byte for byte, what is in the source folder", arguments: KitFile.all.map(\.name))
    func bytesAreThoseOfTheSource(name: String) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let source = try Data(contentsOf: root.appendingPathComponent("Sources/PageKit/Kit/\(name)"))
        #expect(!source.isEmpty)
        #expect(try #require(KitFile.named(name)).bytes == [UInt8](source))
    }

    @Test("A module is served with a type that browsers run, declarations as text")
    func mediaTypes() {
        #expect(KitFile.module.mediaType == "text/javascript; charset=utf-8")
        #expect(KitFile.typeDeclarations.mediaType == "text/plain; charset=utf-8")
    }

    @Test("The entity tag is strong, quoted, and the same only for the same bytes")
    func entityTags() throws {
        #expect(KitFile.entityTag(of: Array("abc".utf8)) == "\"ba7816bf8f01cfea414140de5dae2223\"")
        #expect(KitFile.entityTag(of: Array("abd".utf8)) != KitFile.entityTag(of: Array("abc".utf8)))
        #expect(KitFile.module.entityTag == KitFile.entityTag(of: KitFile.module.bytes))
        #expect(Set(KitFile.all.map(\.entityTag)).count == KitFile.all.count)
    }

    @Test("The lines of the comment put a file's type and tag into the header of an answer")
    func comment() {
        struct Response {
            enum Name { case contentType, eTag }
            var headers: [Name: String] = [:]
        }
        let notFound = Response()
        func answer() -> Response {
            var response = Response()
            guard let file = KitFile.named("verify-identity.js") else { return notFound }
            response.headers[.contentType] = file.mediaType
            response.headers[.eTag] = file.entityTag
            return response
        }
        let headers = answer().headers
        #expect(headers[.contentType] == KitFile.module.mediaType)
        #expect(headers[.eTag] == KitFile.module.entityTag)
    }

    @Test("Only exact names are found; a path is not a name", arguments: [
        "", "verify-identity", "Verify-Identity.js", "./verify-identity.js", "../Kit/verify-identity.js", "Kit/verify-identity.js", "verify-identity.js ",
    ])
    func otherNamesFindNothing(name: String) {
        #expect(KitFile.named(name) == nil)
    }

    @Test("No company's name or mark is in the shipped files", arguments: KitFile.all.map(\.name))
    func noForeignMarks(name: String) throws {
        let text = String(decoding: try #require(KitFile.named(name)).bytes, as: UTF8.self).lowercased()
        for mark in ["apple", "google", "samsung", "microsoft"] {
            #expect(!text.contains(mark), "\(name) names \(mark)")
        }
    }
}
