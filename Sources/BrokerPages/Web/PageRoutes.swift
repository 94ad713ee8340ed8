import Hummingbird

/// All routes of the pages.
struct PageRoutes: Sendable {
    let parts: PageParts

    func router() -> Router<PagesContext> {
        let router = Router(context: PagesContext.self)
        router.add(middleware: PageGuard())
        router.get("assets/:run/:file") { request, context in
            guard let asset = Asset.at(request.uri.path) else { throw HTTPError(.notFound) }
            return Answer.bytes(asset.bytes, asset.mediaType, .asset, context.origin)
        }
        RelayRoutes(parts: parts).add(to: router)
        SheetRoutes(parts: parts).add(to: router)
        WindowRoutes(parts: parts).add(to: router)
        return router
    }
}

extension Request {
    /// The language for a page: the one its address names, or one of the browser's.
    var language: Language {
        Language.preferred(named: uri.queryParameters["lang"].map(String.init), accepting: headers[.acceptLanguage])
    }

    /// How much the page has seen.
    var seen: Int { uri.queryParameters["seen"].flatMap { Int($0) }.map { max($0, 0) } ?? 0 }

    /// Reads a form, whose names are there once each.
    func form() async throws -> [String: String] {
        let body = try await body.collect(upTo: 64 << 10)
        guard let form = try? URLEncodedFormDecoder().decode([String: String].self, from: String(buffer: body)) else { throw HTTPError(.badRequest) }
        return form
    }
}

extension PagesContext {
    /// The secret in the path.
    func secret() throws -> WindowSecret { WindowSecret(try parameters.require("secret")) }
}
