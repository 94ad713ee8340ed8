import Hummingbird

/// Finds the visit by its cookie, and sets the cookie where it is new.
struct VisitMiddleware: RouterMiddleware {
    let visits: VisitStore
    let isSecure: Bool

    /// Over https the name itself forbids that another host sets the cookie.
    var cookieName: String { isSecure ? "__Host-spaceship" : "spaceship" }

    func handle(
        _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        let known = request.cookies[cookieName]?.value
        let visit = await visits.open(known, at: .now)
        var context = context
        context.visit = visit
        var response = try await next(request, context)
        if visit.id != known {
            response.setCookie(Cookie(name: cookieName, value: visit.id, path: "/", secure: isSecure, httpOnly: true, sameSite: .lax))
        }
        return response
    }
}
