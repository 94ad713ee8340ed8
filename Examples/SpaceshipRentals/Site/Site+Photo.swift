import Hummingbird

extension Site {
    /// Room for the form around the photo.
    private static let formBytes = 16 << 10

    @Sendable func showPhotoForm(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard let trip = try trip(context) else { return try goOn(context) }
        return try pages.response(PhotoPage(trip, token: context.requireVisit().token, fault: nil))
    }

    /// Takes a photo of an ID. Whatever it shows, it leads to `Evidence.photo` and never further.
    @Sendable func takePhoto(_ request: Request, _ context: SiteContext) async throws -> Response {
        let visit = try context.requireVisit()
        guard let trip = try trip(context) else { return try goOn(context) }
        do throws(PhotoFault) {
            let photo = try await photos.take(photo(of: request, for: visit))
            await visits.change(visit.id) {
                $0.evidence = .photo(photo)
                $0.endSessions()
            }
            return go(to: "/result")
        } catch .foreignForm {
            throw HTTPError(.forbidden)
        } catch {
            return try pages.response(PhotoPage(trip, token: visit.token, fault: error), status: .unprocessableContent)
        }
    }

    private func photo(of request: Request, for visit: Visit) async throws(PhotoFault) -> [UInt8] {
        let body: [UInt8]?
        do { body = try await request.bytes(upTo: PhotoRequirements.maximumBytes + Self.formBytes) } catch {
            throw (error as? HTTPError)?.status == .contentTooLarge ? .tooManyBytes : .unreadable
        }
        guard let body else { throw .tooManyBytes }
        let form = MultipartForm(body, contentType: request.headers[.contentType] ?? "")
        guard visit.accepts(form?["token"].map { String(decoding: $0, as: UTF8.self) }) else { throw .foreignForm }
        return Array(form?["photo"] ?? [])
    }
}
