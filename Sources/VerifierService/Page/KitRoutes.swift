import HTTPTypes
import Hummingbird
import PageKit

/// Hands out the page kit, so that a page needs nothing from anywhere else.
struct KitRoutes {
    func add(to group: RouterGroup<ServiceContext>) {
        group.getOrHead("kit/:file") { request, context in try file(request, context) }
    }

    private func file(_ request: Request, _ context: ServiceContext) throws -> Response {
        guard let file = context.parameters.get("file").flatMap(KitFile.named) else {
            throw Problem(.notFound, "kit.unknown", "the kit has no such file; there are: \(KitFile.all.map(\.name).joined(separator: ", "))")
        }
        // A page keeps a copy and asks whether it is still the same: an update of the service reaches it at once.
        let headers: HTTPFields = [.eTag: file.entityTag, .cacheControl: "no-cache"]
        if Self.has(file.entityTag, request.headers[.ifNoneMatch]) { return Response(status: .notModified, headers: headers) }
        var response = Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: file.bytes)))
        response.headers[.contentType] = file.mediaType
        return response
    }

    /// Whether a tag is among those that a client has, by the weak comparison (RFC 9110, 13.1.2): a proxy that compresses makes it a weak one.
    private static func has(_ tag: String, _ tags: String?) -> Bool {
        // No tag of ours has a comma or a space in it.
        tags?.split { $0 == "," || $0 == " " || $0 == "\t" }.contains { $0 == "*" || ($0.hasPrefix("W/") ? $0.dropFirst(2) : $0) == tag } ?? false
    }
}
