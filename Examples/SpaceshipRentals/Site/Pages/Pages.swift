import Foundation
import HTTPTypes
import Hummingbird
import Mustache

/// The pages of the site: templates that escape whatever is put into them.
struct Pages: Sendable {
    private let library: MustacheLibrary

    /// Loads every template of a folder.
    init(folder: String) throws {
        let ending = ".mustache"
        var library = MustacheLibrary()
        for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file.hasSuffix(ending) {
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            library.register(try EscapedText.template(text), named: String(file.dropLast(ending.count)))
        }
        self.library = library
    }

    /// The folder with the site's templates and assets.
    static var resources: String { Bundle.module.bundleURL.appendingPathComponent("Resources").path }

    /// Fills a page's template in.
    func text(_ page: some Page) throws -> String {
        guard let text = library.render(page, withTemplate: type(of: page).template) else { throw HTTPError(.internalServerError) }
        return text
    }

    /// A page as an answer.
    func response(_ page: some Page, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: try text(page))))
    }
}
