import Hummingbird

/// A provider's sheet, in a frame that runs nothing and has no origin.
struct SheetRoutes: Sendable {
    let parts: PageParts

    func add(to router: Router<PagesContext>) {
        router.get("sheet/:secret/:number") { request, context in
            let (window, number) = try await place(context)
            guard let sheet = await window.sheet(number) else { throw HTTPError(.notFound) }
            return page(sheet, request, context)
        }
        router.post("sheet/:secret/:number") { request, context in
            let (window, number) = try await place(context)
            await window.act(number, values: try await request.form())
            return page(#"<p class="busy">…</p>"#, request, context)
        }
    }

    private func place(_ context: PagesContext) async throws -> (ConsentWindow, Int) {
        guard let number = context.parameters.get("number", as: Int.self),
            let window = await parts.windows.window(ofSheet: try context.secret())
        else { throw HTTPError(.notFound) }
        return (window, number)
    }

    private func page(_ sheet: String, _ request: Request, _ context: PagesContext) -> Response {
        let language = request.language
        let content = SheetContent(
            language: language.rawValue, title: Wording.of(language).wallet, origin: context.origin.text, sheet: sheet)
        return Answer.html(parts.templates.text(content), .sheet, context.origin)
    }
}
