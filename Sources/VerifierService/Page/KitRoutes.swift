import HTTPTypes
import Hummingbird
import PageKit

/// Hands out the page kit, so that a page needs nothing from anywhere else.
struct KitRoutes {
    func add(to group: RouterGroup<ServiceContext>) {
        group.get("kit/:file") { request, context in try file(request, context) }
    }

    private func file(_ request: Request, _ context: ServiceContext) throws -> Response {
        guard let file = context.parameters.get("file").flatMap(KitFile.named) else {
            throw Problem(.notFound, "kit.unknown", "the kit has no such file; there are: \(KitFile.all.map(\.name).joined(separator: ", "))")
        }
        // A page keeps a copy and asks whether it is still the same: an update of the service reaches it at once.
        let headers: HTTPFields = [.eTag: file.entityTag, .cacheControl: "no-cache"]
        if request.headers[.ifNoneMatch] == file.entityTag { return Response(status: .notModified, headers: headers) }
        var response = Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: file.bytes)))
        response.headers[.contentType] = file.mediaType
        return response
    }
}
