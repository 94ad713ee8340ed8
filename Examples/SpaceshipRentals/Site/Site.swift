import Hummingbird

/// Spaceship Rentals: its routes, and what each does.
struct Site: Sendable {
    let settings: SiteSettings
    let pages: Pages
    let visits: VisitStore
    let photos: PhotoDesk

    init(_ settings: SiteSettings) async throws {
        self.settings = settings
        pages = try Pages(folder: Pages.resources + "/templates")
        visits = VisitStore()
        photos = PhotoDesk(reader: settings.photoReader, patience: settings.photoPatience)
    }

    /// All routes.
    var router: Router<SiteContext> {
        let router = Router(context: SiteContext.self)
        let forwarder = PageForwarder(address: settings.service)
        router.add(middleware: HeaderMiddleware())
        router.get("verification/**") { request, context in try await forwarder.forward(request, from: context.peer) }
        router.post("verification/**") { request, context in try await forwarder.forward(request, from: context.peer) }

        let files = FileMiddleware<SiteContext, _>(
            Pages.resources + "/assets", urlBasePath: "/assets", cacheControl: .init([(MediaType(type: .any), [.maxAge(300)])]))
        router.add(middleware: FaultMiddleware(pages: pages))
        router.add(middleware: files)
        let site = router.group()
            .add(middleware: OriginMiddleware(origin: settings.origin))
            .add(middleware: VisitMiddleware(visits: visits, isSecure: settings.isSecure))
        site.get("/") { _, _ in try pages.response(CataloguePage()) }
        site.get("itinerary", use: showItinerary)
        site.post("itinerary", use: chooseItinerary)
        site.get("checkout", use: showCheckout)
        site.post("checkout/session", use: startSession)
        site.get("checkout/photo", use: showPhotoForm)
        site.post("checkout/photo", use: takePhoto)
        site.get("result", use: showResult)
        site.get("result/portrait", use: showPortrait)
        site.post("launch", use: launch)
        site.get("launch", use: showLaunch)
        return router
    }

    /// The trip of this visit, or nil where none was chosen yet.
    func trip(_ context: SiteContext) throws -> TripSummary? { try context.requireVisit().itinerary.map(TripSummary.init) }

    /// Leads whoever has no trip to verify for to the launch of theirs, or to where one is chosen.
    func goOn(_ context: SiteContext) throws -> Response { go(to: try context.requireVisit().clearance == nil ? "/" : "/launch") }

    /// Leads to another page.
    func go(to path: String) -> Response { .redirect(to: path, type: .normal) }
}
